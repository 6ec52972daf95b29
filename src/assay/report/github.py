"""The decision as Markdown, and as a GitHub Actions step summary where there is one."""

from __future__ import annotations

import os
from pathlib import Path

from assay.records.decision import Decision
from assay.report.decision import SHOWN_CASES, cases_table, checks_table, listed_cases, unreadable_rows
from assay.report.tables import Table

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"


def markdown(decision: Decision, *, run_id: str) -> str:
    """The decision as GitHub-flavoured Markdown. Cells cannot break out of their table."""
    parts = [
        f"## Assay: {decision.status.value.upper()} (exit {int(decision.exit_code)})",
        _cell(decision.reason),
        _table(checks_table(decision)),
    ]
    listed = listed_cases(decision)
    if listed:
        parts += ["### Cases that need somebody", _table(cases_table(listed[:SHOWN_CASES]))]
    for title, lines in (
        ("Unreadable rows", unreadable_rows(decision)),
        ("Problems", decision.problems),
        ("Warnings", decision.warnings),
    ):
        if lines:
            parts += [f"### {title}", "\n".join(f"- {_cell(line)}" for line in lines)]
    parts.append(f"Run `{run_id}`, policy `{decision.policy_hash[:12]}`")
    return "\n\n".join(parts) + "\n"


def write_step_summary(decision: Decision, *, run_id: str) -> None:
    """Append the Markdown to the step summary that GitHub Actions names in the environment, if it does."""
    path = os.environ.get(STEP_SUMMARY)
    if path:
        with Path(path).open("a", encoding="utf-8") as stream:
            stream.write(markdown(decision, run_id=run_id))


def _table(table: Table) -> str:
    lines = ["| " + " | ".join(table.columns) + " |", "|" + " --- |" * len(table.columns)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in table.rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    escaped = "".join(f"\\{char}" if char in "\\`*_[]|" else char for char in text)
    return escaped.replace("<", "&lt;").replace(">", "&gt;").replace("\r", " ").replace("\n", " ")

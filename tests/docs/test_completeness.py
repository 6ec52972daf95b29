"""What the documents list is all there is."""

from __future__ import annotations

import re
from pathlib import Path

from assay.api.running import Request
from assay.audit.diff.cause import Cause
from assay.audit.triage import Fault, Stage
from assay.gating import check_schema, schema, settings_schema
from assay.golden.columns import ALIASES, CASE_FIELDS, DIALECT_ALIASES
from assay.golden.lint import lint
from assay.metrics import Registry
from assay.records import Owner
from assay.records.vocabulary import FIELDS, Side

DOCS = Path(__file__).resolve().parents[2] / "docs"


def words(page: str) -> set[str]:
    """Every name that a page sets in code, also those in a longer piece of code."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return {name for code in re.findall(r"`([^`\n]+)`", text) for name in re.findall(r"[\w.]+", code)}


def test_every_field_of_a_case_is_described() -> None:
    """Each reviewed field that a metric can read stands in the page on golden sets."""
    reviewed = {name for name, field in FIELDS.items() if field.side is Side.CASE}
    assert (CASE_FIELDS | reviewed) - words("golden-sets.md") == set()


def test_every_recognised_column_is_in_the_table_under_its_field() -> None:
    """Each column of another tool stands in a row of the table that ends in what it is read as."""
    rows = [
        re.findall(r"`(\w+)`", line)
        for line in (DOCS / "golden-sets.md").read_text("utf-8").splitlines()
        if "|" in line
    ]
    read_as = {column: row[-1] for row in rows for column in row[:-1]}
    assert {column: read_as.get(column) for column in ALIASES} == dict(ALIASES)
    assert {name for names in DIALECT_ALIASES.values() for name in (*names, *names.values())} <= words("golden-sets.md")


def test_every_lint_code_is_listed() -> None:
    """The codes that the lint's own documentation names stand in the page."""
    codes = set(re.findall(r"`(\w+)`", (lint.__doc__ or "").partition("Codes.")[2].partition("Raises")[0]))
    assert codes - words("golden-sets.md") == {"duplicate_id", "json", "row_fields"}  # "every unreadable row"


def test_every_key_of_a_policy_is_described() -> None:
    """Each key that the schema knows, at every level, stands in the page on policies."""
    settings = (settings_schema._RUN, settings_schema._JUDGE, settings_schema._BASELINE, settings_schema._BUDGET)
    tables = (schema._CASE_MEAN, schema._SHADOW, check_schema.CHECK_FIELDS, *settings)
    keys = {*schema._TOP, *(key for table in tables for key in table)}
    page = (DOCS / "policies.md").read_text(encoding="utf-8")
    assert {key for key in keys if not re.search(rf"\b{key}\b", page)} == set()


def test_every_fault_stage_and_cause_is_described() -> None:
    """What a diagnosis or a difference can say stands in the page on explaining."""
    page = (DOCS / "explain.md").read_text(encoding="utf-8")
    assert {fault.value for fault in Fault} - words("explain.md") == set()
    assert [word.value for word in (*Stage, *Cause, *Owner) if word.value not in page] == []


def test_every_metric_named_as_a_destination_exists() -> None:
    """What stands in the second column of a table on moving parses as a metric of Assay."""
    lines = [
        line.split(" | ") for line in (DOCS / "moving.md").read_text("utf-8").splitlines() if line.startswith("| ")
    ]
    specs = [spec for cells in lines for spec in re.findall(r"`([^`]+)`", cells[1])]
    registry = Registry.built_in()
    assert len(specs) > 50
    assert [spec for spec in specs if str(registry.parse(spec)) != spec] == []


def test_every_argument_of_a_run_is_described() -> None:
    """What `assay.run` takes stands in the page on Python."""
    assert set(Request.__dataclass_fields__) - words("python.md") == set()

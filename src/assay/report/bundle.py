"""Bundles written and checked, as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from assay.report.scores import counted

if TYPE_CHECKING:
    from assay.audit.bundle import Written
    from assay.audit.verify import Verified

_NAMES = (
    ("row", "row", "rows"),
    ("call", "judge call", "judge calls"),
    ("policy", "policy", "policies"),
    ("decision", "decision", "decisions"),
    ("baseline_row", "baseline row", "baseline rows"),
)


def written_text(written: Written) -> str:
    """What was written and the names to compare."""
    lines = [
        f"wrote {written.path}: {_contents(written.counts)}",
        f"  sha256  {written.file_hash}",
        f"  seal    {written.chain}{'' if written.signed else ' (not signed)'}",
    ]
    if written.redacted:
        lines.append(f"  redacted: {counted(written.redacted)}")
    lines.append(f"Check it anywhere: assay verify {written.path} && assay replay {written.path}")
    return "\n".join(lines)


def verified_text(result: Verified) -> str:
    """Whether the bundle holds, or every place that does not."""
    if not result.holds:
        places = [
            f"  {result.path}:{problem.line} (from byte {problem.byte}) {problem.what}\n    {problem.message}"
            for problem in result.problems
        ]
        return "\n".join(
            [
                f"BROKEN (exit 1): {len(result.problems)} place{'s do' if len(result.problems) > 1 else ' does'} not hold",
                *places,
            ]
        )
    lines = [
        f"{result.path}: run {result.run_id}, {_contents(result.counts)}",
        f"  sha256  {result.file_hash}",
        f"  seal    {result.chain}",
        f"  signature: {_signature(result)}",
    ]
    if result.redacted:
        lines.append(f"  redacted: {counted(result.redacted)}")
    lines.append("HOLDS (exit 0): every hash, every record, and the chain from case to decision")
    return "\n".join(lines)


def _signature(result: Verified) -> str:
    key = f" by the key {result.public_key}" if result.public_key else ""
    if result.signature == "unchecked":
        return f"present and not checked{key}; pip install 'assay-eval[sign]' checks it"
    return f"{result.signature}{key}"


def _contents(counts: Mapping[str, int]) -> str:
    found = ((counts.get(kind, 0), one, many) for kind, one, many in _NAMES)
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in found if count or one == "row")

"""Read, write, lint and hash golden sets; column names of other tools are recognised."""

from assay.golden.findings import Finding, Severity
from assay.golden.golden_set import GoldenRow, GoldenSet, from_rows, read_golden, read_outputs
from assay.golden.write import file_hash, write_golden

__all__ = [
    "Finding",
    "GoldenRow",
    "GoldenSet",
    "Severity",
    "file_hash",
    "from_rows",
    "read_golden",
    "read_outputs",
    "write_golden",
]

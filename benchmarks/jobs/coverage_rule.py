"""What every peer is given: the rows, and the rule that the share of required ids supported is `FLOOR` in every row."""

import json
from pathlib import Path

FLOOR = 0.85


def read_rows(path: str) -> list[dict]:
    """The rows of a JSON Lines file."""
    with Path(path).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def coverage(required: list, supported: list) -> float:
    """The same contract as Assay's `evidence_coverage`: ids are compared, doubtful rows are refused."""
    wanted, found = [text.strip() for text in required], {text.strip() for text in supported}
    if not wanted or not all(wanted) or len(set(wanted)) != len(wanted) or found - set(wanted):
        raise ValueError("blank, duplicate or unknown id, or nothing required")
    return len(found) / len(wanted)

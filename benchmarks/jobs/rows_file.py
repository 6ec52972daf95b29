"""The rows that a job reads."""

import json
from pathlib import Path


def read_rows(path: str) -> list[dict]:
    """The rows of a JSON Lines file."""
    with Path(path).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]

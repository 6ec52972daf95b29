"""Run the command as a user does: another process, in a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from replayed import Keeper


@dataclass(frozen=True)
class Shell:
    """A folder in which `assay` is run."""

    folder: Path

    def __call__(self, *arguments: str, env: dict[str, str] | None = None, encoding: str = "utf-8"):
        """The finished process of `assay ARGUMENTS`."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "ASSAY_"))}
        environment |= {"PYTHONIOENCODING": encoding, **(env or {})}
        return subprocess.run(
            [sys.executable, "-m", "assay", *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    def write(self, name: str, content: Any) -> Path:
        """A file: text as it is, a list as JSON Lines, anything else as JSON."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in content)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path


@pytest.fixture
def assay(tmp_path: Path, keeper: Keeper, request: pytest.FixtureRequest) -> Iterator[Shell]:
    """`assay("gate", "--dir", "evals")` in an empty folder. What it made there is replayed when all tests are through."""
    yield Shell(tmp_path)
    keeper.keep(tmp_path, test=request.node.nodeid)

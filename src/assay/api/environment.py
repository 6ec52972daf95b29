"""Machine-independent facts of where a run was made. No host, no user, no path, no variable of the environment."""

from __future__ import annotations

import datetime
import platform
import secrets
import subprocess
from pathlib import Path
from typing import Any

from assay.version import __version__


def now() -> str:
    """The time in UTC as ISO text, to the second."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def today() -> datetime.date:
    """The date in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def new_run_id() -> str:
    """A run id that sorts by time: `20261201-120102-3f9a1c`."""
    return f"{datetime.datetime.now(datetime.UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def facts() -> dict[str, Any]:
    """What may matter for reproducing a run."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "machine": platform.machine(),
    }


def library() -> str:
    """Name and version of this library."""
    return f"assay {__version__}"


def git_commit(folder: Path) -> str | None:
    """The commit that `folder` stands at, or None outside a repository or without git."""
    try:
        result = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout.strip() or None if result.returncode == 0 else None

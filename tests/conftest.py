"""Where the measuring data stands, and a visible skip where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("assay", deadline=None)  # a busy machine is not a broken law
settings.load_profile("assay")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder beside the project that holds labelled data; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with the measuring data is absent")
    return SHARED

"""What all tests share: where the measuring data stands, and the promise that every run of theirs replays identical."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from replayed import Keeper

settings.register_profile("assay", deadline=None)  # a busy machine is not a broken law
settings.load_profile("assay")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder beside the project that holds labelled data; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with the measuring data is absent")
    return SHARED


@pytest.fixture(scope="session")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keeper]:
    """Keeps every run that a test hands it; after the last test each is verified and replayed in another process."""
    keeper = Keeper(tmp_path_factory.mktemp("bundles"))
    yield keeper
    problems = keeper.replay()
    assert not problems, "\n".join(problems)

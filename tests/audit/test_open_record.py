"""What a replay says of a name that is neither a bundle nor a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.api.replaying import open_record
from assay.errors import InputError, UnknownNameError


@pytest.mark.parametrize("name", ["run.assay", "bundles/run", Path("run")])
def test_a_missing_bundle_is_a_missing_file(bench, tmp_path, name) -> None:
    """What is written as a path is not looked for among the runs, and no store is asked for."""
    with pytest.raises(InputError, match="there is no such file") as caught:
        open_record(name, store=tmp_path / "none.db")
    assert str(name) in caught.value.message
    assert "assay bundle" in str(caught.value.hint)


def test_another_file_is_not_a_bundle(tmp_path) -> None:
    """A file that is there and is something else is named as such."""
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(InputError, match="not a bundle"):
        open_record(tmp_path / "notes.txt", store=tmp_path / "none.db")


def test_a_plain_name_is_a_run(bench) -> None:
    """A name without folder and ending is looked for in the store."""
    with pytest.raises(UnknownNameError, match="nothere"):
        open_record("nothere", store=bench.store)

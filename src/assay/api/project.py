"""Where an evaluation's files are: given one by one, or found in a folder (`--dir evals`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.errors import ConfigurationError

GOLDEN = ("golden.jsonl", "golden.json", "golden.csv", "golden.parquet")
POLICY = ("policy.yaml", "policy.yml", "gates.yaml", "gates.yml")
TARGET = ("target.py",)
OUTPUTS = ("outputs.jsonl", "outputs.json", "outputs.csv", "outputs.parquet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The files of one evaluation; what is None was neither given nor found."""

    golden: Path | None = None
    policy: Path | None = None
    target: str | None = None
    outputs: Path | None = None
    folder: Path = Path()


def find_project(
    folder: Path | None = None,
    *,
    golden: Path | None = None,
    policy: Path | None = None,
    target: str | None = None,
    outputs: Path | None = None,
) -> Project:
    """The files given, completed by those that stand in `folder` under their usual names.

    A given target or outputs file is used alone; otherwise a recorded outputs file in the folder wins over its `target.py`
    only where there is no `target.py`.

    Raises:
        ConfigurationError: the folder or a given file does not exist, or two files could be meant.
    """
    for path, may_be_folder in ((golden, True), (policy, False), (outputs, True)):
        if path is not None and not (path.is_file() or (may_be_folder and path.is_dir())):
            what = "is a folder" if path.is_dir() else "is not a regular file" if path.exists() else "does not exist"
            raise ConfigurationError(f"{path} {what}", hint="check the path", code="missing_file")
    if folder is None:
        return Project(golden=golden, policy=policy, target=target, outputs=outputs)
    if not folder.is_dir():
        raise ConfigurationError(
            f"folder {folder} does not exist", hint="`assay init` makes one", code="missing_folder"
        )
    if target is None and outputs is None:
        script = _only(folder, TARGET)
        target, outputs = (str(script), None) if script else (None, _only(folder, OUTPUTS))
    return Project(
        golden=golden or _only(folder, GOLDEN),
        policy=policy or _only(folder, POLICY),
        target=target,
        outputs=outputs,
        folder=folder,
    )


def _only(folder: Path, names: tuple[str, ...]) -> Path | None:
    found = [folder / name for name in names if (folder / name).is_file()]
    if len(found) > 1:
        listing = ", ".join(path.name for path in found)
        raise ConfigurationError(f"{folder} holds {listing}; only one can be meant", hint="name it on the command line")
    return found[0] if found else None

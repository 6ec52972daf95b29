"""Every run that a group of tests made: bundled, checked, and computed again elsewhere.

`Keeper.keep` bundles what stands in the stores of a test's folder. `Keeper.replay` then starts one more process, in another
folder, with another hash seed, locale and time zone, and without any of the stores; it verifies and replays all the bundles.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ELSEWHERE = {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "TZ": "Pacific/Kiritimati", "PYTHONUTF8": "0"}


@dataclass
class Keeper:
    """Bundles in one folder, each with the folders in which the metrics of its policy may stand."""

    folder: Path
    entries: list[dict[str, Any]] = field(default_factory=list)

    def keep(self, stores: Path, *, test: str, beside: Iterable[Path] = ()) -> None:
        """Bundle every run that has ended in any store below a folder."""
        from assay.api import open_store

        folders = dict.fromkeys((*beside, stores, *(path.parent for path in sorted(stores.rglob("*.py")))))
        for database in sorted(stores.rglob("*.db")):
            with open_store(database) as store:
                self.take(store, test=test, folders=folders)

    def take(self, store: Any, *, test: str, folders: Iterable[Path] = ()) -> None:
        """Bundle every run of a store that has ended."""
        from assay.api import Run
        from assay.api.bundling import bundle
        from assay.records import RunStatus

        for summary in store.runs():
            if summary.status is not RunStatus.RUNNING:
                path = self.folder / f"{len(self.entries)}.assay"
                bundle(Run(store, summary.manifest.run_id), path)
                self.entries.append({"test": test, "bundle": str(path), "folders": [str(one) for one in folders]})

    def replay(self) -> list[str]:
        """What did not hold or did not come out identical, one line each; nothing is right."""
        listed = self.folder / "bundles.json"
        listed.write_text(json.dumps(self.entries), encoding="utf-8")
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_")}
        done = subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), str(listed)],
            cwd=elsewhere,
            env={**kept, **ELSEWHERE},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found: list[str] = json.loads(done.stdout)
        return found


def wrong(entry: dict[str, Any]) -> list[str]:
    """What is wrong with one bundle. What was redacted on purpose cannot be computed again, and is not wrong."""
    from assay.api.bundling import verify_bundle
    from assay.api.replaying import open_record, replay_run

    problems = [f"does not hold: {problem}" for problem in verify_bundle(entry["bundle"]).problems]
    results = [
        replay_run(open_record(entry["bundle"], store="no/such/store.db"), folder=Path(folder))
        for folder in entry["folders"] or ["."]
    ]
    best = min(results, key=lambda result: sum(result.incomplete(accept_redacted=True).values()))
    if best.first is not None:
        problems.append(f"differs: {best.first}")
    if best.incomplete(accept_redacted=True):
        problems.append(f"not computed again: {best.examples}")
    return [f"{entry['test']}, run {best.run_id}: {problem}" for problem in problems]


if __name__ == "__main__":
    listing = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(json.dumps([line for entry in listing for line in wrong(entry)]))

"""A process that is killed loses at most what it had not written yet."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from assay.records import RunStatus
from assay.store import Store

WRITER = """
import sys
sys.path.insert(0, sys.argv[2])
from conftest import _row
from assay.records import Manifest
from assay.store import Store
store = Store.open(sys.argv[1])
store.begin(Manifest(run_id="run-a", started="2026-11-01T10:00:00Z", library="0.1"))
for start in range(0, 10**9, 50):
    store.write_rows("run-a", [_row(position) for position in range(start, start + 50)])
    print(start + 50, flush=True)
"""


def test_what_was_written_survives_kill(tmp_path, make_row):
    """After SIGKILL every finished batch is there, no half batch is, and the run can be resumed without doing one twice."""
    path = tmp_path / "a.db"
    command = [sys.executable, "-c", WRITER, str(path), str(Path(__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        told = [int(writer.stdout.readline()) for _ in range(20)][-1]
        writer.send_signal(signal.SIGKILL)
        told = max([told, *(int(line) for line in writer.stdout.read().split("\n")[:-1])])
    with Store.open(path) as store:
        summary = store.find("last")
        assert summary.status is RunStatus.RUNNING
        assert summary.rows in (told, told + 50)
        assert [row.position for row in store.rows("run-a")] == list(range(summary.rows))
        store.reopen("run-a")
        done = store.done("run-a")
        again = [make_row(position) for position in range(summary.rows - 1, summary.rows + 1)]
        assert [(row.position, row.case_hash) in done for row, _ in again] == [True, False]
        store.write_rows("run-a", again)
        assert store.find("run-a").rows == summary.rows + 1
        with store._engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"

"""Every command: help with an example, listed, light to start."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from assay.cli.main import COMMANDS, cli

HELP = "import sys; sys.argv = ['assay', '--help']; from assay.cli.main import main; main()"
HEAVY = (
    "sqlalchemy",
    "pydantic",
    "numpy",
    "asyncio",
    "rich",
    "yaml",
    "rapidfuzz",
    "httpx",
    "assay.metrics",
    "assay.api",
)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    """`assay NAME --help` explains and shows at least one call."""
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0
    assert "Example" in result.output
    assert f"assay {name}" in result.output


@pytest.mark.parametrize(
    "statement", ["import assay", "import sys; sys.argv = ['assay', '--help']; from assay.cli.main import main; main()"]
)
def test_nothing_heavy_is_imported_at_start(statement: str) -> None:
    """Importing the package and asking for help load none of the heavy modules, and few modules at all."""
    code = (
        "import sys, json, atexit\nbefore = set(sys.modules)\n"
        "atexit.register(lambda: sys.stderr.write(json.dumps(sorted(set(sys.modules) - before))))\n" + statement
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    loaded = json.loads(result.stderr)
    assert [name for name in loaded if name.startswith(HEAVY)] == []
    assert len(loaded) < 160


def test_an_unknown_command_offers_the_near_one(assay) -> None:
    """A typo gets a suggestion and exit 2."""
    result = assay("gat")
    assert result.returncode == 2
    assert "gate" in result.stderr


def test_metrics_lists_and_defines(assay) -> None:
    """The list holds every registered metric; a definition names inputs, domain and method."""
    listed = json.loads(assay("metrics", "--json").stdout)
    assert "evidence_coverage" in [info["spec"] for info in listed]
    assert all(info["summary"] for info in listed)
    text = assay("metrics", "evidence_coverage").stdout
    for part in ("required_claim_ids", "[0.0, 1.0]", "exact"):
        assert part in text
    unknown = assay("metrics", "evidence_covrage")
    assert unknown.returncode == 2
    assert "evidence_coverage" in unknown.stderr


def test_a_closed_pipe_is_quiet(assay) -> None:
    """`assay metrics | head -1` ends without a traceback."""
    command = f"{sys.executable} -m assay metrics | head -1"
    result = subprocess.run(command, shell=True, cwd=assay.folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr


def test_a_defect_of_our_own_is_exit_2_never_a_verdict(assay) -> None:
    """A crash does not end with 1, which would say that a valid score violates the policy."""
    code = (
        "from assay.api import opening\n"
        "def broken(location): raise RuntimeError('boom')\n"
        "opening.open_store = broken\n"
        "from assay.cli.main import main\n"
        "main(['runs'])"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, cwd=assay.folder, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "RuntimeError: boom" in result.stderr
    assert "nothing was decided" in result.stderr


def test_runs_lists_what_is_stored(assay) -> None:
    """After a gate there is one complete run with its decision; without a store there is one message."""
    assert assay("runs").returncode == 2
    assay("init", "evals")
    assay("gate", "--dir", "evals")
    (listed,) = json.loads(assay("runs", "--json").stdout)
    assert listed["status"] == "complete"
    assert listed["decisions"][0]["decision"]["status"] == "pass"


def test_score_needs_no_configuration(assay) -> None:
    """A recorded file is scored by any metrics, and nothing is stored."""
    assay.write("rows.jsonl", [{"id": "a", "input": "q", "reference": "Paris", "answer": "Paris"}])
    result = assay("score", "rows.jsonl", "--metrics", "exact_match,token_f1", "--json")
    assert result.returncode == 0, result.stderr
    assert [item["value"] for item in json.loads(result.stdout)["aggregates"]] == [1.0, 1.0]
    assert not (assay.folder / ".assay").exists()


def test_a_saved_dataset_folder_is_scored(assay) -> None:
    """A folder that holds a saved dataset is as good as a file; any other folder is refused by name."""
    arrow = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    folder = assay.folder / "dataset"
    folder.mkdir()
    table = arrow.table({"user_input": ["q"], "response": ["Paris"], "reference": ["Paris"]})
    with (
        arrow.OSFile(str(folder / "data-00000-of-00001.arrow"), "wb") as sink,
        arrow.ipc.new_stream(sink, table.schema) as out,
    ):
        out.write_table(table)
    assay.write("dataset/dataset_info.json", {})
    assay.write(
        "dataset/state.json", {"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_format_columns": None}
    )
    assert assay("score", "dataset", "--metrics", "exact_match").returncode == 0
    refused = assay("score", ".", "--metrics", "exact_match")
    assert refused.returncode == 2
    assert "folder" in refused.stderr


def test_init_says_what_it_wrote_as_json(assay) -> None:
    """`--json` works as everywhere; what stands there already is kept."""
    first = json.loads(assay("init", "evals", "--json").stdout)
    assert {entry["done"] for entry in first["files"]} == {"wrote"}
    again = json.loads(assay("init", "evals", "--json").stdout)
    assert {entry["done"] for entry in again["files"]} == {"kept"}


@pytest.mark.parametrize(
    ("arguments", "way"),
    [
        (("metrics", "zzzzzz"), "`assay metrics` lists them"),
        (("explain", "zzzzzz"), "`assay runs` lists them"),
        (("explain", "last", "zzzzzz"), "`assay explain RUN` lists"),
        (("explain", "last", "refund-window", "zzzzzz"), "the policy lists them"),
    ],
)
def test_an_unknown_name_says_where_to_look(assay, arguments: tuple[str, ...], way: str) -> None:
    """Where nothing is near, the message says what lists the names."""
    assay("init", "evals")
    assay("gate", "--dir", "evals")
    result = assay(*arguments)
    assert result.returncode == 2
    assert way in result.stderr

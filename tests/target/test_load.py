"""From the text of a target to the target."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.errors import ConfigurationError
from assay.records import Case, Output
from assay.target import load_object, load_target
from assay.target.command import CommandTarget
from assay.target.http import HttpTarget

CASE = Case(id="a", input="why?")
Ask = Callable[..., list[Output]]
Write = Callable[[str, str], Path]


@pytest.fixture(autouse=True)
def untouched_import_path() -> Iterator[None]:
    """Every test leaves `sys.path` as it found it."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    assert sys.path == path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def test_a_file_alone_means_run(ask: Ask, write: Write, tmp_path: Path) -> None:
    """raggate's target.py works as it is, with a neighbour module imported late."""
    write("evals/knowledge.py", "FACT = '30 days'\n")
    write(
        "evals/target.py",
        "def run(question):\n    from knowledge import FACT\n    return {'answer': FACT, 'contexts': [FACT]}\n",
    )
    target = load_target("evals/target.py", timeout=10, folder=tmp_path)
    assert target.identity == "python:evals/target.py"
    assert ask(target, CASE)[0].answer == "30 days"


def test_a_file_and_a_function(ask: Ask, write: Write, tmp_path: Path) -> None:
    """The function may be async and may stand inside an object."""
    write("app.py", "class App:\n    @staticmethod\n    async def answer(q): return q\napp = App()\n")
    for text in ("app.py:app.answer", str(tmp_path / "app.py") + ":App.answer"):
        assert ask(load_target(text, timeout=10, folder=tmp_path), CASE)[0].answer == "why?"


def test_a_module_and_a_function(ask: Ask, write: Write, tmp_path: Path) -> None:
    """Modules are found in the folder first."""
    write("my_rag_app/__init__.py", "")
    write("my_rag_app/pipeline.py", "def answer(question): return question + '!'\n")
    target = load_target("my_rag_app.pipeline:answer", timeout=None, folder=tmp_path)
    assert ask(target, CASE)[0].answer == "why?!"


def test_two_files_of_one_name_do_not_meet(ask: Ask, write: Write, tmp_path: Path) -> None:
    """Two projects may each have a target.py; dataclasses in it work."""
    text = "from dataclasses import dataclass\n@dataclass\nclass R:\n    a: str\ndef run(q): return R({!r}).a\n"
    for name in ("one", "two"):
        write(f"{name}/target.py", text.format(name))
    targets = [load_target(f"{name}/target.py", timeout=10, folder=tmp_path) for name in ("one", "two")]
    assert [ask(target, CASE)[0].answer for target in targets] == ["one", "two"]


def test_a_missing_file_offers_near_ones(write: Write, tmp_path: Path) -> None:
    """A typing error in the file's name costs one look."""
    write("target.py", "")
    with pytest.raises(ConfigurationError, match=r"tagret.py' does not exist \(did you mean 'target.py'\?\)"):
        load_target("tagret.py", timeout=None, folder=tmp_path)
    with pytest.raises(ConfigurationError, match=r"the folder .*nowhere' does not exist"):
        load_target("nowhere/target.py", timeout=None, folder=tmp_path)


def test_a_missing_function_offers_near_ones(write: Write, tmp_path: Path) -> None:
    """And where nothing is near, what there is."""
    write("target.py", "def answer(q): return q\n")
    with pytest.raises(ConfigurationError, match=r"has no 'anser' \(did you mean 'answer'\?\)"):
        load_target("target.py:anser", timeout=None, folder=tmp_path)
    with pytest.raises(ConfigurationError, match=r"has no 'run' \(it has answer\)"):
        load_target("target.py", timeout=None, folder=tmp_path)


def test_a_missing_module_offers_near_ones(write: Write, tmp_path: Path) -> None:
    """Only the module asked for is called missing, not one that it imports."""
    write("my_pipeline.py", "import not_installed_anywhere\n")
    with pytest.raises(ConfigurationError, match=r"no module 'my_pipelin'.*did you mean 'my_pipeline'"):
        load_target("my_pipelin:answer", timeout=None, folder=tmp_path)
    with pytest.raises(
        ConfigurationError,
        match=r"importing my_pipeline failed at my_pipeline.py:1 .*: ModuleNotFoundError: .*not_installed_anywhere",
    ):
        load_target("my_pipeline:answer", timeout=None, folder=tmp_path)


def test_what_is_not_callable_is_refused(write: Write, tmp_path: Path) -> None:
    """A constant is not a target."""
    write("target.py", "run = 'a'\n")
    with pytest.raises(ConfigurationError, match="must be callable, got str 'a'"):
        load_target("target.py", timeout=None, folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import sys\nsys.exit(0)\n", r"importing target.py called sys.exit\(0\) at target.py:2 .*__main__"),
        ("x = 1\nraise RuntimeError('no key')\n", r"failed at target.py:2 in <module>: RuntimeError: no key"),
        ("def run(q):\n  return (\n", r"failed at target.py:2: SyntaxError"),
    ],
)
def test_an_import_that_fails_says_where(write: Write, tmp_path: Path, text: str, message: str) -> None:
    """`sys.exit` at import time is an error, not a green run."""
    write("target.py", text)
    with pytest.raises(ConfigurationError, match=message):
        load_target("target.py", timeout=None, folder=tmp_path)


def test_addresses_and_commands_are_recognised(tmp_path: Path) -> None:
    """The form decides."""
    assert isinstance(load_target("https://rag.example/ask", timeout=1, folder=tmp_path), HttpTarget)
    assert isinstance(load_target(f"cmd:{sys.executable} answer.py", timeout=1, folder=tmp_path), CommandTarget)
    assert isinstance(load_target(f"command:{sys.executable} -V", timeout=1, folder=tmp_path), CommandTarget)


@pytest.mark.parametrize("text", ["", "target", "my app:run", "ftp://x/y", "a.b:", ":run", "outputs.jsonl"])
def test_an_unknown_form_lists_the_forms(text: str, tmp_path: Path) -> None:
    """Nothing is guessed."""
    with pytest.raises(ConfigurationError, match=r"expected FILE\.py .*MODULE:FUNCTION.*https://.*cmd:"):
        load_target(text, timeout=None, folder=tmp_path)


def test_an_object_of_the_users_own_is_loaded(write: Write, tmp_path: Path) -> None:
    """Metrics are named the same way; the import path is left as it was."""
    write("mine.py", "LIMIT = 3\n")
    assert load_object("mine.py:LIMIT", folder=tmp_path) == 3
    assert load_object("math:pi", folder=tmp_path) > 3
    with pytest.raises(ConfigurationError, match=r"expected FILE\.py:NAME or MODULE:NAME"):
        load_object("LIMIT", folder=tmp_path)


def test_an_import_that_never_ends_is_refused(write: Write, tmp_path: Path) -> None:
    """The time-out holds for the import too, and says what to do."""
    write("stuck.py", "import threading\nthreading.Event().wait()\n")
    with pytest.raises(ConfigurationError, match=r"importing stuck\.py did not end within 0\.2 s") as caught:
        load_target("stuck.py", timeout=0.2, folder=tmp_path)
    assert "--timeout" in str(caught.value.hint)

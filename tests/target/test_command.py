"""A command as the system under test: real processes."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.errors import ConfigurationError
from assay.records import Case, Output, TargetFailure
from assay.target.command import CommandTarget

CASE = Case(id="refund-1", input="Wie läuft's?", reference="secret answer", extra={"tenant": "t"})
PYTHON = shlex.quote(sys.executable)
Ask = Callable[..., list[Output]]
Write = Callable[[str, str], Path]


@pytest.fixture
def run(ask: Ask, write: Write, tmp_path: Path) -> Callable[..., Output]:
    """What the command `python script` answers to the case."""

    def run_script(text: str, *, timeout: float | None = 30) -> Output:
        write("answer.py", text)
        return ask(CommandTarget(f"{PYTHON} answer.py", folder=tmp_path, timeout=timeout), CASE)[0]

    return run_script


def failure(output: Output) -> TargetFailure:
    assert output.failure is not None
    return output.failure


def test_a_command_reads_json_and_prints_json(run: Callable[..., Output]) -> None:
    """It gets id, input and question and not the reviewed answer; logs on standard error do not matter."""
    output = run(
        "import json, sys\n"
        "case = json.loads(sys.stdin.read())\n"
        "print('thinking', file=sys.stderr)\n"
        "print(json.dumps({'answer': case['question'], 'contexts': sorted(case)}))\n"
    )
    assert output.answer == "Wie läuft's?"
    assert output.contexts is not None
    assert [context.text for context in output.contexts] == ["id", "input", "question"]
    assert output.latency_ms is not None
    assert output.latency_ms > 0


def test_a_json_text_is_an_answer(run: Callable[..., Output]) -> None:
    """An object is not needed for a plain answer."""
    assert run("print('\"30 days\"')").answer == "30 days"


def test_fields_choose_what_is_sent(ask: Ask, write: Write, tmp_path: Path) -> None:
    """Keys are mapped to fields of the case or to its own columns."""
    write("echo.py", "import json, sys\nprint(json.dumps({'answer': sys.stdin.read()}))\n")
    fields = {"q": "input", "tenant": "tenant", "gone": "nothing", "truth": "reference"}
    target = CommandTarget(f"{PYTHON} echo.py", folder=tmp_path, fields=fields)
    answer = ask(target, CASE)[0].answer
    assert answer == '{"q": "Wie läuft\'s?", "tenant": "t", "truth": "secret answer"}\n'


def test_a_status_other_than_0_is_a_failure_with_the_end_of_the_log(run: Callable[..., Output]) -> None:
    """What was printed does not count when the command failed."""
    found = failure(
        run("import sys\nprint('{\"answer\": \"a\"}')\nprint('x' * 900 + ' no index', file=sys.stderr)\nsys.exit(4)")
    )
    assert found.kind == "exit"
    assert found.message.startswith("exited with status 4: …xxx")
    assert found.message.endswith("no index")
    assert len(found.message) < 600


def test_a_command_that_prints_nothing_is_a_failure(run: Callable[..., Output]) -> None:
    """Status 0 alone is not an answer."""
    found = failure(run("import sys; sys.exit(0)"))
    assert (found.kind, found.message) == ("wrong_type", "standard output: the reply is empty")


def test_a_killed_command_says_which_signal(run: Callable[..., Output]) -> None:
    """A crash is named."""
    found = failure(run("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"))
    assert found.message == "was killed by signal 9 and wrote nothing on standard error"


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ("b'log line\\n{}'", "not JSON: Expecting value at line 1 column 1, it begins 'log line"),
        ('b\'{"answer": "a"}{}\'', "not JSON: Extra data"),
        ("b'\\xff'", "not UTF-8 (byte 0)"),
        ('b\'{"answer": "a", "answer": "b"}\'', "has the key 'answer' twice"),
        ('b\'{"answer": "a", "latency_ms": NaN}\'', "NaN, which is not a JSON number"),
        ("b'{\"answer\": 5}'", "answer must be text, got int"),
        ("b'[' * 100000", "nested too deeply"),
    ],
)
def test_output_that_is_not_one_json_value_is_a_failure(run: Callable[..., Output], printed: str, message: str) -> None:
    """Nothing is repaired."""
    found = failure(run(f"import sys; sys.stdout.buffer.write({printed})"))
    assert found.kind == "wrong_type"
    assert message in found.message


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_command_that_never_stops_printing_is_stopped(
    ask: Ask, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    """Output has a limit, and a log without end does not fill the memory: the time-out ends it."""
    monkeypatch.setattr("assay.target.command.MAX_OUTPUT", 1_000_000)
    write("endless.py", f"import sys\nwhile True: sys.{stream}.write('y' * 65536)\n")
    timeout = 30 if stream == "stdout" else 0.5
    found = failure(ask(CommandTarget(f"{PYTHON} endless.py", folder=tmp_path, timeout=timeout), CASE)[0])
    expected = {
        "stdout": ("wrong_type", "standard output: more than 1000000 bytes"),
        "stderr": ("timeout", "no answer within 0.5 s"),
    }
    assert (found.kind, found.message) == expected[stream]


def test_a_command_that_does_not_read_its_input_still_answers(ask: Ask, write: Write, tmp_path: Path) -> None:
    """A closed pipe is not a crash, also for an input larger than the pipe."""
    write("answer.py", "import os; os.close(0); print('\"a\"')\n")
    target = CommandTarget(f"{PYTHON} answer.py", folder=tmp_path, timeout=30)
    assert ask(target, Case(id="a", input="x" * 1_000_000))[0].answer == "a"


def ends(pid: int) -> bool:
    """Whether a process that was sent its kill is gone within 10 s: a busy machine takes a moment to carry it out."""
    until = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < until:
        os.sched_yield()
    return not is_running(pid)


def is_running(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to look at processes")
def test_a_timeout_kills_the_command_and_what_it_started(run: Callable[..., Output], tmp_path: Path) -> None:
    """No process outlives its call."""
    output = run(
        "import os, pathlib, signal, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])\n"
        "pathlib.Path('pids').write_text(f'{os.getpid()} {child.pid}')\n"
        "signal.pause()\n",
        timeout=2,
    )
    assert failure(output).kind == "timeout"
    pids = [int(pid) for pid in (tmp_path / "pids").read_text(encoding="utf-8").split()]
    assert len(pids) == 2
    assert all(ends(pid) for pid in pids)


@pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")
def test_cancelling_the_run_kills_the_command(write: Write, tmp_path: Path) -> None:
    """An interrupted run leaves nothing behind."""
    os.mkfifo(tmp_path / "started")
    write("answer.py", "import os, signal\nopen('started', 'w').write(str(os.getpid()))\nsignal.pause()\n")
    target = CommandTarget(f"{PYTHON} answer.py", folder=tmp_path)

    async def cancel() -> int:
        task = asyncio.create_task(target.call(CASE))
        pid = int(await asyncio.to_thread((tmp_path / "started").read_text))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return pid

    assert not is_running(asyncio.run(cancel()))


def test_many_commands_run_at_once(ask: Ask, write: Write, tmp_path: Path) -> None:
    """Each case gets its own process and its own answer."""
    write("answer.py", "import json, sys\nprint(json.dumps(json.load(sys.stdin)['id']))\n")
    target = CommandTarget(f"{PYTHON} answer.py", folder=tmp_path, timeout=60)
    outputs = ask(target, *(Case(id=str(number)) for number in range(6)))
    assert [output.answer for output in outputs] == [str(number) for number in range(6)]


def test_a_program_in_the_folder_is_found(ask: Ask, write: Write, tmp_path: Path) -> None:
    """A relative program is looked for where the command runs."""
    write("bin/answer.sh", "#!/bin/sh\necho '\"from sh\"'\n").chmod(0o755)
    assert ask(CommandTarget("bin/answer.sh", folder=tmp_path, timeout=30), CASE)[0].answer == "from sh"


@pytest.mark.parametrize(
    ("command", "message"),
    [("", "is empty"), ("say 'a", "No closing quotation"), ("no-such-program-at-all x", "was not found")],
)
def test_a_command_that_cannot_start_is_refused_at_once(command: str, message: str, tmp_path: Path) -> None:
    """Before any case is asked."""
    with pytest.raises(ConfigurationError, match=message):
        CommandTarget(command, folder=tmp_path)


@pytest.mark.parametrize("fields", [{}, {"q": ""}, {"q": 5}])
def test_a_bad_field_map_is_refused(fields: dict[str, str], tmp_path: Path) -> None:
    """Sending nothing would ask nothing."""
    with pytest.raises(ConfigurationError, match="must map JSON keys to fields"):
        CommandTarget(f"{PYTHON} -V", folder=tmp_path, fields=fields)


def test_a_secret_on_the_command_line_is_hidden(tmp_path: Path) -> None:
    """The identity goes into records."""
    target = CommandTarget(f"{PYTHON} answer.py --api-key sk-123 --token=abc SECRET=x", folder=tmp_path)
    assert target.identity.endswith("answer.py --api-key [hidden] --token=[hidden] SECRET=[hidden]")


def test_a_program_in_a_relative_folder_is_found(
    ask: Ask, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`cmd:./answer.sh` means the folder's file, also where the folder is given relative to where one stands."""
    write("evals/answer.sh", "#!/bin/sh\necho '\"a\"'\n").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert ask(CommandTarget("./answer.sh", folder=Path("evals")), CASE)[0].answer == "a"
    monkeypatch.chdir(tmp_path / "evals")
    assert ask(CommandTarget("./answer.sh", folder=Path()), CASE)[0].answer == "a"

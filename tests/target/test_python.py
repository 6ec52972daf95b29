"""A Python callable as the system under test: whatever it does is one output."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, NoReturn

import pytest

from assay.errors import ConfigurationError
from assay.records import Case, Output, TargetFailure
from assay.target import PythonTarget, Target

CASE = Case(id="refund-1", input="How do refunds work?")
Ask = Callable[..., list[Output]]


def failure(output: Output) -> TargetFailure:
    assert output.failure is not None
    assert output.latency_ms is not None
    assert output.answer is None
    return output.failure


def test_a_function_gets_the_question_and_its_dict_is_the_output(ask: Ask) -> None:
    """The shape of raggate's target works unchanged, and its time is measured."""

    def run(question: str) -> dict[str, Any]:
        return {"answer": f"re: {question}", "contexts": ["p"], "citations": ["d1"]}

    (output,) = ask(PythonTarget(run), CASE)
    assert output.answer == "re: How do refunds work?"
    assert output.contexts is not None
    assert output.latency_ms is not None
    assert 0 <= output.latency_ms < 10_000


def test_an_async_function_is_awaited(ask: Ask) -> None:
    """An async target answers; nothing is left un-awaited (warnings are errors)."""

    async def run(question: str) -> str:
        await asyncio.sleep(0)
        return question

    assert ask(PythonTarget(run), CASE)[0].answer == CASE.input


def test_an_async_callable_object_and_a_partial_are_awaited(ask: Ask) -> None:
    """`async def __call__`, and a partial of an async function, count as async."""

    class App:
        async def __call__(self, question: str) -> str:
            return question + "!"

    async def run(question: str, *, mark: str) -> str:
        return question + mark

    assert ask(PythonTarget(App()), CASE)[0].answer == "How do refunds work?!"
    assert ask(PythonTarget(functools.partial(run, mark="?")), CASE)[0].answer == "How do refunds work??"


def test_a_plain_function_that_returns_a_coroutine_is_awaited(ask: Ask) -> None:
    """A sync wrapper around an async function works."""

    async def inner(question: str) -> str:
        return question

    def outer(question: str) -> Any:
        return inner(question)

    assert ask(PythonTarget(outer), CASE)[0].answer == CASE.input


def test_a_target_does_not_set_its_own_latency(ask: Ask) -> None:
    """A live call is measured here; what the target says of itself is kept beside it, also in an `Output`."""
    for told in ({"answer": "a", "latency_ms": -0.0}, Output(answer="a", latency_ms=0.0)):
        (output,) = ask(PythonTarget(lambda question, told=told: told), CASE)
        assert output.latency_ms is not None
        assert output.latency_ms > 0
        assert output.extra == {"reported_latency_ms": 0.0}


def test_an_exception_becomes_the_failure_of_that_row(ask: Ask) -> None:
    """One case that raises costs one row; the message says what and where."""

    def run(question: str) -> str:
        if question == "bad":
            raise ValueError("no index")
        return "ok"

    good, bad, also = ask(
        PythonTarget(run),
        Case(id="1", input="good"),
        Case(id="2", input="bad"),
        Case(id="3", input="good"),
    )
    assert (good.answer, also.answer) == ("ok", "ok")
    assert failure(bad).kind == "exception"
    assert failure(bad).type == "ValueError"
    assert failure(bad).message.startswith("no index at test_python.py:")
    assert failure(bad).message.endswith("in run")


@pytest.mark.parametrize("status", [0, 1, None, "bye"])
def test_sys_exit_does_not_end_the_process(ask: Ask, status: Any) -> None:
    """`sys.exit(0)` in a target is a failure, not a green run; sync and async alike."""

    def run(question: str) -> NoReturn:
        sys.exit(status)

    async def arun(question: str) -> NoReturn:
        sys.exit(status)

    for function in (run, arun):
        found = failure(ask(PythonTarget(function), CASE)[0])
        assert (found.kind, found.type) == ("exit", "SystemExit")
        assert "called sys.exit(" in found.message


def test_sys_exit_in_a_task_of_the_target_does_not_end_the_process(ask: Ask) -> None:
    """Exit in a child task reaches who awaits it, and later calls still work."""

    async def leave() -> None:
        sys.exit(3)

    async def run(question: str) -> str:
        if question == "leave":
            await asyncio.create_task(leave())
        await asyncio.sleep(0)
        return "ok"

    left, fine = ask(PythonTarget(run, timeout=20), Case(id="1", input="leave"), Case(id="2", input="stay"))
    assert failure(left).kind == "exit"
    assert fine.answer == "ok"


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), StopIteration(), StopAsyncIteration(), GeneratorExit(), TimeoutError("own")]
)
def test_every_exception_class_is_a_failure(ask: Ask, error: BaseException) -> None:
    """Exceptions that asyncio treats specially are failures like any other."""

    def run(question: str) -> NoReturn:
        raise error

    async def arun(question: str) -> NoReturn:
        raise error

    for function in (run, arun):
        found = failure(ask(PythonTarget(function, timeout=20), CASE)[0])
        assert found.kind == "exception"


def test_cancellation_raised_by_the_target_is_its_failure(ask: Ask) -> None:
    """A target that cancels itself does not cancel the run."""

    async def run(question: str) -> NoReturn:
        raise asyncio.CancelledError

    def plain(question: str) -> NoReturn:
        raise asyncio.CancelledError

    for function in (run, plain):
        assert failure(ask(PythonTarget(function), CASE)[0]).type == "CancelledError"


def test_a_target_that_cancels_its_own_task_does_not_cancel_the_run(ask: Ask) -> None:
    """Whether it waits afterwards, returns at once or cancels all that it sees; the calls beside it are answered."""

    async def run(question: str) -> str:
        tasks = {"stay": set(), "all": asyncio.all_tasks()}.get(question, {asyncio.current_task()})
        for task in tasks:
            if task is not None:
                task.cancel()
        if question != "return":
            await asyncio.sleep(0)
        return "ok"

    def wrapped(question: str) -> Any:
        return run(question)

    for function in (run, wrapped):
        for question in ("wait", "return", "all"):
            target = PythonTarget(function, timeout=20)
            assert failure(ask(target, Case(id="1", input=question))[0]).type == "CancelledError"
        gone, fine = ask(PythonTarget(function), Case(id="1", input="wait"), Case(id="2", input="stay"))
        assert failure(gone).message == "the target cancelled its own task"
        assert fine.answer == "ok"


def test_an_exception_that_cannot_be_printed_is_still_a_failure(ask: Ask) -> None:
    """A broken `__str__` does not break the run."""

    class OddError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def run(question: str) -> NoReturn:
        raise OddError

    assert failure(ask(PythonTarget(run), CASE)[0]).message.startswith("OddError (its text cannot be printed)")


def test_generators_are_refused_by_name(ask: Ask) -> None:
    """A stream is not an answer, and its repr is never scored."""

    def stream(question: str) -> Iterator[str]:
        yield "a"

    async def astream(question: str) -> AsyncIterator[str]:
        yield "a"

    assert failure(ask(PythonTarget(stream), CASE)[0]).message.startswith("returned a generator")
    found = failure(ask(PythonTarget(astream), CASE)[0])
    assert (found.kind, found.message[:25]) == ("generator", "returned a async_generato")


def test_contexts_as_a_generator_or_dict_are_a_failure(ask: Ask) -> None:
    """The repr of an object is never taken for a passage."""
    for contexts in ((part for part in "ab"), {"text": "p"}):
        target = PythonTarget(lambda question, given=contexts: {"answer": "a", "contexts": given})
        found = failure(ask(target, CASE)[0])
        assert found.kind == "wrong_type"
        assert "contexts must be a list" in found.message


def test_a_wrong_return_type_names_the_field(ask: Ask) -> None:
    """None, a number and a dict without an answer are failures."""
    assert failure(ask(PythonTarget(lambda question: None), CASE)[0]).kind == "wrong_type"
    assert "answer must be text" in failure(ask(PythonTarget(lambda question: {"answer": 3}), CASE)[0]).message
    missing = failure(ask(PythonTarget(lambda question: {"ansewr": "a"}), CASE)[0])
    assert (missing.kind, "'ansewr'" in missing.message) == ("missing", True)


def test_a_sync_function_that_never_returns_times_out(ask: Ask) -> None:
    """One stuck thread costs one time-out and the others finish."""
    never = threading.Event()

    def run(question: str) -> str:
        if question == "stuck":
            never.wait()
        return "ok"

    stuck, fine = ask(PythonTarget(run, timeout=0.2), Case(id="1", input="stuck"), Case(id="2", input="go"))
    never.set()
    assert failure(stuck).kind == "timeout"
    assert failure(stuck).message == "no answer within 0.2 s"
    assert stuck.latency_ms is not None
    assert stuck.latency_ms >= 199
    assert fine.answer == "ok"


def test_an_async_function_that_never_returns_is_cancelled(ask: Ask) -> None:
    """After the time-out the target's coroutine is cancelled, so that it can clean up."""
    cleaned = threading.Event()

    async def run(question: str) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.set()
        return "never"

    assert failure(ask(PythonTarget(run, timeout=0.05), CASE)[0]).kind == "timeout"
    assert cleaned.wait(5)


def test_an_async_function_that_blocks_its_loop_times_out(ask: Ask) -> None:
    """Blocking code in an async target cannot stop the run: it does not run in the engine's loop."""
    never = threading.Event()

    async def run(question: str) -> str:
        never.wait()
        return "never"

    target = PythonTarget(run, timeout=0.1)

    async def call() -> Output:
        output = await target.call(CASE)
        never.set()
        await target.close()
        return output

    assert failure(asyncio.run(call())).kind == "timeout"


def test_the_caller_can_cancel(ask: Ask) -> None:
    """Cancelling the caller passes through; it is not a failure of the target."""
    never = threading.Event()

    async def cancel() -> None:
        target = PythonTarget(lambda question: never.wait())
        task = asyncio.create_task(target.call(CASE))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await target.close()

    asyncio.run(cancel())
    never.set()


def test_a_stuck_thread_does_not_hang_the_end_of_the_process() -> None:
    """The interpreter ends although a sync and an async target never return."""
    script = (
        "import asyncio, threading\n"
        "from assay.records import Case\n"
        "from assay.target import PythonTarget\n"
        "never = threading.Event()\n"
        "async def block(question): never.wait()\n"
        "for function in (lambda question: never.wait(), block):\n"
        "    target = PythonTarget(function, timeout=0.05)\n"
        "    print(asyncio.run(target.call(Case(id='a'))).failure.kind)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (0, "timeout\ntimeout\n"), ended.stderr


def test_context_variables_are_visible(ask: Ask) -> None:
    """Both kinds of function see the caller's context variables."""
    user = contextvars.ContextVar("user", default="nobody")

    async def arun(question: str) -> str:
        return user.get()

    token = user.set("qa")
    try:
        outputs = [ask(PythonTarget(function), CASE)[0] for function in (lambda question: user.get(), arun)]
    finally:
        user.reset(token)
    assert [output.answer for output in outputs] == ["qa", "qa"]


def test_calls_run_at_the_same_time(ask: Ask) -> None:
    """Eight sync calls that wait for one another all get through."""
    barrier = threading.Barrier(8)

    def run(question: str) -> str:
        barrier.wait(20)
        return "ok"

    outputs = ask(PythonTarget(run, timeout=30), *(Case(id=str(number)) for number in range(8)))
    assert [output.answer for output in outputs] == ["ok"] * 8


def test_all_async_calls_share_one_loop(ask: Ask) -> None:
    """An async client of the target lives in one loop for the whole run, also over two of the caller's loops."""
    loops: set[int] = set()

    async def run(question: str) -> str:
        loops.add(id(asyncio.get_running_loop()))
        return "ok"

    target = PythonTarget(run)
    asyncio.run(target.call(CASE))
    ask(target, CASE, CASE)
    assert len(loops) == 1


def test_a_closed_target_can_be_called_and_closed_again(ask: Ask) -> None:
    """`close` gives back the loop; the next call starts another."""

    async def run(question: str) -> str:
        return "ok"

    target = PythonTarget(run)
    assert [ask(target, CASE)[0].answer for _ in range(2)] == ["ok", "ok"]
    asyncio.run(target.close())


def test_a_hand_written_output_is_checked(ask: Ask) -> None:
    """A target may return an Output; one with a wrong type inside is a failure."""
    assert ask(PythonTarget(lambda question: Output(answer="a")), CASE)[0].answer == "a"
    wrong = PythonTarget(lambda question: Output(answer=5))  # type: ignore[arg-type]
    assert failure(ask(wrong, CASE)[0]).kind == "wrong_type"


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), True, "5"])
def test_a_bad_timeout_is_refused(timeout: Any) -> None:
    """A time-out that could never work is a configuration error."""
    with pytest.raises(ConfigurationError, match="number of seconds above 0"):
        PythonTarget(print, timeout=timeout)


def test_what_cannot_be_called_is_refused() -> None:
    """A text or a dict is not a target."""
    with pytest.raises(ConfigurationError, match="must be callable, got dict"):
        PythonTarget({"answer": "a"})  # type: ignore[arg-type]


def test_it_is_a_target_with_a_readable_identity() -> None:
    """The identity names module and function."""

    def run(question: str) -> str:
        return question

    target = PythonTarget(run)
    assert isinstance(target, Target)
    assert target.identity.startswith("python:")
    assert target.identity.endswith("run")

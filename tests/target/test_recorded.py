"""Recorded outputs as the system under test."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Iterator

import pytest

from assay.errors import InputError
from assay.records import Case, Output
from assay.target import RecordedTarget

Ask = Callable[..., list[Output]]


def cases(*ids: str) -> list[Case]:
    return [Case(id=case_id) for case_id in ids]


def pairs(*ids: str) -> Iterator[tuple[str, Output]]:
    return ((case_id, Output(answer=case_id)) for case_id in ids)


def test_a_mapping_answers_in_any_order_and_again_after_close(ask: Ask) -> None:
    """A mapping can serve more than one run."""
    target = RecordedTarget({"a": Output(answer="1"), "b": Output(answer="2")})
    for _ in range(2):
        assert [output.answer for output in ask(target, *cases("b", "a"))] == ["2", "1"]


def test_a_case_without_output_is_missing_and_not_empty(ask: Ask) -> None:
    """No recorded output is a failure by name."""
    (output,) = ask(RecordedTarget({}), *cases("a"))
    assert output.failure is not None
    assert (output.failure.kind, output.failure.message) == ("missing", "no recorded output for case 'a'")


def test_latency_is_what_was_recorded(ask: Ask) -> None:
    """The time of a lookup is not the time of the system."""
    recorded = {"a": Output(answer="1"), "b": Output(answer="2", latency_ms=80.0)}
    assert [output.latency_ms for output in ask(RecordedTarget(recorded), *cases("a", "b"))] == [None, 80.0]


def test_ids_are_compared_in_their_normal_form(ask: Ask) -> None:
    """Outer white space and Unicode composition do not tear a case from its output."""
    name = unicodedata.normalize("NFD", "café")
    assert ask(RecordedTarget(pairs(f" {name} ")), *cases("café"))[0].answer == f" {name} "


def test_pairs_in_the_order_of_the_cases_are_read_one_at_a_time() -> None:
    """Memory does not grow: exactly as many pairs were read as cases were asked, and none is held."""
    read: list[str] = []

    def stream() -> Iterator[tuple[str, Output]]:
        for number in range(1000):
            read.append(str(number))
            yield str(number), Output(answer=str(number))

    target = RecordedTarget(stream())
    for number in range(10):
        assert asyncio.run(target.call(Case(id=str(number)))).answer == str(number)
        assert len(read) == number + 1
        assert not target._waiting


def test_pairs_out_of_order_are_found(ask: Ask) -> None:
    """What came early waits for its case."""
    target = RecordedTarget(pairs("c", "a", "b"))
    assert [output.answer for output in ask(target, *cases("a", "b", "c"))] == ["a", "b", "c"]


def test_two_outputs_for_a_waiting_case_are_a_failure(ask: Ask) -> None:
    """Which of the two is meant is not guessed."""
    outputs = ask(RecordedTarget(pairs("a", "a", "b")), *cases("b", "a"))
    assert outputs[0].answer == "b"
    assert outputs[1].failure is not None
    assert outputs[1].failure.message == "two recorded outputs for case 'a'"


def test_outputs_that_no_case_asked_for_are_named() -> None:
    """A mistyped id, and a second output of an answered case, can be shown at the end."""
    target = RecordedTarget(pairs("typo", "a", "b", "a", "late"))
    for case in cases("a", "b"):
        asyncio.run(target.call(case))
    assert list(target.unused()) == ["typo", "a", "late"]


def test_what_is_left_is_known_after_close_too() -> None:
    """Pairs that can be read only once are not forgotten: the run closes its target before it looks."""
    target = RecordedTarget(pairs("typo", "a", "late"))
    asyncio.run(target.call(Case(id="a")))
    asyncio.run(target.close())
    assert list(target.unused()) == ["typo", "late"]


def test_an_output_of_another_input_is_stale(ask: Ask) -> None:
    """An answer to an older wording of the question says nothing about the case; white space and composition do not matter."""

    def asked(text: str) -> dict[str, Output]:
        return {"a": Output(answer="yes", extra={"input": text})}

    case = Case(id="a", input="Is a café open?")
    for same in ("Is a café open?", " Is a  cafe\u0301 open?\n"):
        assert ask(RecordedTarget(asked(same)), case)[0].answer == "yes"
    (output,) = ask(RecordedTarget(asked("Is a bar open?")), case)
    assert (output.answer, output.failure and output.failure.kind) == (None, "stale")
    assert "'Is a bar open?'" in str(output.failure)
    assert ask(RecordedTarget(asked("anything")), Case(id="a"))[0].answer == "yes"


def test_a_broken_file_is_not_a_failure_of_the_system() -> None:
    """What the reader raises passes through."""

    def broken() -> Iterator[tuple[str, Output]]:
        yield "a", Output(answer="1")
        raise InputError("outputs.jsonl:2: not JSON")

    target = RecordedTarget(broken())
    assert asyncio.run(target.call(Case(id="a"))).answer == "1"
    with pytest.raises(InputError, match=r"outputs\.jsonl:2"):
        asyncio.run(target.call(Case(id="b")))

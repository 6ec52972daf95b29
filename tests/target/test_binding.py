"""How a function says whether it wants the question or the case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assay.errors import ConfigurationError
from assay.records import Case, Output
from assay.target import PythonTarget
from assay.target.binding import bind

CASE = Case(id="c1", input="why?", group="g", reference="because", extra={"user_id": 7, "tags": ["a"]})


def called(function: Callable[..., Any], case: Case = CASE) -> Any:
    positional, named = bind(function, "run()")(case)
    return function(*positional, **named)


@pytest.mark.parametrize(
    "function",
    [
        lambda question: question,
        lambda q: q,
        lambda x, /: x,
        lambda *, query: query,
        lambda *everything: everything[0],
        lambda question="": question,
        lambda question, group=None, k=5: question,
        lambda question, **options: question,
    ],
)
def test_one_required_parameter_gets_the_question(function: Callable[..., Any]) -> None:
    """Whatever its name, and whatever has defaults is left alone."""
    assert called(function) == "why?"


def test_case_by_name_or_annotation_gets_the_whole_case() -> None:
    """`case`, `sample` and an annotation `Case` mean the record."""

    def annotated(row: Case) -> Case:
        return row

    assert called(lambda case: case) is CASE
    assert called(lambda sample: sample) is CASE
    assert called(annotated) is CASE


def test_an_annotation_that_is_a_real_class_is_recognised() -> None:
    """Annotations that are not postponed work too."""

    def annotated(row: Any) -> Any:
        return row

    annotated.__annotations__["row"] = Case
    assert called(annotated) is CASE


def test_parameters_named_like_fields_get_the_fields() -> None:
    """Several parameters are filled by name: fields first, then the case's own columns."""
    assert called(lambda group: group) == "g"
    assert called(lambda question, group, *, user_id: (question, group, user_id)) == ("why?", "g", 7)
    assert called(lambda case, question: (case.id, question)) == ("c1", "why?")


def test_a_column_that_the_case_lacks_is_that_rows_failure(ask: Callable[..., list[Output]]) -> None:
    """The message says what was asked for and what to do."""
    target = PythonTarget(lambda question, tenant: question)
    with_column, without = ask(target, Case(id="a", input="x", extra={"tenant": "t"}), Case(id="b", input="x"))
    assert with_column.answer == "x"
    assert without.failure is not None
    assert without.failure.kind == "missing"
    assert "asks for 'tenant', which case 'b' does not have" in without.failure.message


def test_messages_are_given_as_plain_lists() -> None:
    """A conversation arrives as the list of dicts that model clients take, and may be changed."""
    case = Case(id="c", input=({"role": "user", "content": "hi"},))
    messages = called(lambda messages: messages, case)
    messages[0]["content"] = "changed"
    assert type(messages) is list
    assert case.input == ({"role": "user", "content": "hi"},)


def test_a_builtin_without_a_signature_gets_the_question() -> None:
    """`str` and its like cannot be inspected everywhere."""
    assert bind(str, "str")(CASE) == (("why?",), {})


@pytest.mark.parametrize("function", [lambda: "a", lambda **options: "a", lambda *, k=1: "a"])
def test_a_function_that_takes_nothing_is_refused(function: Callable[..., Any]) -> None:
    """It could only give one answer to every question."""
    with pytest.raises(ConfigurationError, match="takes no argument"):
        bind(function, "run()")

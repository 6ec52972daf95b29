"""Which citation belongs to which statement."""

from __future__ import annotations

import pytest

from assay.errors import InvalidRowError
from assay.metrics.citation.cited_statements import Library, cited_statements
from assay.records import Citation, Context

LIBRARY = Library([Context(text="one", id="c1", document_id="d1"), Context(text="two", id="c2", document_id="d1")])
BARE = Library([Context(text="one"), Context(text="two")])
ANSWER = "Refunds take 30 days. They are free."


def cited(answer: str, citations: list[Citation] | None, library: Library = LIBRARY) -> list[tuple[str, ...]]:
    return [statement.cited for statement in cited_statements(answer, citations, library)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Refunds take 30 days [1]. They are free [2, 1].", [("c1",), ("c2", "c1")]),
        ("Refunds take 30 days [c2]. They are free.", [("c2",), ()]),
        ("Refunds take 30 days [d1].[9] They are free.", [("d1", "9"), ()]),
        ("Refunds [sic] take 30 days [1]. They are free.", [("c1",), ()]),
    ],
)
def test_marks_alone(answer: str, expected: list[tuple[str, ...]]) -> None:
    """A mark is an id or a place; a number that is no place is kept as it is; other brackets are no citation."""
    assert cited(answer, None) == expected
    assert [one.text.replace("[sic] ", "") for one in cited_statements(answer, None, LIBRARY)][1] == "They are free."


@pytest.mark.parametrize(
    ("citation", "expected"),
    [
        (Citation(id="c1", start=0, end=7), [("c1",), ()]),
        (Citation(id="c1", start=22), [(), ("c1",)]),
        (Citation(id="c1", start=5, end=30), [("c1",), ("c1",)]),
        (Citation(id="c1"), [("c1",), ("c1",)]),
        (Citation(id="nobody", start=0, end=3), [("nobody",), ()]),
    ],
)
def test_spans(citation: Citation, expected: list[tuple[str, ...]]) -> None:
    """A span belongs to the sentences it touches; a citation without one speaks for all."""
    assert cited(ANSWER, [citation]) == expected


def test_marks_place_a_list() -> None:
    """With a list, a mark is the id or the place in the list."""
    answer = "Refunds take 30 days [1]. They are free [2]."
    assert cited(answer, [Citation(id="c2"), Citation(id="c1")]) == [("c2",), ("c1",)]
    assert cited("A day [c1]. It is free.", [Citation(id="c1")]) == [("c1",), ()]


def test_an_empty_list_cites_nothing() -> None:
    """Returned and empty is known: no statement cites."""
    assert cited(ANSWER, []) == [(), ()]


def test_neither_list_nor_mark_is_invalid() -> None:
    """A target that stops citing cannot make the check go away."""
    with pytest.raises(InvalidRowError, match="no citations") as caught:
        cited(ANSWER, None)
    assert caught.value.code == "missing_output"


def test_repeated_citations_collapse() -> None:
    """Twice in one statement is once, and reported."""
    (statement,) = cited_statements("It is free [1][c1].", None, LIBRARY)
    assert (statement.cited, statement.repeated) == (("c1",), ("c1",))


def test_passages_behind_ids() -> None:
    """A document is all of its passages; without ids the place is the id; nothing is made up."""
    assert LIBRARY.texts(["d1", "c1"]) == ("one", "two")
    assert BARE.texts(["2"]) == ("two",)
    assert LIBRARY.texts(["1", "9"]) == ()
    assert "1" in BARE
    assert "1" not in LIBRARY

"""What targets and files give, read in the forms that are known; every other form is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from assay.errors import InvalidRowError
from assay.records import Citation, Context
from assay.records.output import parse_citations, parse_contexts, parse_texts


@pytest.mark.parametrize(
    ("item", "context"),
    [
        ("text", Context(text="text", rank=1)),
        ({"text": "t", "id": "c1"}, Context(text="t", id="c1", rank=1)),
        ({"page_content": "t", "source": "d1"}, Context(text="t", document_id="d1", rank=1)),
        ({"content": "t", "chunk_id": 7, "doc_id": 3}, Context(text="t", id="7", document_id="3", rank=1)),
        ({"text": "t", "score": 1, "rank": 5, "page": 2}, Context(text="t", score=1.0, rank=5, extra={"page": 2})),
        (Context(text="t", rank=9), Context(text="t", rank=9)),
    ],
)
def test_contexts(item: Any, context: Context) -> None:
    """Texts, objects under the usual names and records are read; what is left over is kept."""
    assert parse_contexts([item]) == (context,)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("one text", "not_a_list"),
        ({"text": "x"}, "not_a_list"),
        ((text for text in "ab"), "not_a_list"),
        (None, "not_a_list"),
        ([["x"]], "item_type"),
        ([3], "item_type"),
        ([{"id": "c"}], "context_text"),
        ([{"text": None}], "context_text"),
        ([{"text": "x", "id": 1.5}], "id_type"),
        ([{"text": "x", "rank": "1"}], "item_type"),
        ([{"text": "x", "score": "high"}], "item_type"),
        ([{"text": "x", "score": float("nan")}], "not_finite"),
    ],
)
def test_contexts_of_another_form_are_refused(value: Any, code: str) -> None:
    """A single text, a generator and an object without text are named, never printed and scored."""
    with pytest.raises(InvalidRowError, match="contexts") as caught:
        parse_contexts(value)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("item", "citation"),
    [
        ("d1", Citation(id="d1")),
        (7, Citation(id="7")),
        ({"id": "d1"}, Citation(id="d1")),
        ({"source": "d1", "text": "quoted"}, Citation(id="d1", quote="quoted")),
        ({"id": "d1", "start": 0, "end": 4, "page": 2}, Citation(id="d1", start=0, end=4, extra={"page": 2})),
    ],
)
def test_citations(item: Any, citation: Citation) -> None:
    """Ids and objects with an id are read."""
    assert parse_citations([item]) == (citation,)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("d1", "not_a_list"),
        ([True], "item_type"),
        ([["d1"]], "item_type"),
        ([{"title": "x"}], "citation_id"),
        ([{"id": "d", "quote": 3}], "item_type"),
        ([{"id": "d", "start": "0"}], "item_type"),
        ([{"id": {"x": 1}}], "id_type"),
    ],
)
def test_citations_of_another_form_are_refused(value: Any, code: str) -> None:
    """An object without an id is not compared as its printed form."""
    with pytest.raises(InvalidRowError, match="citations") as caught:
        parse_citations(value)
    assert caught.value.code == code


def test_numpy_arrays_of_texts_are_lists() -> None:
    """What a data frame hands over is read as a list."""
    numpy = pytest.importorskip("numpy")
    assert parse_texts(numpy.array(["a", "b"]), "facts") == ("a", "b")


def test_lists_of_texts_name_the_position() -> None:
    """The first item that is no text is named."""
    with pytest.raises(InvalidRowError, match=r"facts\[1\] must be text, got int"):
        parse_texts(["a", 1], "facts")

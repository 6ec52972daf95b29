"""A sample hands out fields by name, from the side that gives them."""

from __future__ import annotations

import pytest

from assay.errors import InvalidRowError
from assay.records import Attribution, Case, Claim, Context, Item, Output, Sample
from assay.records.score import recompute
from assay.records.vocabulary import FIELDS, Side

SAMPLE = Sample(
    case=Case(
        id="1", input="q", required_claims=(Claim(id="a"), Claim(id="b")), extra={"region": "eu", "corpus_ids": ["d1"]}
    ),
    output=Output(
        answer="x",
        contexts=(Context(text="t", id="c1"), Context(text="u", document_id="d2")),
        attributions=(
            Attribution(claim_id="b", supported=True),
            Attribution(claim_id="b", supported=True),
            Attribution(claim_id="a", supported=False),
        ),
        extra={"model": "m"},
    ),
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("input", "q"),
        ("answer", "x"),
        ("reference", None),
        ("citations", None),
        ("required_claim_ids", ["a", "b"]),
        ("supported_claim_ids", ["b"]),
        ("retrieved_ids", ["c1", "d2"]),
        ("region", "eu"),
        ("model", "m"),
        ("corpus_ids", ("d1",)),
        ("nowhere", None),
        ("case", SAMPLE.case),
        ("output", SAMPLE.output),
    ],
)
def test_fields_by_name(name: str, value: object) -> None:
    """Stated, derived and free fields are found; what was not given is None."""
    assert SAMPLE.get(name) == value


def test_ids_may_be_given_directly() -> None:
    """Ids beside the claims or the contexts serve where those are not given."""
    sample = Sample(
        case=Case(id="1", extra={"required_claim_ids": ["a"]}),
        output=Output(supported_claim_ids=("a",), extra={"retrieved_ids": ["d1"]}),
    )
    assert sample.get("required_claim_ids") == ("a",)
    assert sample.get("supported_claim_ids") == ["a"]
    assert sample.get("retrieved_ids") == ("d1",)


def test_a_free_field_on_both_sides_is_refused() -> None:
    """Which one was meant cannot be told."""
    sample = Sample(case=Case(id="1", extra={"x": 1}), output=Output(extra={"x": 2}))
    with pytest.raises(InvalidRowError, match="'x' stands in the case and in the output"):
        sample.get("x")


def test_every_stated_field_is_in_the_vocabulary() -> None:
    """Each field of case and output that a metric can read has a side and a meaning."""
    of_case = set(Case.__struct_fields__) - {"id", "blocking", "group", "contract", "reviewed", "extra"}
    of_output = set(Output.__struct_fields__) - {"extra"}
    assert of_case <= {name for name, field in FIELDS.items() if field.side is Side.CASE}
    assert of_output <= {name for name, field in FIELDS.items() if field.side is Side.OUTPUT}
    assert all(field.meaning for field in FIELDS.values())


def test_items_add_up() -> None:
    """Credit times weight over weight; items without a credit do not count; none is None."""
    items = (
        Item(kind="a", outcome="in", credit=1.0, weight=3),
        Item(kind="a", outcome="out", credit=0.0),
        Item(kind="note", outcome="seen"),
    )
    assert recompute(items) == 0.75
    assert recompute(()) is None
    assert recompute((Item(kind="note", outcome="seen"),)) is None

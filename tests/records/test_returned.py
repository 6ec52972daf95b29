"""What targets return, read into an Output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidRowError
from assay.records import Attribution, Citation, Context, Output, TargetFailure, Usage
from assay.records.returned import ALIASES, parse_output


@pytest.mark.parametrize("name", ALIASES["answer"])
def test_every_common_name_of_an_answer_is_recognised(name: str) -> None:
    """The names of ragas, DeepEval and the common ones give one answer."""
    assert parse_output({name: "30 days"}) == Output(answer="30 days")


@pytest.mark.parametrize("name", ALIASES["contexts"])
def test_every_common_name_of_contexts_is_recognised(name: str) -> None:
    """Contexts keep their order as rank under every name."""
    assert parse_output({name: ["p", {"text": "q", "id": "d2"}]}).contexts == (
        Context(text="p", rank=1),
        Context(text="q", id="d2", rank=2),
    )


def test_a_field_that_was_not_returned_stays_none_and_an_empty_one_stays_empty() -> None:
    """Not returned and returned empty are told apart."""
    output = parse_output({"answer": "a", "contexts": []})
    assert output.contexts == ()
    assert output.citations is None
    assert output.supported_claim_ids is None
    assert output.abstained is None


def test_null_counts_as_not_returned() -> None:
    """A JSON null is the absence of a field."""
    assert parse_output({"answer": "a", "citations": None}).citations is None


def test_our_own_name_wins_and_nothing_is_lost() -> None:
    """A second name of one field, and every unknown key, is kept in `extra`."""
    output = parse_output({"answer": "ours", "response": "theirs", "model": "m", "extra": {"k": 1}})
    assert output.answer == "ours"
    assert output.extra == {"response": "theirs", "model": "m", "k": 1}


def test_a_citation_object_is_its_id() -> None:
    """A citation given as an object is not compared as the object's text."""
    assert parse_output({"answer": "a", "citations": [{"id": "d1"}, "d2"]}).citations == (
        Citation(id="d1"),
        Citation(id="d2"),
    )


def test_every_field_of_an_output_is_read() -> None:
    """All fields of the record can be returned."""
    output = parse_output(
        {
            "answer": "a",
            "supported_claim_ids": ["c1"],
            "attributions": [{"claim_id": "c1", "supported": True, "document_id": "d", "span": "s", "by": "nli"}],
            "abstained": False,
            "tool_calls": [{"name": "search", "args": {"q": "x"}}],
            "messages": [{"role": "user", "content": "x"}],
            "latency_ms": 12,
            "failure": {"kind": "http", "message": "503"},
        }
    )
    assert output == Output(
        answer="a",
        supported_claim_ids=("c1",),
        attributions=(Attribution(claim_id="c1", supported=True, document_id="d", span="s", by="nli"),),
        abstained=False,
        tool_calls=({"name": "search", "args": {"q": "x"}},),
        messages=({"role": "user", "content": "x"},),
        latency_ms=12.0,
        failure=TargetFailure(kind="http", message="503"),
    )


def test_openai_usage_is_read_and_its_rest_is_kept() -> None:
    """Prompt and completion tokens are ours under another name; details are not lost."""
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 3,
        "total_tokens": 12,
        "prompt_tokens_details": {"cached_tokens": 4},
    }
    output = parse_output({"answer": "a", "usage": usage})
    assert output.usage == Usage(input_tokens=9, output_tokens=3)
    assert output.extra == {"usage": {"total_tokens": 12, "prompt_tokens_details": {"cached_tokens": 4}}}


def test_numpy_numbers_and_arrays_are_numbers_and_lists() -> None:
    """What numpy computed is taken for what it stands for."""
    np = pytest.importorskip("numpy")
    output = parse_output(
        {"answer": "a", "latency_ms": np.float32(1.5), "abstained": np.bool_(True), "contexts": np.array(["p"])}
    )
    assert (output.latency_ms, output.abstained, output.contexts) == (1.5, True, (Context(text="p", rank=1),))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "expected an answer as text or an object with `answer`, got NoneType"),
        (["a"], "got list"),
        (b"a", "got bytes"),
        ({}, "none of answer, response, output, actual_output, text"),
        ({"ansewr": "a"}, "its keys: 'ansewr'"),
        ({"answer": 5}, "answer must be text, got int"),
        ({"response": ["a"]}, "response must be text, got list"),
        ({"answer": "a", "contexts": (c for c in "ab")}, "contexts must be a list of texts"),
        ({"answer": "a", "contexts": {"text": "p"}}, "got dict"),
        ({"answer": "a", "retrieved_contexts": "p"}, "retrieved_contexts must be a list"),
        ({"answer": "a", "contexts": [1]}, "contexts[0] must be text"),
        ({"answer": "a", "citations": [None]}, "citations[0] must be an id"),
        ({"answer": "a", "abstained": "false"}, "abstained must be true or false, got str"),
        ({"answer": "a", "abstained": 0}, "abstained must be true or false, got int"),
        ({"answer": "a", "latency_ms": float("nan")}, "latency_ms must be finite"),
        ({"answer": "a", "latency_ms": -1}, "latency_ms must not be negative"),
        ({"answer": "a", "latency_ms": True}, "latency_ms must be a number, got bool"),
        ({"answer": "a", "usage": 3}, "usage must be an object"),
        ({"answer": "a", "usage": {"prompt_tokens": 1.5}}, "usage.input_tokens must be a whole number"),
        ({"answer": "a", "usage": {"usd": float("inf")}}, "usage.usd must be finite"),
        ({"answer": "a", "attributions": [{"claim_id": "c"}]}, "attributions[0]"),
        ({"answer": "a", "supported_claim_ids": [1]}, "supported_claim_ids[0] must be text"),
        ({"answer": "a", "tool_calls": {"name": "x"}}, "tool_calls must be a list, got dict"),
        ({"answer": "a", "model": object()}, "extra.model: object is not a JSON type"),
        ({"answer": "a", 5: "x"}, "key 5 is not text"),
        (Output(answer=5), "Expected `str | null`, got `int` - at `$.answer`"),  # type: ignore[arg-type]
        (Output(contexts=(c for c in "a")), "generator"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_refused_by_the_name_of_its_field(value: Any, message: str) -> None:
    """Nothing is turned into text, a list or 0 to get on."""
    with pytest.raises(InvalidRowError) as caught:
        parse_output(value)
    assert message in str(caught.value)


def test_all_wrong_fields_are_named_at_once() -> None:
    """Two wrong fields are two messages in one error."""
    with pytest.raises(InvalidRowError, match=r"answer must be text, got int; abstained must be true or false"):
        parse_output({"answer": 5, "abstained": "no"})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from([name for names in ALIASES.values() for name in names]) | st.text(), json_values)
)
def test_any_json_object_is_read_or_refused(value: dict[str, Any]) -> None:
    """Whatever JSON a target sends, there is an Output or an InvalidRowError, and the Output reads back equal."""
    try:
        output = parse_output(value)
    except InvalidRowError:
        return
    assert Output.from_json(output.to_json()) == output


def test_objects_are_told_how_to_become_a_dict() -> None:
    """A dataclass and a pydantic model are what people return; the message says the one call that is missing."""

    @dataclass
    class Reply:
        answer: str = "x"

    class Model:
        def model_dump(self) -> dict[str, Any]:
            return {}

    with pytest.raises(InvalidRowError, match=r"got Reply; return a dict, `dataclasses\.asdict"):
        parse_output(Reply())
    with pytest.raises(InvalidRowError, match=r"got Model; return a dict, `….model_dump\(\)`"):
        parse_output(Model())
    with pytest.raises(InvalidRowError, match=r"got int$"):
        parse_output(3)


@pytest.mark.parametrize("error", ["no index", {"code": 3}, ["x"], True])
def test_an_error_is_a_failure_whatever_stands_beside_it(error: Any) -> None:
    """A live target and a record alike; what was answered is kept, and is not scored."""
    output = parse_output({"answer": "x", "error": error})
    assert output.failure == TargetFailure(kind="reported", message=str(error))
    assert parse_output({"error": error}).failure == output.failure


@pytest.mark.parametrize("error", [None, "", "  ", False, [], {}])
def test_an_error_that_says_nothing_is_none(error: Any) -> None:
    """Many records have the column always."""
    assert parse_output({"answer": "x", "error": error}).failure is None

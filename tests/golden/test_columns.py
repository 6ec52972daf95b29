"""Column recognition: other tools' files mean what they meant, a mapping wins, conflicts are named."""

from __future__ import annotations

from typing import Any

import pytest

from assay.errors import InvalidRowError, ViolationsError
from assay.golden import GoldenRow, from_rows
from assay.golden.columns import ALIASES, KNOWN, Dialect, dialect_of
from assay.golden.fields import parse_case
from assay.records import Case, Context, InvalidInput, Output


def read(row: dict[str, Any], mapping: dict[str, str] | None = None) -> GoldenRow:
    """The row of a golden set of one row."""
    (found,) = from_rows([row], mapping)
    assert isinstance(found, GoldenRow), found
    return found


def texts(contexts: tuple[Context, ...] | None) -> list[str] | None:
    """The texts of the passages."""
    return None if contexts is None else [context.text for context in contexts]


def test_every_alias_leads_to_a_known_field() -> None:
    """And no alias shadows a field of our own."""
    assert set(ALIASES.values()) <= KNOWN
    assert not ALIASES.keys() & KNOWN


def test_ragas() -> None:
    """All columns of a single-turn sample."""
    row = read(
        {
            "user_input": "q",
            "response": "a",
            "retrieved_contexts": ["c1", "c2"],
            "reference": "r",
            "reference_contexts": ["g"],
            "retrieved_context_ids": [1, "d2"],
            "reference_context_ids": [1, "d3"],
            "reference_topics": ["refunds"],
            "rubrics": {"score1_description": "bad"},
            "persona_name": "qa",
        }
    )
    assert row.case.id.startswith("input-")
    assert (row.case.input, row.case.reference, row.case.reference_contexts) == ("q", "r", ("g",))
    assert row.case.expected_context_ids == ("1", "d3")
    assert row.case.extra == {
        "reference_topics": ("refunds",),
        "rubrics": {"score1_description": "bad"},
        "persona_name": "qa",
    }
    assert row.output is not None
    assert (row.output.answer, texts(row.output.contexts)) == ("a", ["c1", "c2"])
    assert row.output.extra == {"retrieved_ids": (1, "d2")}


def test_a_ragas_conversation_is_input_and_recorded_messages() -> None:
    """What was asked is the case; what happened is the output, so a new answer does not change the case."""
    asked = [{"type": "human", "content": "Weather?"}]
    answered = [*asked, {"type": "ai", "content": "Sunny."}]
    row = read({"user_input": answered, "reference": "r"})
    assert row.case.input == tuple(asked)
    assert row.output is not None
    assert row.output.messages == tuple(answered)
    other = read({"user_input": [*asked, {"type": "ai", "content": "Rain."}], "reference": "r"})
    assert other.case == row.case


def test_the_common_names() -> None:
    """question, answer, contexts, ground_truth; contexts are what was retrieved."""
    row = read({"question": "q", "answer": "a", "contexts": ["c"], "ground_truth": "r"})
    assert (row.case.input, row.case.reference, row.case.reference_contexts) == ("q", "r", None)
    assert row.output is not None
    assert texts(row.output.contexts) == ["c"]


def test_ground_truths_of_one_text_is_the_reference_and_of_two_is_invalid() -> None:
    """A list is not joined and not cut."""
    assert read({"question": "q", "ground_truths": ["r"]}).case.reference == "r"
    (row,) = from_rows([{"question": "q", "ground_truths": ["r", "s"]}])
    assert isinstance(row, InvalidInput)
    assert row.reason == "reference must be one text, got a list of 2"


def test_deepeval() -> None:
    """`context` is gold evidence, `retrieval_context` what was retrieved."""
    row = read(
        {
            "input": "q",
            "actual_output": "a",
            "expected_output": "r",
            "retrieval_context": ["c"],
            "context": ["g"],
            "tools_called": [{"name": "search"}],
            "expected_tools": [{"name": "find"}],
        }
    )
    assert (row.case.reference, row.case.reference_contexts) == ("r", ("g",))
    assert row.case.extra == {"reference_tool_calls": ({"name": "find"},)}
    assert row.output is not None
    assert (row.output.answer, texts(row.output.contexts)) == ("a", ["c"])
    assert row.output.tool_calls == ({"name": "search"},)


def test_raggate_contexts_beside_an_answer_are_what_was_retrieved() -> None:
    """A file with answers is a record of outputs, not a raggate golden file."""
    row = read({"id": "a", "question": "q", "expected": "r", "answer": "a", "contexts": ["c"]})
    assert row.case.reference_contexts is None
    assert row.output is not None
    assert texts(row.output.contexts) == ["c"]


def test_our_own_row_with_case_and_output() -> None:
    """Every field of the output, and the seed's two id columns."""
    row = read(
        {
            "case_id": "refund-1",
            "required_claim_ids": ["a", "b"],
            "supported_claim_ids": ["a"],
            "citations": ["d1", {"id": "d2", "quote": "x"}],
            "abstained": False,
            "latency_ms": 12,
            "usage": {"prompt_tokens": 3},
            "attributions": [{"claim_id": "a", "supported": True, "document_id": "d1"}],
            "output.model": "m",
        }
    )
    assert row.case == Case(id="refund-1", extra={"required_claim_ids": ("a", "b")})
    assert row.output is not None
    assert row.output.supported_claim_ids == ("a",)
    assert row.output.citations is not None
    assert [citation.id for citation in row.output.citations] == ["d1", "d2"]
    assert row.output.usage is not None
    assert row.output.usage.input_tokens == 3
    assert row.output.extra == {"model": "m"}


def test_a_field_that_the_output_lacks_differs_from_an_empty_one() -> None:
    """Null and absent are not returned; an empty list is returned empty; an empty answer is an answer."""
    row = read({"id": "a", "input": "q", "answer": "", "contexts": [], "citations": None})
    assert row.output == Output(answer="", contexts=())


@pytest.mark.parametrize(
    ("columns", "dialect"),
    [
        (["id", "input", "reference"], Dialect.OWN),
        (["question", "answer", "contexts"], Dialect.COMMON),
        (["user_input", "response"], Dialect.RAGAS),
        (["question", "expected"], Dialect.RAGGATE),
        (["question", "expected", "answer"], Dialect.COMMON),
        (["input", "actual_output", "context"], Dialect.DEEPEVAL),
        ([], Dialect.OWN),
    ],
)
def test_whose_file_it_is(columns: list[str], dialect: Dialect) -> None:
    """Decided by the column names alone."""
    assert dialect_of(columns) is dialect


def test_a_mapping_wins_over_recognition() -> None:
    """The mapped column gives the field; the one that would have been recognised is kept as it is."""
    row = read(
        {"key": 4, "prompt": "mapped", "question": "other", "gold": "r"},
        {"id": "key", "input": "prompt", "reference": "gold"},
    )
    assert (row.case.id, row.case.input, row.case.reference) == ("4", "mapped", "r")
    assert row.case.extra == {"question": "other"}


def test_one_column_may_give_two_fields() -> None:
    """A name that is both id and group."""
    row = read({"name": "n", "input": "q"}, {"id": "name", "group": "name"})
    assert (row.case.id, row.case.group) == ("n", "n")


def test_every_mistake_of_a_mapping_is_named_at_once() -> None:
    """Unknown field and absent column, with the near matches."""
    with pytest.raises(ViolationsError) as caught:
        from_rows([{"id": "a", "Frage": "q"}], {"inputs": "Frage", "reference": "Frege", "group": "zzz"})
    unknown, *absent = [str(found) for found in caught.value.violations]
    assert unknown.startswith("rows: mapping: 'inputs' is not a field (did you mean 'input'")
    assert absent == [
        "rows: mapping: the file has no column 'Frege' (did you mean 'Frage'?)",
        "rows: mapping: the file has no column 'zzz' (its columns: id, Frage)",
    ]


def test_two_stated_columns_for_one_field_are_a_problem_of_the_row() -> None:
    """Both are named; a column of null does not count."""
    rows = list(from_rows([{"id": "a", "input": "q", "question": "r"}, {"id": "b", "input": "q", "question": None}]))
    assert isinstance(rows[0], InvalidInput)
    assert rows[0].reason == "columns 'input' and 'question' both give 'input'; map the one that is meant"
    assert isinstance(rows[1], GoldenRow)


def test_a_mistyped_column_is_kept_and_noted_with_what_was_meant() -> None:
    """A typing error cannot make a check disappear in silence."""
    (note,) = from_rows([{"id": "a", "input": "q", "expected_fact": ["x"]}]).notes
    assert note.startswith("column 'expected_fact' is not known and was kept as it is (did you mean 'expected_facts'")


def test_columns_of_later_rows_are_recognised() -> None:
    """Rows of JSON Lines may have different columns."""
    rows = list(from_rows([{"id": "a", "input": "q"}, {"id": "b", "question": "r", "ground_truth": "x"}]))
    assert isinstance(rows[1], GoldenRow)
    assert (rows[1].case.input, rows[1].case.reference) == ("r", "x")


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("required_claims", "c1", "required_claims must be a list, got str"),
        ("required_claims", [1.5], "required_claims[0] must be a claim (id, text) or an id, got float"),
        ("required_claims", [{"text": "t"}], "required_claims[0] has no id"),
        (
            "required_claims",
            [{"id": "a", "weight": 2}],
            "required_claims[0] has unknown keys weight; a claim has id and text",
        ),
        ("required_claims", [{"id": "a", "text": 3}], "required_claims[0].text must be text, got int"),
        ("expected_citations", "doc-7", "expected_citations must be a list, got str"),
        ("expected_citations", [None], "expected_citations[0] must be text or a whole number, got NoneType"),
        ("must_abstain", 0, "must_abstain must be true or false, got int"),
        ("blocking", "false", "blocking must be true or false, got str"),
        ("reference", "", "reference is blank"),
        ("group", [], "group must be text or a whole number, got tuple"),
        ("reviewed", {"by": "qa", "when": "x"}, "reviewed: Review: Object contains unknown field `when`"),
        ("reviewed", True, "reviewed must be an object with by, on, why, got bool"),
        ("citations", "doc-7", "citations must be a list of ids or objects with `id`, got one text"),
        ("citations", [{"name": "d1"}], "citations[0] has no id"),
        ("answer", 30, "answer must be text, got int"),
        ("contexts", {"a": 1}, "contexts must be a list of texts or objects with `text`"),
        ("contexts", [3], "contexts[0] must be text or an object with `text`, got int"),
        ("abstained", "no", "abstained must be true or false, got str"),
        ("supported_claim_ids", "a", "supported_claim_ids must be a list of texts, got one text"),
        ("input", [], "input is an empty conversation"),
        ("input", ["hello"], "input[0] must be a message object, got str"),
        ("input", None, "input is missing"),
    ],
)
def test_wrong_types_are_invalid_rows_that_name_the_field(field: str, value: object, reason: str) -> None:
    """Nothing is coerced."""
    (row,) = from_rows([{"id": "a", "input": "q", field: value}])
    assert isinstance(row, InvalidInput)
    assert row.case_id == "a"
    assert reason in row.reason


def test_claim_texts_are_kept_as_given() -> None:
    """No Unicode normalisation of content; a list of ids alone is enough."""
    case = read({"id": "a", "input": "q", "required_claims": [{"id": "c", "text": "cafe\u0301 "}, "d", 5]}).case
    assert case.required_claims is not None
    assert [(claim.id, claim.text) for claim in case.required_claims] == [("c", "cafe\u0301 "), ("d", ""), ("5", "")]


def test_required_claims_may_be_stated_once_only() -> None:
    """Two statements of the requirement could differ."""
    (row,) = from_rows([{"id": "a", "input": "q", "required_claims": ["c"], "required_claim_ids": ["c"]}])
    assert isinstance(row, InvalidInput)
    assert row.reason == "required_claims and required_claim_ids are both stated; state one"


def test_a_review_may_be_a_name_or_an_object() -> None:
    """As in the golden file of the documentation."""
    assert (
        read({"id": "a", "input": "q", "reviewed": "qa"}).case.reviewed
        == read({"id": "a", "input": "q", "reviewed": {"by": "qa", "on": None}}).case.reviewed
    )


def test_parse_case_refuses_what_is_no_field() -> None:
    """Unknown names belong in extra; all problems are named."""
    with pytest.raises(InvalidRowError, match=r"^id is missing; answer is not a field of a case"):
        parse_case({"input": "q", "answer": "x"})

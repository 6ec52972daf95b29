"""Redaction reaches keys, numbers and short echoes: in the store, in a bundle, and in a case taken from a run."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.api import gate, run
from assay.api.bundling import bundle, verify_bundle
from assay.api.history import add_from_run
from assay.audit.redaction import Redactor
from assay.audit.redaction_echoes import Echoes
from assay.audit.redaction_keys import with_keys
from assay.audit.replay_source import StoredRecord
from assay.records import Case, Item, Output, Sample, Score, ScoredRow, Status

MAIL, NAME, NUMBER = "ann@example.org", "Karenina", 4915112345678
CASE = {"id": "a", "input": "Who ordered?", "expected_facts": [f"Anna {NAME}"], "profile": {MAIL: "vip", "n": NUMBER}}
OUTPUT = {
    "answer": NAME,
    "abstained": False,
    "contexts": [{"id": "d", "text": "The lamp was ordered.", "phone": NUMBER}],
    "citations": [{"id": "d", "quote": NAME}],
    "attributions": [{"claim_id": "k", "supported": True, "span": NAME}],
    "tool_calls": [{"name": "mail", "args": {MAIL: "x"}}],
    "customer": {NAME: 7, MAIL: {"deep": [{MAIL: 1}]}, "n": NUMBER, "vip": True, "score": 0.5},
}


@pytest.fixture
def made(bench):
    """Builds a decided run under redaction rules."""

    def make(*rules: str):
        checks = "checks: {fact_coverage: {required: true, minimum: 0.0}}\n"
        path = bench.policy(f"version: '1'\n{checks}redact: {json.dumps(list(rules))}\n")
        result = run([CASE], target=lambda case: OUTPUT, policy=path, store=bench.store)
        gate(result, path)
        return result

    return make


def kept(result) -> str:
    """Everything that is stored of the rows of a run, as text."""
    evidence = StoredRecord(result.store, result.id).evidence()
    return "\n".join(f"{one.row.to_json()}\n{one.sample.to_json()}" for one in evidence)


def finished(*rules: str, output: Output, case: Case | None = None, scores: tuple[Score, ...] = ()):
    """A row and its sample as they are stored."""
    case = case or Case(id="a")
    row = ScoredRow(
        case_id="a", position=0, case_hash=case.content_hash, output_hash=output.content_hash, scores=scores
    )
    return Redactor.of(rules).finished(row, Sample(case=case, output=output))


def test_a_pattern_reaches_keys(made, tmp_path) -> None:
    """A user's own keys hold no address: in further fields of case and output, in arguments of tool calls, in a bundle."""
    result = made("email")
    assert MAIL not in kept(result)
    assert result.sample(result.row("a")).output.tool_calls[0]["args"] == {"[redacted:email]": "x"}
    bundle(result, tmp_path / "run.assay")
    assert MAIL.encode() not in (tmp_path / "run.assay").read_bytes()
    assert verify_bundle(tmp_path / "run.assay").holds


def test_a_case_from_a_run_has_no_address_as_key(made, tmp_path) -> None:
    """What `golden add` writes is redacted below its further fields too."""
    case, counts = add_from_run(tmp_path / "golden.jsonl", made("secrets"), "a")
    assert case.extra["profile"] == {"[redacted:email]": "vip", "n": "[redacted:card]"}
    assert counts == {"email": 1, "card": 1}
    assert MAIL not in (tmp_path / "golden.jsonl").read_text(encoding="utf-8")


def test_a_pattern_reaches_numbers_as_written(made) -> None:
    """A number in a user's own field is tested as its text; times and ranks of our own records stay."""
    result = made("pattern:[0-9]{13}")
    assert str(NUMBER) not in kept(result)
    output = result.sample(result.row("a")).output
    assert output.extra["customer"]["n"] == "[redacted:pattern]"
    assert output.extra["customer"]["score"] == 0.5
    assert output.latency_ms is not None


def test_a_field_loses_keys_numbers_and_flags(made) -> None:
    """Below a redacted field of the user nothing is left but its form."""
    result = made("field:extra.customer")
    customer = result.sample(result.row("a")).output.extra["customer"]
    assert "[redacted:field]" in customer
    assert not {NAME, MAIL, "n", "vip", "deep", "7"} & set(str(customer).replace("'", " ").split())
    assert str(NUMBER) not in str(customer)
    assert len(customer) == 5


def test_a_number_of_a_record_becomes_unknown() -> None:
    """No text may stand where a record wants a number."""
    _, sample = finished("field:latency_ms", output=Output(answer="x", latency_ms=12.5))
    assert sample.output.latency_ms is None


def test_a_one_word_answer_leaves_no_echo(made) -> None:
    """The answer is a quotation, a span, an item and a key as well: none of them keeps it."""
    result = made("field:answer")
    output = result.sample(result.row("a")).output
    assert NAME not in output.to_json()
    assert NAME not in result.row("a").to_json()
    assert output.contexts[0].text == "The lamp was ordered."


@pytest.mark.parametrize("rule", ["field:messages", "field:tool_calls", "field:input", "field:extra", "email"])
def test_a_redacted_conversation_is_a_record_still(rule) -> None:
    """Messages and tool calls keep their form, lose what the rule names, and are read back equal."""
    talk = (
        {"role": "user", "content": MAIL},
        {"role": "assistant", "content": "ok", "tool_calls": [{"args": {MAIL: 7}}]},
    )
    output = Output(answer="ok", messages=talk, tool_calls=({"name": MAIL, "args": {MAIL: 7}},), extra={MAIL: MAIL})
    row, sample = finished(rule, output=output, case=Case(id="a", input=talk))
    field = rule.removeprefix("field:")
    stored = (getattr(sample.case, field, None) or getattr(sample.output, field)) if field != rule else sample
    assert MAIL not in str(stored)
    assert Output.from_json(sample.output.to_json()) == sample.output
    assert Case.from_json(sample.case.to_json()) == sample.case
    assert row.output_hash == sample.output.content_hash


@pytest.mark.parametrize("answer", ["yes", "7", "Ü", "張三", "It’s  SO"])
def test_an_echo_is_found_whatever_its_length(answer) -> None:
    """Items, quotations and reasons that hold the whole removed text are replaced."""
    items = (Item(kind="claim", outcome="supported", text=f"said: {answer}", quote=answer),)
    score = Score(
        metric="m",
        version="1",
        method="exact",
        value=1.0,
        status=Status.SCORED,
        reason=f"found {answer}.",
        items=items,
    )
    row, _ = finished("field:answer", output=Output(answer=answer), scores=(score,))
    (stored,) = row.scores
    assert {stored.reason, stored.items[0].text, stored.items[0].quote} == {"[redacted:field]"}


def test_a_short_echo_counts_between_words_only() -> None:
    """The answer `no` does not take `nothing` out."""
    echoes = Echoes.of(["no"])
    assert (echoes.repeats("nothing is known"), echoes.repeats("it says No.")) == (False, True)


@given(st.dictionaries(st.text(), st.integers()), st.sampled_from(["[x]", "a"]))
def test_no_key_is_lost(items, name) -> None:
    """However keys are renamed, as many are left as there were."""
    renamed = list(with_keys(items, lambda key: name))
    assert [key for key, _ in renamed] == list(items)
    assert len({new for _, new in renamed}) == len(items)

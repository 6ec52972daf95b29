"""Redaction: nothing that a rule names is stored; what was lost is counted and said."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.api import gate, run
from assay.api.bundling import bundle, verify_bundle
from assay.api.replaying import open_record, replay_run
from assay.audit.redaction import Redactor
from assay.audit.replay import Unreplayed
from assay.audit.replay_source import StoredRecord
from assay.errors import ConfigurationError, UnknownNameError
from assay.judge import make_function_judge
from assay.records import JudgeConfig, RunStatus
from assay.store import Store

MAIL = "ann@example.org"
CASES = [
    {"id": "a", "input": f"What did {MAIL} order?", "expected_facts": [MAIL], "must_abstain": False},
    {"id": "b", "input": "What is the fee?", "expected_facts": ["7 euros"], "must_abstain": False},
]
ANSWERS = {"a": f"The customer {MAIL} ordered a lamp.", "b": "7 euros."}


def target(case):
    return {"answer": ANSWERS[case.id], "abstained": False, "contexts": [ANSWERS[case.id]], "latency_ms": 1.0}


@pytest.fixture
def made(bench):
    """Builds a decided run under redaction rules."""

    def make(*rules: str, cases=CASES, **options):
        checks = "checks: {fact_coverage: {required: true, minimum: 1.0}, abstention: {required: true}}\n"
        path = bench.policy(f"version: '1'\n{checks}redact: {json.dumps(list(rules))}\n")
        result = run(cases, target=target, policy=path, store=bench.store, **options)
        gate(result, path)
        return result

    return make


def stored_text(run) -> str:
    """Everything that is stored of a run, as text."""
    record = StoredRecord(run.store, run.id)
    rows = [(one.row.to_json(), one.sample.to_json(), json.dumps(list(one.calls))) for one in record.evidence()]
    return "\n".join([str(rows), run.summary.to_json(), *(one.to_json() for one in run.decisions())])


def test_a_pattern_leaves_no_trace(made) -> None:
    """Neither inputs, outputs, scores nor decisions hold what the rule names; the scores are those of the full texts."""
    result = made("email")
    assert MAIL not in stored_text(result)
    assert [row.score("fact_coverage").value for row in result.rows()] == [1.0, 1.0]
    assert result.redacted()["email"] >= 4


def test_rows_without_a_match_are_stored_as_they_are(made) -> None:
    """An untouched case and output are kept whole but for the time that was measured, and nothing is counted."""
    plain, redacted = made("iban"), made("email")
    before, after = (one.sample(one.row("b")) for one in (plain, redacted))
    assert after.case == before.case
    assert after.output.replace(latency_ms=None) == before.output.replace(latency_ms=None)
    assert redacted.row("b").output_hash == after.output.content_hash
    assert redacted.row("b").redacted == {}


@pytest.mark.parametrize(
    ("rule", "gone"),
    [
        ("pii", MAIL),
        ("email", MAIL),
        ("pattern:l[aA]mp", "lamp"),
        ("field:answer", "ordered a"),
        ("field:contexts.text", "ordered a lamp."),
        ("field:input", "What did"),
        ("field:expected_facts", "7 euros'"),
    ],
)
def test_each_form_of_rule_takes_its_text_out(made, rule, gone) -> None:
    """Personal data, one kind of it, an expression, a field."""
    result = made(rule)
    samples = [result.sample(row) for row in result.rows()]
    if rule.startswith("field:"):
        head, *_ = rule.removeprefix("field:").split(".")
        kept = [getattr(sample.case, head, None) or getattr(sample.output, head, None) for sample in samples]
        assert gone not in str(kept)
        assert "[redacted:field]" in str(kept)
    else:
        assert gone not in stored_text(result)


def test_a_removed_field_is_not_echoed_by_the_evidence(made) -> None:
    """Where a whole field is taken out, the reasons and items of the scores do not repeat it."""
    assert "ordered a lamp" not in "".join(row.to_json() for row in made("field:answer", "field:contexts.text").rows())


def test_a_redacted_bundle_verifies_and_says_what_was_redacted(made, tmp_path) -> None:
    """Hashes are those of what is stored; the counts stand in the seal."""
    result = made("email")
    bundle(result, tmp_path / "run.assay")
    checked = verify_bundle(tmp_path / "run.assay")
    assert checked.holds
    assert checked.redacted == result.redacted()
    assert MAIL.encode() not in (tmp_path / "run.assay").read_bytes()


def test_a_replay_says_which_scores_lost_their_inputs(made, tmp_path) -> None:
    """Scores on untouched inputs are recomputed; the others are named as redacted, and not taken for identical."""
    result = made("email")
    bundle(result, tmp_path / "run.assay")
    replayed = replay_run(open_record(tmp_path / "run.assay", store="none.db"))
    assert replayed.n_differences == 0
    assert set(replayed.unreplayed) == {Unreplayed.REDACTED}
    assert "case 'a'" in replayed.examples[Unreplayed.REDACTED]
    assert replayed.incomplete() != {}
    assert replayed.incomplete(accept_redacted=True) == {}
    assert replayed.recomputed >= 2


def test_a_rule_that_hits_nothing_changes_nothing(made) -> None:
    """The replay of a run whose rules found nothing is complete."""
    replayed = replay_run(StoredRecord((result := made("iban")).store, result.id))
    assert (replayed.unreplayed, replayed.n_differences, replayed.redacted) == ({}, 0, {})


def test_judge_calls_are_redacted_before_they_are_stored(bench) -> None:
    """The question that went to the judge is kept without personal data, and its reply is not used again."""
    asked = []

    def function(messages, schema):
        asked.append(str(messages))
        if "verdicts" in schema["properties"]:
            return {
                "verdicts": [{"id": 1, "reason": f"{MAIL} is named", "quote": ANSWERS["a"], "verdict": "supported"}]
            }
        return {name: [ANSWERS["a"]] for name in schema["properties"]}

    policy = bench.policy("version: '1'\nchecks: {fact_coverage: {fail: 0.1}}\nredact: [email]\n")

    def judged():
        from assay.api.deciding import load_policy
        from assay.api.running import redacting_store

        keeper = redacting_store(bench.store, load_policy(policy).policy)
        judge = make_function_judge(function, config=JudgeConfig(model="stub"), calls=keeper)
        return run(CASES[:1], target=target, metrics=["faithfulness"], policy=policy, judge=judge, store=bench.store)

    first = judged()
    questions = len(asked)
    assert MAIL in asked[-1]
    assert MAIL not in stored_text(first)
    judged()
    assert len(asked) == 2 * questions


def test_unreadable_rows_are_redacted_too(bench) -> None:
    """The reason of a row that cannot be read holds no personal data either."""
    policy = bench.policy("version: '1'\nchecks: {fact_coverage: {fail: 0.1}}\nredact: [email]\n")
    made = run([*CASES, {"id": MAIL, "input": ["x"]}], target=target, policy=policy, store=bench.store)
    (problem,) = made.summary.invalid_inputs
    assert MAIL not in problem.reason


def test_a_redacted_run_resumes_without_repeating_rows(bench, tmp_path) -> None:
    """Rows whose stored case is no longer that of the file are still known as done."""
    from assay.engine.plan import Limits

    policy = bench.policy("version: '1'\nchecks: {fact_coverage: {fail: 0.1}}\nredact: [email]\n")
    path = tmp_path / "golden.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES), encoding="utf-8")
    seen: list[str] = []

    async def slow(case):
        import asyncio

        if case.id == "b" and not seen.count("b"):
            seen.append("b")
            await asyncio.Event().wait()
        seen.append(case.id)
        return target(case)

    options = {"target": slow, "policy": policy, "store": bench.store}
    first = run(path, **options, limits=Limits(deadline=1.0, concurrency=1, flush_rows=1))
    assert first.summary.status is RunStatus.PARTIAL
    second = run(path, **options, resume=first.id)
    assert second.summary.status is RunStatus.COMPLETE
    assert seen == ["a", "b", "b"]


@pytest.mark.parametrize(
    ("rule", "error", "words"),
    [
        ("emial", UnknownNameError, "did you mean 'email'"),
        ("field:anwser", UnknownNameError, "did you mean 'answer'"),
        ("pattern:(", ConfigurationError, "pattern"),
        ("pattern:x*", ConfigurationError, "empty text"),
        ("field:contexts.id", ConfigurationError, "ids join records"),
        ("field:id", ConfigurationError, "ids join records"),
    ],
)
def test_a_wrong_rule_stops_before_any_work(bench, made, rule, error, words) -> None:
    """A rule that would redact nothing, everything or the joins is refused, with near matches."""
    with pytest.raises(error, match=words):
        made(rule)
    assert bench.store.runs() == []


@given(st.text())
def test_redacting_twice_is_redacting_once(text: str) -> None:
    """What is left holds nothing more for the rules."""
    redactor = Redactor.of(["pii", "secrets"])
    once, _ = redactor.text(text)
    assert redactor.text(once) == (once, {})


@given(st.text(alphabet="abc @.x1"), st.text(alphabet="abc @.x1"))
def test_an_address_never_survives(before: str, after: str) -> None:
    """An address between spaces is gone, whatever stands around it."""
    assert MAIL not in Redactor.of(["email"]).text(f"{before} {MAIL} {after}")[0]


def test_a_store_keeps_no_unredacted_page(tmp_path) -> None:
    """The database file itself, journal included, does not hold the text."""
    (tmp_path / "policy.yaml").write_text(
        "version: '1'\nchecks: {fact_coverage: {fail: 0.1}}\nredact: [email]\n", encoding="utf-8"
    )
    with Store.open(tmp_path / "a.db") as store:
        run(CASES, target=target, policy=tmp_path / "policy.yaml", store=store)
    assert all(MAIL.encode() not in path.read_bytes() for path in tmp_path.glob("a.db*"))

"""Every kind of fault put into a working application, on every case: the triage must name the right owner and artefact."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from rag_app import CHECKS, QUESTIONS, by_sentence, golden

from assay.api import gate


@dataclasses.dataclass(frozen=True)
class Injected:
    """One fault: what is broken, and what the triage must say of one check in every answerable case.

    `missing` are the endings of the artefacts that must be named: `-a` and `-b` for the claims, `#1` for the passage.
    """

    name: str
    check: str
    owner: str
    fault: str
    confidence: str
    missing: tuple[str, ...] = ()
    broken: dict[str, Any] = dataclasses.field(default_factory=dict)
    golden: dict[str, Any] = dataclasses.field(default_factory=dict)
    baseline: bool = False


def hide_first(passages: list) -> list:
    """A retriever that cannot find the best passage."""
    return passages[1:] + [piece for piece in ELSEWHERE if piece not in passages][:1]


def push_down(passages: list) -> list:
    """A retriever that ranks the best passage last."""
    return [*passages[1:], *ELSEWHERE, *passages[:1]]


def explode(case: Any) -> dict[str, Any]:
    """A target that fails."""
    raise RuntimeError("index is closed")


@dataclasses.dataclass(frozen=True)
class Elsewhere:
    """A passage about something else."""

    id: str
    document_id: str
    text: str


ELSEWHERE = [
    Elsewhere("doc-8#1", "doc-8", "Parking is free at night."),
    Elsewhere("doc-9#1", "doc-9", "Bring a towel."),
]


def drop_b(entry: dict[str, Any]) -> dict[str, Any]:
    """A mapper that does not count the second claim."""
    return entry | {"supported": False} if entry["claim_id"].endswith("-b") else entry


def lose_b(entry: dict[str, Any]) -> dict[str, Any] | None:
    """A mapper that has no record of the second claim."""
    return None if entry["claim_id"].endswith("-b") else entry


def opaque(name: str) -> str:
    """A parser that gives other ids, from which the old ones cannot be read."""
    return "n" + name.encode().hex()


def with_claim(row: dict[str, Any]) -> list[dict[str, str]]:
    """One more required claim under the same contract version."""
    return [*row["required_claims"], {"id": f"{row['id']}-new", "text": "The line is open on Sunday."}]


def with_document(row: dict[str, Any]) -> list[str]:
    """One more expected passage that the corpus does not have."""
    return [*row["expected_context_ids"], "doc-0#1"]


CLAIMS, FIRST, SECOND, DOCUMENT = ("-a", "-b"), ("-a",), ("-b",), ("#1",)
FAULTS = [
    Injected(
        "retriever misses",
        "evidence_coverage",
        "retrieval",
        "not_retrieved",
        "certain",
        (*CLAIMS, "#1"),
        {"ranked": hide_first},
    ),
    Injected("retriever misses", "recall@2", "retrieval", "not_retrieved", "certain", DOCUMENT, {"ranked": hide_first}),
    Injected(
        "retriever misses",
        "expected_citation_coverage",
        "retrieval",
        "not_retrieved",
        "certain",
        DOCUMENT,
        {"ranked": hide_first},
    ),
    Injected("retriever misses", "fact_coverage", "retrieval", "not_retrieved", "certain", (), {"ranked": hide_first}),
    Injected("index is empty", "evidence_coverage", "retrieval", "not_retrieved", "certain", CLAIMS, {"documents": {}}),
    Injected(
        "below the cut-off",
        "evidence_coverage",
        "retrieval",
        "below_cutoff",
        "certain",
        (*CLAIMS, "#1"),
        {"ranked": push_down, "lists_ranking": True},
    ),
    Injected(
        "below the cut-off",
        "recall@2",
        "retrieval",
        "below_cutoff",
        "certain",
        DOCUMENT,
        {"ranked": push_down, "lists_ranking": True},
    ),
    Injected(
        "reranker drops it",
        "recall@2",
        "retrieval",
        "reranked_away",
        "certain",
        DOCUMENT,
        {"ranked": hide_first, "lists_before": True},
    ),
    Injected(
        "generator skips a sentence",
        "evidence_coverage",
        "generation",
        "evidence_unused",
        "certain",
        SECOND,
        {"said": lambda said: said[:1]},
    ),
    Injected(
        "generator skips a sentence",
        "fact_coverage",
        "generation",
        "evidence_unused",
        "certain",
        (),
        {"said": lambda said: said[:1]},
    ),
    Injected(
        "generator refuses", "evidence_coverage", "generation", "over_refusal", "certain", CLAIMS, {"refuses": True}
    ),
    Injected("generator refuses", "abstention", "generation", "over_refusal", "likely", (), {"refuses": True}),
    Injected(
        "generator refuses", "citation_validity", "generation", "over_refusal", "certain", DOCUMENT, {"refuses": True}
    ),
    Injected(
        "cites nothing", "evidence_coverage", "generation", "cites_nothing", "certain", CLAIMS, {"cites": lambda _: []}
    ),
    Injected(
        "cites nothing",
        "expected_citation_coverage",
        "generation",
        "cites_nothing",
        "certain",
        DOCUMENT,
        {"cites": lambda _: []},
    ),
    Injected(
        "cites nothing",
        "citation_validity",
        "generation",
        "cites_nothing",
        "certain",
        DOCUMENT,
        {"cites": lambda _: []},
    ),
    Injected(
        "cites another passage",
        "expected_citation_coverage",
        "generation",
        "wrong_citation",
        "certain",
        DOCUMENT,
        {"ranked": lambda found: [found[0], ELSEWHERE[0]], "cites": lambda _: ["doc-8#1"]},
    ),
    Injected(
        "cites an invented id",
        "citation_validity",
        "generation",
        "unknown_citation",
        "certain",
        (),
        {"cites": lambda used: [*used, "doc-404"]},
    ),
    Injected(
        "mapper drops a claim",
        "evidence_coverage",
        "attribution",
        "support_dropped",
        "certain",
        SECOND,
        {"supports": drop_b},
    ),
    Injected(
        "mapper has no record",
        "evidence_coverage",
        "attribution",
        "support_dropped",
        "likely",
        SECOND,
        {"supports": lose_b},
    ),
    Injected(
        "parser changes ids", "evidence_coverage", "attribution", "broken_join", "certain", CLAIMS, {"rename": opaque}
    ),
    Injected(
        "parser changes ids",
        "recall@2",
        "attribution",
        "broken_join",
        "likely",
        DOCUMENT,
        {"rename": opaque},
        baseline=True,
    ),
    Injected(
        "parser changes ids",
        "expected_citation_coverage",
        "attribution",
        "broken_join",
        "likely",
        DOCUMENT,
        {"rename": opaque},
        baseline=True,
    ),
    Injected(
        "parser adds an ending",
        "recall@2",
        "attribution",
        "broken_join",
        "likely",
        DOCUMENT,
        {"rename": lambda name: f"kb/{name.upper()}.pdf"},
    ),
    Injected(
        "requirement added",
        "evidence_coverage",
        "test-data",
        "denominator_drift",
        "certain",
        ("-new",),
        golden={"required_claims": with_claim},
        baseline=True,
    ),
    Injected(
        "fact added",
        "fact_coverage",
        "test-data",
        "denominator_drift",
        "certain",
        ("Sunday",),
        golden={"expected_facts": lambda row: [*row["expected_facts"], "Sunday"]},
        baseline=True,
    ),
    Injected(
        "requirement empty", "evidence_coverage", "test-data", "invalid_row", "certain", golden={"required_claims": []}
    ),
    Injected(
        "fact twice",
        "fact_coverage",
        "test-data",
        "invalid_row",
        "certain",
        golden={"expected_facts": ["Sunday", "sunday"]},
    ),
    Injected(
        "fact too narrow",
        "fact_coverage",
        "test-data",
        "narrow_expectation",
        "likely",
        golden={
            "expected_facts": lambda row: [" ".join(reversed(row["required_claims"][0]["text"].rstrip(".").split()))]
        },
    ),
]


@pytest.mark.parametrize("injected", FAULTS, ids=lambda one: f"{one.name}-{one.check}")
def test_owner_and_artefact(bench, injected: Injected) -> None:
    """In every answerable case the check fails, and its owner, fault, artefacts and confidence are the right ones."""
    before = bench.run(bench.app()) if injected.baseline else None
    made = bench.run(bench.app(**injected.broken), golden(**injected.golden))
    found = bench.explain(made, baseline=before)
    for case_id, (_, document, _) in QUESTIONS.items():
        diagnosis = found[case_id, injected.check]
        told = (diagnosis.owner.value, diagnosis.fault.value, diagnosis.confidence.value)
        assert told == (injected.owner, injected.fault, injected.confidence), (case_id, diagnosis)
        ends = {"#1": f"{document}#1", "-a": f"{case_id}-a", "-b": f"{case_id}-b", "-new": f"{case_id}-new"}
        wanted = [ends.get(end, end) for end in injected.missing]
        assert set(wanted) <= set(diagnosis.missing), (case_id, diagnosis)
        assert diagnosis.owner is diagnosis.owners[0]
        assert diagnosis.evidence
        assert diagnosis.next


@pytest.mark.parametrize("case_id", ["mars-1", "pets-1", "chess-1"])
def test_an_invented_answer_is_generation(bench, case_id: str) -> None:
    """An answer where none exists is generation's, by the target's own flag for certain."""
    made = bench.run(bench.app(never_refuses=True))
    found = bench.explain(made)[case_id, "abstention"]
    assert (found.owner.value, found.fault.value, found.confidence.value) == (
        "generation",
        "invented_answer",
        "certain",
    )


def test_a_target_that_fails_is_the_harness(bench) -> None:
    """Every check of every case is the harness's, with the failure as it was recorded."""
    found = bench.explain(bench.run(explode))
    assert {(one.owner.value, one.fault.value, one.stage.value) for one in found.values()} == {
        ("harness", "target_failed", "metric result")
    }
    assert "index is closed" in found["refund-1", "evidence_coverage"].says
    assert len({case_id for case_id, _ in found}) == len(golden())


@pytest.mark.parametrize("field", ["contexts", "citations", "attributions"])
def test_a_field_that_is_not_returned_is_the_harness(bench, field: str) -> None:
    """A check whose field the target does not return cannot be judged; that is no zero and no fault of the data."""
    app = bench.app()
    made = bench.run(lambda case: {name: value for name, value in app(case).items() if name != field})
    checks = {"contexts": "citation_validity", "citations": "citation_validity", "attributions": "evidence_coverage"}
    for case_id in QUESTIONS:
        found = bench.explain(made)[case_id, checks[field]]
        assert (found.owner.value, found.fault.value, found.status) == ("harness", "field_not_returned", "incomplete")


@pytest.mark.parametrize("known", [True, False], ids=["corpus known", "corpus unknown"])
@pytest.mark.parametrize("check", ["evidence_coverage", "recall@2", "expected_citation_coverage"])
def test_a_corpus_cut_anew_is_test_data_with_the_overlap(bench, check: str, known: bool) -> None:
    """Every expected id vanished and the text is still retrieved, cut otherwise: turnover, with the figure."""
    app = bench.app(chunk=by_sentence, k=4)
    corpus = bench.folder / "ids.txt"
    corpus.write_text("\n".join(piece.id for piece in app.index()), encoding="utf-8")
    made = bench.run(app)
    found = bench.explain(made, corpus=corpus if known else None)
    for case_id in QUESTIONS:
        diagnosis = found[case_id, check]
        told = (diagnosis.owner.value, diagnosis.fault.value, diagnosis.confidence.value)
        assert told == ("test-data", "corpus_turnover", "certain" if known else "likely"), diagnosis
        assert any("0 of 5 expected ids" in one.text for one in diagnosis.evidence)


def test_a_document_that_is_not_in_the_corpus_is_test_data_first(bench) -> None:
    """One expected id is not among the ids of the corpus, the others are: nobody could have retrieved it."""
    corpus = bench.folder / "ids.txt"
    corpus.write_text("\n".join(piece.id for piece in bench.app().index()), encoding="utf-8")
    made = bench.run(bench.app(), golden(expected_context_ids=with_document))
    for case_id in QUESTIONS:
        found = bench.explain(made, corpus=corpus)[case_id, "recall@2"]
        assert (found.owner.value, found.fault.value, found.missing) == ("test-data", "not_in_corpus", ("doc-0#1",))
        assert [owner.value for owner in found.owners] == ["test-data", "retrieval"]


def test_a_moved_threshold_is_the_policy(bench) -> None:
    """The present score meets the baseline's demand: the policy moved, whatever else is known; the rest is listed after it."""
    demand = "evidence_coverage: {required: true, minimum: 1.0}"
    app = bench.app(said=lambda said: said[:1])
    before = bench.run(app, policy=CHECKS.replace(demand, demand.replace("1.0", "0.5")))
    found = bench.explain(bench.run(app), baseline=before)
    for case_id in QUESTIONS:
        diagnosis = found[case_id, "evidence_coverage"]
        assert (diagnosis.owner.value, diagnosis.stage.value, diagnosis.confidence.value) == (
            "policy",
            "policy",
            "certain",
        )
        assert [owner.value for owner in diagnosis.owners] == ["policy", "generation"]
        assert "0.5" in diagnosis.says


def test_a_threshold_that_moved_between_two_decisions_on_one_run_is_the_policy(bench) -> None:
    """The run itself passed before: no baseline is needed to see that the demand moved. An added check is no moved demand."""
    lenient = (
        "version: '1'\nchecks: {evidence_coverage: {required: true, minimum: 0.5}, facts: {metric: fact_coverage}}\n"
    )
    added = "  fact_coverage: {required: true, minimum: 1.0}\n"
    strict = f"version: '2'\nchecks:\n  evidence_coverage: {{required: true, minimum: 1.0}}\n{added}"
    made = bench.run(bench.app(said=lambda said: said[:1]), policy=lenient)
    assert not any(one.stage.value == "policy" for one in bench.explain(made).values())
    gate(made, bench.policy(strict))
    found = bench.explain(made)
    for case_id in QUESTIONS:
        moved = found[case_id, "evidence_coverage"]
        assert [owner.value for owner in moved.owners] == ["policy", "generation"]
        assert "the run's earlier policy '1'" in moved.says
        assert "the run's earlier policy '1'" in [clue.where for clue in moved.evidence]
        assert found[case_id, "fact_coverage"].owners[0].value == "generation"


def test_a_requirement_raised_with_its_contract_is_no_drift(bench) -> None:
    """A new requirement under a new contract version was reviewed: the passage that should hold it was retrieved, its words are
    not in it, so generation comes first and the case itself is doubted too.
    """
    before = bench.run(bench.app())
    made = bench.run(bench.app(), golden(required_claims=with_claim, contract="2"))
    for case_id in QUESTIONS:
        found = bench.explain(made, baseline=before)[case_id, "evidence_coverage"]
        assert (found.fault.value, found.confidence.value) == ("evidence_unused", "likely")
        assert [owner.value for owner in found.owners] == ["generation", "retrieval", "test-data"]


def test_an_answer_from_memory_is_retrieval_and_then_generation(bench) -> None:
    """The answer states the claims, no passage holds them: the evidence was never retrieved, and the model made do without."""
    claims = " ".join(claim["text"] for row in golden()[: len(QUESTIONS)] for claim in row["required_claims"])
    found = bench.explain(bench.run(bench.app(ranked=hide_first, knows=claims)))
    for case_id in QUESTIONS:
        diagnosis = found[case_id, "evidence_coverage"]
        assert diagnosis.owner.value == "retrieval"
        assert diagnosis.owners[-1].value == "generation"


def test_several_faults_name_several_owners_in_the_order_of_the_walk(bench) -> None:
    """One claim dropped by the mapper, another left out by the generator: attribution first, generation listed."""
    app = bench.app(said=lambda said: said[1:], supports=drop_b)
    diagnosis = bench.explain(bench.run(app))["refund-1", "evidence_coverage"]
    assert [owner.value for owner in diagnosis.owners] == ["attribution", "generation"]
    assert set(diagnosis.missing) == {"refund-1-a", "refund-1-b"}


def test_sides_of_two_versions_are_test_data_and_then_attribution(bench) -> None:
    """A supported id that is not required: the case and the attribution come from different versions."""
    app = bench.app()
    made = bench.run(lambda case: app(case) | {"supported_claim_ids": ["old"]})
    for case_id in QUESTIONS:
        found = bench.explain(made)[case_id, "evidence_coverage"]
        assert (found.fault.value, found.status) == ("invalid_row", "incomplete")
        assert [owner.value for owner in found.owners] == ["test-data", "attribution"]


def test_an_id_that_the_list_dropped_is_attribution(bench) -> None:
    """The attribution supports both claims and the list of supported ids holds one: the mapper dropped an id, for certain."""
    app = bench.app()
    made = bench.run(lambda case: app(case) | {"supported_claim_ids": [f"{case.id}-a"] if case.id in QUESTIONS else []})
    for case_id in QUESTIONS:
        found = bench.explain(made)[case_id, "evidence_coverage"]
        assert (found.owner.value, found.fault.value, found.confidence.value, found.missing) == (
            "attribution",
            "support_dropped",
            "certain",
            (f"{case_id}-b",),
        )


def test_a_case_that_nothing_tests_and_a_row_that_cannot_be_read_are_test_data(bench) -> None:
    """Neither has a score; both are explained."""
    policy = "checks:\n  fact_coverage: {required: true, minimum: 1.0}\n"
    rows = [*golden()[:1], {"id": "bare-1", "input": "?"}, {"id": "broken-1", "input": "?", "required_claims": 7}]
    found = bench.explain(bench.run(bench.app(), rows, policy=policy))
    assert {key: one.fault.value for key, one in found.items()} == {
        ("bare-1", "applicability"): "nothing_tested",
        ("broken-1", "readable"): "unreadable_row",
    }
    assert {one.owner.value for one in found.values()} == {"test-data"}


# -- judges --------------------------------------------------------------------------------------------------------------


class Judge:
    """A judge with scripted verdicts, so that what it says is known."""

    runs = 1

    def __init__(self, value: float = 0.0, *, identity: str = "a/one", agreement: float = 1.0, fails: str = "") -> None:
        self.value, self.identity, self.agreement, self.fails = value, identity, agreement, fails


GROUNDED = '''
import dataclasses
from typing import ClassVar
from assay.errors import JudgeError
from assay.metrics import Metric, MetricResult
from assay.records import Item

@dataclasses.dataclass(frozen=True)
class Grounded(Metric):
    """Whether each sentence is borne out."""
    name: ClassVar[str] = "grounded"
    method: ClassVar[str] = "judge"
    async def measure(self, answer, contexts, *, judge):
        if judge.fails:
            raise JudgeError(judge.fails, code="judge")
        items = (Item(kind="statement", text=judge.text, outcome="unsupported", credit=judge.value),)
        details = {"agreement": judge.agreement}
        return MetricResult(value=judge.value, reason="one statement", items=items, details=details)

grounded = Grounded()
'''


def judged(bench, judge: Judge, text: str = "It opens in 2027.") -> Any:
    """A run with one judge's metric that blocks."""
    (bench.folder / "grounded.py").write_text(GROUNDED, encoding="utf-8")
    judge.text = text
    check = (
        "checks:\n  grounded: {metric: 'grounded.py:grounded', required: true, minimum: 0.5, uncalibrated: accept}\n"
    )
    return bench.run(bench.app(), golden(), policy=check, judge=judge)


@pytest.mark.parametrize(
    ("judge", "text", "owners", "fault"),
    [
        (Judge(fails="unreachable"), "", ["judge"], "judge_error"),
        (Judge(agreement=0.5), "It opens in 2027.", ["judge", "generation"], "judge_disagrees"),
        (Judge(), "It opens in 2027.", ["generation", "judge"], "unsupported_statement"),
    ],
    ids=["error", "disagreement", "invented"],
)
def test_what_a_judge_said(bench, judge: Judge, text: str, owners: list[str], fault: str) -> None:
    """An error is the judge's; split replies make the judge the first to look at; an invented statement is generation's."""
    made = judged(bench, judge, text)
    for case_id in QUESTIONS:
        found = bench.explain(made, policy=policy_file(bench))[case_id, "grounded"]
        assert ([owner.value for owner in found.owners], found.fault.value) == (owners, fault), found


def policy_file(bench) -> Any:
    """The last policy written, beside which its metric stands."""
    return max(bench.folder.glob("policy-*.yaml"), key=lambda path: int(path.stem.rpartition("-")[2]))


def test_a_judge_against_a_quotation_is_the_judge(bench) -> None:
    """The judge finds no support for a sentence that a retrieved passage holds word for word."""
    made = judged(bench, Judge(), "Refunds are accepted for 30 days after delivery.")
    found = bench.explain(made, policy=policy_file(bench))["refund-1", "grounded"]
    assert (found.owner.value, found.stage.value, found.evidence[0].method) == ("judge", "judge", "quotation")


def test_another_judge_on_the_same_output_is_the_judge(bench) -> None:
    """Same case, same output, other judge, other value: the judge's identity changed, for certain."""
    before = judged(bench, Judge(1.0))
    made = judged(bench, Judge(0.0, identity="b/two"))
    for case_id in QUESTIONS:
        found = bench.explain(made, baseline=before, policy=policy_file(bench))[case_id, "grounded"]
        assert (found.owner.value, found.fault.value, found.confidence.value) == ("judge", "judge_changed", "certain")
        assert "judge:a/one -> judge:b/two" in found.says

"""Every kind of fault put into a working application, on every case: the triage must name the right owner and artefact."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from rag_app import QUESTIONS, golden


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
    Injected("retriever misses", "evidence_coverage", "retrieval", "not_retrieved", "certain", (*CLAIMS, "#1"), {"ranked": hide_first}),
    Injected("retriever misses", "recall@2", "retrieval", "not_retrieved", "certain", DOCUMENT, {"ranked": hide_first}),
    Injected("retriever misses", "expected_citation_coverage", "retrieval", "not_retrieved", "certain", DOCUMENT, {"ranked": hide_first}),
    Injected("retriever misses", "fact_coverage", "retrieval", "not_retrieved", "certain", (), {"ranked": hide_first}),
    Injected("index is empty", "evidence_coverage", "retrieval", "not_retrieved", "certain", CLAIMS, {"documents": {}}),
    Injected("below the cut-off", "evidence_coverage", "retrieval", "below_cutoff", "certain", (*CLAIMS, "#1"), {"ranked": push_down, "lists_ranking": True}),
    Injected("below the cut-off", "recall@2", "retrieval", "below_cutoff", "certain", DOCUMENT, {"ranked": push_down, "lists_ranking": True}),
    Injected("reranker drops it", "recall@2", "retrieval", "reranked_away", "certain", DOCUMENT, {"ranked": hide_first, "lists_before": True}),
    Injected("generator skips a sentence", "evidence_coverage", "generation", "evidence_unused", "certain", SECOND, {"said": lambda said: said[:1]}),
    Injected("generator skips a sentence", "fact_coverage", "generation", "evidence_unused", "certain", (), {"said": lambda said: said[:1]}),
    Injected("generator refuses", "evidence_coverage", "generation", "over_refusal", "certain", CLAIMS, {"refuses": True}),
    Injected("generator refuses", "abstention", "generation", "over_refusal", "likely", (), {"refuses": True}),
    Injected("cites nothing", "evidence_coverage", "generation", "cites_nothing", "certain", CLAIMS, {"cites": lambda _: []}),
    Injected("cites nothing", "expected_citation_coverage", "generation", "cites_nothing", "certain", DOCUMENT, {"cites": lambda _: []}),
    Injected("cites nothing", "citation_validity", "generation", "cites_nothing", "certain", DOCUMENT, {"cites": lambda _: []}),
    Injected("cites another passage", "expected_citation_coverage", "generation", "wrong_citation", "certain", DOCUMENT, {"ranked": lambda found: [found[0], ELSEWHERE[0]], "cites": lambda _: ["doc-8#1"]}),
    Injected("cites an invented id", "citation_validity", "generation", "unknown_citation", "certain", (), {"cites": lambda used: [*used, "doc-404"]}),
    Injected("mapper drops a claim", "evidence_coverage", "attribution", "support_dropped", "certain", SECOND, {"supports": drop_b}),
    Injected("mapper has no record", "evidence_coverage", "attribution", "support_dropped", "likely", SECOND, {"supports": lose_b}),
    Injected("parser changes ids", "evidence_coverage", "attribution", "broken_join", "certain", CLAIMS, {"rename": opaque}),
    Injected("parser changes ids", "recall@2", "attribution", "broken_join", "likely", DOCUMENT, {"rename": opaque}, baseline=True),
    Injected("parser changes ids", "expected_citation_coverage", "attribution", "broken_join", "likely", DOCUMENT, {"rename": opaque}, baseline=True),
    Injected("parser adds an ending", "recall@2", "attribution", "broken_join", "likely", DOCUMENT, {"rename": lambda name: f"kb/{name.upper()}.pdf"}),
    Injected("requirement added", "evidence_coverage", "test-data", "denominator_drift", "certain", ("-new",), golden={"required_claims": with_claim}, baseline=True),
    Injected("fact added", "fact_coverage", "test-data", "denominator_drift", "certain", ("Sunday",), golden={"expected_facts": lambda row: [*row["expected_facts"], "Sunday"]}, baseline=True),
    Injected("requirement empty", "evidence_coverage", "test-data", "invalid_row", "certain", golden={"required_claims": []}),
    Injected("fact twice", "fact_coverage", "test-data", "invalid_row", "certain", golden={"expected_facts": ["Sunday", "sunday"]}),
    Injected("fact too narrow", "fact_coverage", "test-data", "narrow_expectation", "likely", golden={"expected_facts": lambda row: [" ".join(reversed(row["required_claims"][0]["text"].rstrip(".").split()))]}),
]  # fmt: skip


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

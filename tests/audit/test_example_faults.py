"""Faults put into the example application's recorded outputs: what passed must then fail with the right owner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.api import Run, gate, run
from assay.api.explaining import explain
from assay.records import Attribution, Citation, Output, TargetFailure
from assay.store import Store

EVALS = Path(__file__).resolve().parents[2] / "examples" / "python_reference" / "evals"
POLICY = """
checks:
  evidence_coverage: {required: true, minimum: 1.0}
  citation_validity: {required: true}
  expected_citation_coverage: {required: true, minimum: 1.0}
  fact_coverage: {required: true, minimum: 1.0}
  abstention: {required: true}
"""
Mutate = Callable[[Output], Output]


def drop_support(output: Output) -> Output:
    """The mapper forgets that it supported the claims."""
    return output.replace(attributions=tuple(entry.replace(supported=False) for entry in output.attributions or ()))


def cite_nothing(output: Output) -> Output:
    """No citations, and so no support."""
    return drop_support(output).replace(citations=())


def lose_evidence(output: Output) -> Output:
    """Other passages are retrieved, and the answer is the first of them."""
    cited = {citation.id for citation in output.citations or ()}
    rest = tuple(context for context in output.contexts or () if context.document_id not in cited)
    lost = tuple(Attribution(claim_id=entry.claim_id, supported=False) for entry in output.attributions or ())
    answer = rest[0].text if rest else ""
    citations = tuple(Citation(id=str(context.document_id)) for context in rest[:1])
    return output.replace(contexts=rest, answer=answer, citations=citations, attributions=lost)


def retrieve_nothing(output: Output) -> Output:
    """The retrieval comes back empty under the same answer."""
    return output.replace(contexts=())


def say_nothing(output: Output) -> Output:
    """The evidence is there and the answer leaves it out."""
    lost = tuple(Attribution(claim_id=entry.claim_id, supported=False) for entry in output.attributions or ())
    return output.replace(answer="It depends on the version.", attributions=lost, abstained=False)


def decline(output: Output) -> Output:
    """The evidence is there and the target refuses."""
    return say_nothing(output).replace(answer="The language reference does not say.", abstained=True, citations=())


def rename(output: Output) -> Output:
    """The parser gives other ids, which the citations follow; the attribution still names the old ones."""
    documents = {
        str(context.document_id): f"n-{context.document_id}".encode().hex() for context in output.contexts or ()
    }
    contexts = tuple(
        context.replace(
            id=f"{documents[str(context.document_id)]}/{place}", document_id=documents[str(context.document_id)]
        )
        for place, context in enumerate(output.contexts or ())
    )
    citations = tuple(Citation(id=documents[citation.id]) for citation in output.citations or ())
    return drop_support(output).replace(contexts=contexts, citations=citations)


def invent_citation(output: Output) -> Output:
    """One citation points at nothing."""
    return output.replace(citations=(*(output.citations or ()), Citation(id="pep-0")))


def fail(output: Output) -> Output:
    """The target raises."""
    return Output(failure=TargetFailure(kind="exception", message="index is closed"))


def answer_anyway(output: Output) -> Output:
    """An answer to what has none."""
    return output.replace(answer="It is Canberra, since 1913.", abstained=False)


FAULTS: list[tuple[Mutate, str, str, str]] = [
    (drop_support, "evidence_coverage", "attribution", "support_dropped"),
    (cite_nothing, "evidence_coverage", "generation", "cites_nothing"),
    (cite_nothing, "citation_validity", "generation", "cites_nothing"),
    (cite_nothing, "expected_citation_coverage", "generation", "cites_nothing"),
    (lose_evidence, "expected_citation_coverage", "retrieval", "not_retrieved"),
    (retrieve_nothing, "citation_validity", "retrieval", "not_retrieved"),
    (say_nothing, "evidence_coverage", "generation", "evidence_unused"),
    (say_nothing, "fact_coverage", "generation", "evidence_unused"),
    (decline, "evidence_coverage", "generation", "over_refusal"),
    (decline, "abstention", "generation", "over_refusal"),
    (rename, "evidence_coverage", "attribution", "broken_join"),
    (rename, "expected_citation_coverage", "attribution", "broken_join"),
    (invent_citation, "citation_validity", "generation", "unknown_citation"),
    (fail, "fact_coverage", "harness", "target_failed"),
    (answer_anyway, "abstention", "generation", "invented_answer"),
]


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """A run of the example as it is, its policy and its outputs."""
    folder = tmp_path_factory.mktemp("example")
    policy = folder / "policy.yaml"
    policy.write_text(POLICY, encoding="utf-8")
    with Store.open(folder / "assay.db") as store:
        made = run(EVALS / "golden.jsonl", target=str(EVALS / "target.py"), policy=policy, store=store)
        gate(made, policy)
        yield made, policy


def failing(made: Run, **options: Any) -> dict[tuple[str, str], Any]:
    """The diagnoses by case and check."""
    return {(found.case_id, found.check): found for found in explain(made, **options).diagnoses}


@pytest.mark.parametrize(("mutate", "check", "owner", "fault"), FAULTS, ids=lambda one: getattr(one, "__name__", one))
def test_what_passed_fails_with_the_right_owner(example, mutate: Mutate, check: str, owner: str, fault: str) -> None:
    """In every case in which the check passed before the fault, the triage names its owner and kind."""
    before, policy = example
    broken_before = failing(before)
    outputs = [(row.case_id, mutate(sample.output)) for row, sample in before.store.samples(before.id)]
    made = run(EVALS / "golden.jsonl", outputs=outputs, policy=policy, store=before.store)
    gate(made, policy)
    found = {
        key: one for key, one in failing(made, baseline=before).items() if key not in broken_before and key[1] == check
    }
    unanswerable = {key for key, one in found.items() if before.sample(before.row(key[0])).case.must_abstain}
    told = {
        key: (one.owner.value, one.fault.value)
        for key, one in found.items()
        if (key in unanswerable) == (mutate is answer_anyway)
    }
    assert len(told) >= 4
    assert {key: value for key, value in told.items() if value != (owner, fault)} == {}

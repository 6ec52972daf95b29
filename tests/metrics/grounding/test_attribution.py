"""Attribution: what the answer states and a passage bears out, as data that the deterministic metric counts."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, TableGrounder, supports

from assay.errors import InvalidRowError
from assay.metrics.coverage.evidence_coverage import EvidenceCoverage
from assay.metrics.coverage.evidence_coverage_attributed import GroundedEvidenceCoverage, JudgedEvidenceCoverage
from assay.metrics.grounding.attribution import Attributor
from assay.records import Case, Citation, Claim, Context, Output, Sample, Score, Status
from assay.records.score import recompute
from assay.sync import run_sync

ANSWER = "Refunds take 30 days and are free."
WINDOW, FREE, METHOD = (
    Claim(id="window", text="30 days."),
    Claim(id="free", text="Free."),
    Claim(id="card", text="By card."),
)
CLAIMS = (WINDOW, FREE, METHOD)
P1, P2 = "A refund takes 30 days.", "Refunds go to the card."
CONTEXTS = (Context(text=P1, document_id="doc-1"), Context(text=P2, id="c2"))
PAIRS = {(WINDOW.text, ANSWER), (FREE.text, ANSWER), (WINDOW.text, P1), (METHOD.text, P2)}


def judge() -> ScriptedJudge:
    return ScriptedJudge(claim_support=supports(PAIRS))


def attribute(**changes: Any) -> tuple[Any, ...]:
    evidence = changes.pop("evidence", "retrieved")
    given = {"claims": CLAIMS, "answer": ANSWER, "contexts": CONTEXTS, **changes}
    return run_sync(Attributor(judge(), evidence=evidence).attribute(**given))


def test_a_claim_needs_the_answer_and_a_passage() -> None:
    """Stated and borne out is supported; stated only, or borne out only, is not; each says who, where and why."""
    window, free, card = attribute()
    assert (window.claim_id, window.supported, window.document_id, window.span) == ("window", True, "doc-1", ANSWER)
    assert (free.supported, free.document_id, free.reason) == (False, None, "no evidence: because 2")
    assert (card.supported, card.document_id, card.span) == (False, "c2", None)
    assert card.reason == "the answer does not state it: because 3"
    assert {one.by for one in (window, free, card)} == {"judge:test/scripted"}


def test_only_what_is_cited_may_count() -> None:
    """With `cited`, a passage that the answer does not cite is no evidence."""
    assert [one.supported for one in attribute(evidence="cited", citations=[Citation(id="doc-1")])] == [
        True,
        False,
        False,
    ]
    assert not any(one.supported for one in attribute(evidence="cited", citations=[Citation(id="c2")]))
    with pytest.raises(InvalidRowError, match="no citations"):
        attribute(evidence="cited")


def test_a_claim_without_text_is_invalid() -> None:
    """An id alone cannot be looked for."""
    with pytest.raises(InvalidRowError, match="'window' has no text"):
        attribute(claims=[Claim(id="window")])


def test_the_deterministic_metric_counts_the_attributions() -> None:
    """Attributions put into the output give `evidence_coverage` the same value as the judge variant."""
    case = Case(id="1", required_claims=CLAIMS)
    output = Output(answer=ANSWER, contexts=CONTEXTS)
    filled = Sample(case=case, output=output.replace(attributions=attribute()))
    counted = EvidenceCoverage().evaluate(filled)
    pending = JudgedEvidenceCoverage().evaluate(Sample(case=case, output=output), {"judge": judge()})
    judged = run_sync(_wait(pending))
    assert isinstance(counted, Score)
    assert str(counted.ratio) == str(judged.ratio) == "1/3"
    assert counted.reason == judged.reason == "supported=1; required=3; missing=card,free"
    assert judged.value == recompute(judged.items)
    assert judged.items[0].quote == P1
    assert judged.items[0].source == "doc-1"
    assert judged.items[2].details == {"stated": "unknown", "evidence": "supported"}
    assert len(judged.calls) == 2


async def _wait(pending: Any) -> Score:
    return await pending


@pytest.mark.parametrize(
    ("changes", "outcome", "calls"),
    [
        ({"answer": ""}, 0.0, 0),
        ({"answer": "I don't know."}, 0.0, 0),
        ({"contexts": []}, 0.0, 0),
        ({"required_claims": []}, "empty_requirement", 0),
        ({"required_claims": [WINDOW, WINDOW]}, "duplicate_id", 0),
        ({"required_claims": [{"id": "x"}]}, "blank_claim", 0),
    ],
)
def test_edges(changes: dict[str, Any], outcome: Any, calls: int) -> None:
    """What the target does not say is 0; a broken requirement is refused before anybody is asked."""
    asked = judge()
    given = {"required_claims": CLAIMS, "answer": ANSWER, "contexts": CONTEXTS, "judge": asked, **changes}
    result = JudgedEvidenceCoverage().score(**given)
    assert (result.code if result.value is None else result.value) == outcome
    assert len(asked.asked) == calls


def test_no_required_claims_is_not_applicable() -> None:
    """Decided by the case."""
    found = JudgedEvidenceCoverage().evaluate(Sample(case=Case(id="1"), output=Output(answer=ANSWER)))
    assert isinstance(found, Score)
    assert found.status is Status.NOT_APPLICABLE


def test_offline() -> None:
    """A grounder attributes as well."""
    given = {"required_claims": CLAIMS, "answer": ANSWER, "contexts": CONTEXTS}
    result = GroundedEvidenceCoverage().score(**given, grounder=TableGrounder(PAIRS))
    assert (str(result.ratio), result.method) == ("1/3", "lexical:test")

"""Failures that look alike, side by side in recorded outputs: each must come out different, and right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.api import gate, run
from assay.api.explaining import explain

WINDOW, METHOD = "Refunds are accepted within 30 days of delivery.", "The money goes back to the original card."
PASSAGE = {"id": "doc-7#2", "document_id": "doc-7", "text": f"{WINDOW} {METHOD}"}
OTHER = {"id": "doc-3#1", "document_id": "doc-3", "text": "Our offices are closed on public holidays."}
CASE = {
    "input": "How do refunds work?",
    "required_claims": [
        {"id": "refund-window", "text": "Customers can get refunds within 30 days of delivery."},
        {"id": "refund-method", "text": "The money is returned to the original card."},
    ],
    "contract": "3",
}
BOTH, ONE = f"{WINDOW} {METHOD}", WINDOW
SUPPORTED = ["refund-window"]


def claim(name: str, supported: bool, document: str | None = None, span: str | None = None) -> dict[str, Any]:
    """An attribution."""
    entry = {"claim_id": name, "supported": supported, "document_id": document, "span": span}
    return {key: value for key, value in entry.items() if value is not None}


GOOD = [claim("refund-window", True, "doc-7", WINDOW)]
RECORDED: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "ids changed by the parser": (
        {
            "answer": BOTH,
            "contexts": [{**PASSAGE, "id": "0f3a", "document_id": "9c1d"}],
            "citations": ["0f3a"],
            "attributions": [claim("refund-window", False, "doc-7"), claim("refund-method", False, "doc-7")],
        },
        ("attribution", "broken_join"),
    ),
    "evidence never retrieved": (
        {"answer": ONE, "contexts": [OTHER], "citations": ["doc-3#1"], "supported_claim_ids": []},
        ("retrieval", "not_retrieved"),
    ),
    "evidence retrieved and unused": (
        {"answer": ONE, "contexts": [OTHER, PASSAGE], "citations": ["doc-7"], "supported_claim_ids": SUPPORTED},
        ("generation", "evidence_unused"),
    ),
    "states it and cites nothing": (
        {"answer": BOTH, "contexts": [PASSAGE], "citations": [], "supported_claim_ids": []},
        ("generation", "cites_nothing"),
    ),
    "cites another document": (
        {"answer": BOTH, "contexts": [PASSAGE, OTHER], "citations": ["doc-3"], "supported_claim_ids": []},
        ("generation", "wrong_citation"),
    ),
    "span is in the answer and the id was dropped": (
        {
            "answer": BOTH,
            "contexts": [PASSAGE],
            "citations": ["doc-7#2"],
            "attributions": [*GOOD, claim("refund-method", False, "doc-7", METHOD)],
        },
        ("attribution", "support_dropped"),
    ),
    "no record of a claim that is stated and cited": (
        {"answer": BOTH, "contexts": [PASSAGE], "citations": ["doc-7#2"], "attributions": GOOD},
        ("attribution", "support_dropped"),
    ),
    "no citations field at all": (
        {"answer": BOTH, "contexts": [PASSAGE], "supported_claim_ids": SUPPORTED},
        ("attribution", "support_dropped"),
    ),
    "declines though the evidence is there": (
        {"answer": "I don't know.", "contexts": [PASSAGE], "citations": [], "supported_claim_ids": []},
        ("generation", "over_refusal"),
    ),
    "declines because the evidence is not there": (
        {"answer": "I don't know.", "contexts": [OTHER], "citations": [], "supported_claim_ids": []},
        ("retrieval", "not_retrieved"),
    ),
    "the passage says the opposite": (
        {
            "answer": "Please ask us.",
            "contexts": [
                {**PASSAGE, "text": "Refunds are not accepted within 30 days. The money never goes back to the card."}
            ],
            "citations": [],
            "supported_claim_ids": [],
        },
        ("retrieval", "not_retrieved"),
    ),
    "the passage has another figure": (
        {
            "answer": "Please ask us.",
            "contexts": [{**PASSAGE, "text": "Customers get refunds within 90 days of delivery."}],
            "citations": [],
            "supported_claim_ids": [],
        },
        ("retrieval", "not_retrieved"),
    ),
    "nothing retrieved": (
        {"answer": "Please ask us.", "contexts": [], "citations": [], "supported_claim_ids": []},
        ("retrieval", "not_retrieved"),
    ),
}
POLICY = "checks:\n  evidence_coverage: {required: true, minimum: 1.0}\n"


@pytest.fixture(scope="module")
def explained(tmp_path_factory):
    """Every near-miss as one case of one run, explained without baseline and corpus."""
    folder = tmp_path_factory.mktemp("near")
    policy = folder / "policy.yaml"
    policy.write_text(POLICY, encoding="utf-8")
    golden = folder / "golden.jsonl"
    golden.write_text("".join(json.dumps({"id": name, **CASE}) + "\n" for name in RECORDED), encoding="utf-8")
    outputs = folder / "outputs.jsonl"
    rows = ({"id": name, **output} for name, (output, _) in RECORDED.items())
    outputs.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    made = run(golden, outputs=outputs, policy=policy, store=folder / "assay.db")
    gate(made, policy)
    yield {found.case_id: found for found in explain(made).diagnoses}
    made.store.close()


@pytest.mark.parametrize("name", list(RECORDED))
def test_the_owner_is_right(explained, name: str) -> None:
    """Each near-miss has its own owner and fault, and names the claim."""
    found = explained[name]
    assert (found.owner.value, found.fault.value) == RECORDED[name][1], found
    assert "refund-method" in found.missing


def test_every_diagnosis_is_an_object_with_all_its_fields(explained) -> None:
    """What `--json` prints always has every key, also where there is nothing to say."""
    keys = {"case_id", "check", "status", "owner", "owners", "stage", "missing", "evidence", "confidence", "next"}
    for found in explained.values():
        assert keys <= found.to_dict().keys()
        json.dumps(found.to_dict(), allow_nan=False)

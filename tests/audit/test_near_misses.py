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


CORPUS = {"unknown corpus": {}, "known corpus": {"corpus_ids": ["doc-3", "doc-3#1", "doc-7", "doc-7#2"]}}


@pytest.fixture(scope="module", params=list(CORPUS))
def explained(request, tmp_path_factory):
    """Every near-miss as one case of one run, explained without baseline, without and with the ids of the corpus."""
    folder = tmp_path_factory.mktemp("near")
    policy = folder / "policy.yaml"
    policy.write_text(POLICY, encoding="utf-8")
    golden = folder / "golden.jsonl"
    golden.write_text(
        "".join(json.dumps({"id": name, **CASE, **CORPUS[request.param]}) + "\n" for name in RECORDED), encoding="utf-8"
    )
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


ASKED = {
    "input": "How do refunds work?",
    "expected_citations": ["doc-7"],
    "expected_facts": ["30 days"],
    "must_abstain": False,
}
INVENTED = {"input": "Who is the owner?", "must_abstain": True}
EMPTY: dict[str, Any] = {"answer": BOTH, "contexts": [], "citations": ["doc-7"], "abstained": False}
RETRIEVAL, GENERATION = ("retrieval", "not_retrieved"), ("generation", "unknown_citation")
CITING: dict[str, tuple[dict[str, Any], dict[str, Any], str, tuple[str, str]]] = {
    "the contexts were emptied": (ASKED, EMPTY, "citation_validity", RETRIEVAL),
    "nothing retrieved and the citation is invented": (
        ASKED,
        {**EMPTY, "citations": ["doc-99"]},
        "citation_validity",
        RETRIEVAL,
    ),
    "nothing retrieved and nothing cited": (ASKED, {**EMPTY, "citations": []}, "citation_validity", RETRIEVAL),
    "the expected document is cited and was not retrieved": (
        ASKED,
        {**EMPTY, "contexts": [OTHER]},
        "citation_validity",
        RETRIEVAL,
    ),
    "an invented document is cited beside what was retrieved": (
        ASKED,
        {**EMPTY, "contexts": [OTHER], "citations": ["doc-99"]},
        "citation_validity",
        GENERATION,
    ),
    "nothing retrieved, and the case has no answer to look for": (
        INVENTED,
        {**EMPTY, "answer": "Ann, since 2019."},
        "abstention",
        ("generation", "invented_answer"),
    ),
    "nothing retrieved, and the target declines": (
        ASKED,
        {"answer": "I don't know.", "contexts": [], "citations": [], "abstained": True},
        "abstention",
        RETRIEVAL,
    ),
    "the contexts are not returned at all": (
        ASKED,
        {"answer": BOTH, "citations": ["doc-7"], "abstained": False},
        "citation_validity",
        ("harness", "field_not_returned"),
    ),
    "the fact is missing, and the target returns no passages": (
        ASKED,
        {"answer": "Please ask us.", "citations": ["doc-7"], "abstained": False},
        "fact_coverage",
        ("generation", "wrong_answer"),
    ),
    "the fact is missing, and nothing was retrieved": (
        ASKED,
        {**EMPTY, "answer": "Please ask us."},
        "fact_coverage",
        RETRIEVAL,
    ),
}


@pytest.mark.parametrize("name", list(CITING))
def test_an_empty_retrieval_is_not_the_answers_fault(bench, name: str) -> None:
    """Where retrieval came back empty or lost the cited document, it has to act first, and the generation after it."""
    case, output, check, expected = CITING[name]
    checks = (
        "checks: {citation_validity: {required: true}, fact_coverage: {required: true}, abstention: {required: true}}"
    )
    made = bench.run(None, [{"id": "c", **case, **output}], policy=checks)
    found = bench.explain(made)["c", check]
    assert (found.owner.value, found.fault.value) == expected, found
    if expected == RETRIEVAL:
        assert {"retrieval", "generation"} <= {owner.value for owner in found.owners} or check != "citation_validity"


def test_the_baseline_shows_that_a_cited_document_was_lost(bench) -> None:
    """The case expects no document; that the same citation was retrieved before tells it from an invented one."""
    case = {"id": "c", "input": "How do refunds work?", "must_cite": True}
    policy = "checks: {citation_validity: {required: true}}"
    before = bench.run(None, [{**case, **EMPTY, "contexts": [PASSAGE]}], policy=policy)
    after = bench.run(None, [{**case, **EMPTY, "contexts": [OTHER]}], policy=policy)
    alone = bench.explain(after)["c", "citation_validity"]
    assert (alone.owner.value, alone.fault.value) == GENERATION
    compared = bench.explain(after, baseline=before)["c", "citation_validity"]
    assert (compared.owner.value, compared.fault.value) == RETRIEVAL
    assert compared.missing == ("doc-7",)


RENAMED = {**PASSAGE, "id": "0f3a", "document_id": "9c1d"}
LISTED = {"corpus_ids": CORPUS["known corpus"]["corpus_ids"], "expected_context_ids": ["doc-7#2"]}
JOINED: dict[str, tuple[dict[str, Any], list[dict[str, Any]], tuple[str, str]]] = {
    "renamed, and the text of the id is known": (
        {"reference_contexts": [PASSAGE["text"]]},
        [RENAMED],
        ("attribution", "broken_join"),
    ),
    "renamed, and a fact of the case is known": (
        {"expected_facts": ["30 days of delivery"]},
        [OTHER, RENAMED],
        ("attribution", "broken_join"),
    ),
    "strange ids that hold something else": (
        {"reference_contexts": [PASSAGE["text"]]},
        [{**OTHER, "id": "77aa", "document_id": "1b2c"}],
        RETRIEVAL,
    ),
    "the fact stands in another document of the corpus": (
        {"expected_facts": ["30 days of delivery"]},
        [{**OTHER, "text": WINDOW}],
        RETRIEVAL,
    ),
    "the fact stands in a passage whose document is of the corpus": (
        {"expected_facts": ["30 days of delivery"]},
        [{"id": "doc-3:9", "text": WINDOW}],
        RETRIEVAL,
    ),
    "nothing known of the id's text": ({}, [RENAMED], RETRIEVAL),
}


@pytest.mark.parametrize("name", list(JOINED))
def test_a_listed_id_may_be_lost_in_the_join(bench, name: str) -> None:
    """The corpus has the expected id: what is retrieved under an id that it has not, with the expected text, is a broken join."""
    case, contexts, expected = JOINED[name]
    row = {"id": "c", "input": "How do refunds work?", **LISTED, **case, "answer": BOTH, "contexts": contexts}
    made = bench.run(None, [row], policy='checks: {"context_recall[ids]": {required: true, minimum: 1.0}}')
    (found,) = bench.explain(made).values()
    assert (found.owner.value, found.fault.value) == expected, found

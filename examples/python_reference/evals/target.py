"""The target: asks the application, and lets the attribution stage say which required claims the answer supports."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from assay import Case
from assay.text.tokens import content_tokens

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from app.answering import Answer, answer

SUPPORT = 0.75
"""A claim counts as supported when one sentence of the answer holds this share of its words."""


def run(case: Case) -> dict[str, Any]:
    """Answer one case."""
    result = answer(str(case.input))
    return {
        "answer": result.text,
        "abstained": result.abstained,
        "contexts": [
            {"id": passage.id, "document_id": passage.topic, "text": passage.text, "score": round(score, 3)}
            for passage, score in result.retrieved
        ],
        "citations": [{"id": passage.topic} for passage in result.sources],
        "attributions": [_attribute(claim.id, claim.text, result) for claim in case.required_claims or ()],
    }


def _attribute(claim_id: str, claim: str, result: Answer) -> dict[str, Any]:
    """Which sentence of the answer states the claim, and which document it came from."""
    wanted = set(content_tokens(claim))
    for source in result.sources:
        for sentence in source.text.split(". "):
            said = sentence.strip(". ")
            if said in result.text and len(wanted & set(content_tokens(said))) >= SUPPORT * len(wanted):
                return {
                    "claim_id": claim_id,
                    "supported": True,
                    "document_id": source.topic,
                    "span": said,
                    "by": f"word overlap >= {SUPPORT}",
                }
    return {"claim_id": claim_id, "supported": False, "by": f"word overlap >= {SUPPORT}"}

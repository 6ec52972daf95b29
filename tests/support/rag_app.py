"""A small RAG application, its corpus and its golden set; every part can be broken on its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from assay.records import Case
from assay.text import sentences
from assay.text.tokens import content_tokens

DOCUMENTS = {
    "doc-1": [
        "Refunds are accepted for 30 days after delivery. The refund goes back to the card that was charged.",
        "Opened software cannot be returned. Gift cards are final.",
    ],
    "doc-2": [
        "Standard shipping takes 5 working days. Express shipping costs 12 euros and arrives the next morning.",
        "We ship to every country of the European Union. Islands may take longer.",
    ],
    "doc-3": [
        "The warranty covers the battery for 24 months. The warranty is void when the seal of the battery is broken.",
        "Repairs are done in Lisbon. A loan device is offered during repairs.",
    ],
    "doc-4": [
        "A password must have 14 characters. A password expires after 180 days.",
        "Two-factor sign-in uses an authenticator application. Text messages are not used.",
    ],
    "doc-5": [
        "Invoices are sent on the first day of every month. An invoice can be paid within 21 days.",
        "Late payment adds a fee of 7 euros. Discounts need a purchase order.",
    ],
}
QUESTIONS = {
    "refund-1": ("How do refunds work and where does the refund go?", "doc-1", ("30 days", "card that was charged")),
    "shipping-1": (
        "How long does standard shipping take and what does express shipping cost?",
        "doc-2",
        ("5 working days", "12 euros"),
    ),
    "warranty-1": (
        "How long does the warranty cover the battery, and when is the warranty void?",
        "doc-3",
        ("24 months", "void"),
    ),
    "password-1": (
        "How many characters must a password have, and when does a password expire?",
        "doc-4",
        ("14 characters", "180 days"),
    ),
    "invoice-1": (
        "When are invoices sent, and within how many days can an invoice be paid?",
        "doc-5",
        ("first day", "21 days"),
    ),
}
UNANSWERABLE = {
    "mars-1": "When does the office on Mars open?",
    "pets-1": "Which veterinarian do you recommend for parrots?",
    "chess-1": "Who won the chess tournament?",
}
CHECKS = """
version: "1"
checks:
  evidence_coverage: {required: true, minimum: 1.0}
  fact_coverage: {required: true, minimum: 1.0}
  expected_citation_coverage: {required: true, minimum: 1.0}
  citation_validity: {required: true, minimum: 1.0}
  recall@2: {required: true, minimum: 1.0}
  abstention: {required: true}
  target_error: {required: true}
"""


def golden(**changes: Any) -> list[dict[str, Any]]:
    """The reviewed cases; `changes` are added to every answerable one, each a value or a function of the row."""
    rows = []
    for case_id, (question, document, facts) in QUESTIONS.items():
        first, second = sentences(DOCUMENTS[document][0])
        row: dict[str, Any] = {
            "id": case_id,
            "input": question,
            "required_claims": [{"id": f"{case_id}-a", "text": first}, {"id": f"{case_id}-b", "text": second}],
            "expected_facts": list(facts),
            "expected_context_ids": [f"{document}#1"],
            "expected_citations": [f"{document}#1"],
            "must_abstain": False,
            "contract": "1",
        }
        rows.append(row | {name: value(row) if callable(value) else value for name, value in changes.items()})
    return rows + [
        {"id": case_id, "input": question, "must_abstain": True, "contract": "1"}
        for case_id, question in UNANSWERABLE.items()
    ]


@dataclass(frozen=True)
class Passage:
    """A piece of a document."""

    id: str
    document_id: str
    text: str


def by_two(document_id: str, texts: list[str]) -> list[Passage]:
    """The chunks as reviewed."""
    return [Passage(f"{document_id}#{index}", document_id, text) for index, text in enumerate(texts, 1)]


def by_sentence(document_id: str, texts: list[str]) -> list[Passage]:
    """Another chunker: one sentence a chunk, other ids."""
    pieces = [piece for text in texts for piece in sentences(text)]
    return [Passage(f"{document_id}/s{index}", document_id, piece) for index, piece in enumerate(pieces, 1)]


def untouched(value: Any) -> Any:
    """The part as it is."""
    return value


@dataclass(frozen=True)
class App:
    """Index, retriever, generator, citations and support mapper; every part may be replaced by a broken one."""

    claims: dict[str, list[tuple[str, str]]]
    documents: dict[str, list[str]] = field(default_factory=lambda: DOCUMENTS)
    chunk: Callable[[str, list[str]], list[Passage]] = by_two
    rename: Callable[[str], str] = untouched
    ranked: Callable[[list[Passage]], list[Passage]] = untouched
    k: int = 2
    lists_ranking: bool = False
    lists_before: bool = False
    said: Callable[[list[str]], list[str]] = untouched
    refuses: bool = False
    never_refuses: bool = False
    cites: Callable[[list[str]], list[str]] = untouched
    supports: Callable[[dict[str, Any]], dict[str, Any] | None] = untouched
    knows: str | None = None

    def index(self) -> list[Passage]:
        """Every passage under its present id."""
        return [
            dataclasses.replace(piece, id=self.rename(piece.id), document_id=self.rename(piece.document_id))
            for name, texts in self.documents.items()
            for piece in self.chunk(name, texts)
        ]

    def __call__(self, case: Case) -> dict[str, Any]:
        """Answer one case."""
        wanted = set(content_tokens(str(case.input)))
        scored = [(len(wanted & set(content_tokens(piece.text))), piece) for piece in self.index()]
        found = [piece for score, piece in sorted(scored, key=lambda pair: -pair[0]) if score]
        kept = self.ranked(found)
        contexts = kept[: self.k]
        pairs = [
            (text, piece) for piece in contexts for text in sentences(piece.text) if wanted & set(content_tokens(text))
        ]
        spoken = self.said([text for text, _ in pairs])
        if self.knows is not None:
            spoken = [self.knows]
        refuses = self.refuses or (not spoken and not self.never_refuses)
        answer = "I don't know." if refuses else " ".join(spoken) or "It opens in 2027, on a Monday."
        used = [] if refuses else list(dict.fromkeys(piece.id for text, piece in pairs if text in spoken))
        output: dict[str, Any] = {
            "answer": answer,
            "abstained": refuses,
            "contexts": [dataclasses.asdict(piece) for piece in contexts],
            "citations": self.cites(used),
        }
        if self.lists_ranking:
            output["retrieved_ids"] = [piece.id for piece in kept]
        if self.lists_before:
            output["retrieved_ids_before"] = [piece.id for piece in found]
        return output | self._support(case.id, answer, output["citations"])

    def _support(self, case_id: str, answer: str, cited: list[str]) -> dict[str, Any]:
        """The mapper: a claim is supported when it stands in the answer and its document's id, as reviewed, is cited."""
        entries = []
        for claim_id, text in self.claims.get(case_id, []):
            home = next(
                piece.id for name, texts in DOCUMENTS.items() for piece in by_two(name, texts) if text in piece.text
            )
            span = text if text in answer else None
            entry = {"claim_id": claim_id, "supported": span is not None and home in cited, "document_id": home}
            entries.append(self.supports(entry | ({"span": span} if span else {})))
        return {"attributions": [entry for entry in entries if entry is not None]}


CLAIMS = {
    row["id"]: [(claim["id"], claim["text"]) for claim in row["required_claims"]] for row in golden()[: len(QUESTIONS)]
}

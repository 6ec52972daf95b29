"""The grounder whose evidence is found by meaning: any embedder locates the sentence, words and guards decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.embedding.grounding.base import EvidenceGrounder
from assay.embedding.grounding.evidence import ClaimWords, Evidence, EvidenceSentence
from assay.embedding.grounding.fitted import LEXICAL, VERSION
from assay.embedding.grounding.signals import lexical_signals
from assay.embedding.grounding.verdict import decide
from assay.records.protocols import Embedder, Grounding
from assay.text.vectors import cosine


class LocatedGrounder(EvidenceGrounder):
    """Locates for each claim the evidence sentence of the highest cosine, whatever its words; the probability is the lexical one.

    A cosine says what a sentence is about and not what it says of it: measured as a judge it ranks below ROUGE-L precision, so it
    is used to find the evidence and does not enter the probability. For a server's embeddings, which have no token vectors.

    Args:
        embedder: any. `language`: see `EvidenceGrounder`.
    """

    def __init__(self, embedder: Embedder, *, language: str | None = None) -> None:
        super().__init__(language=language)
        self._embedder = embedder

    @property
    def identity(self) -> str:
        """`embedding:` with the embedder and the version of the fitted numbers."""
        return f"embedding:{self._embedder.identity}|fit:{VERSION}"

    async def decide(self, claims: Sequence[ClaimWords], evidence: Evidence) -> list[Grounding]:
        """By words, with the evidence found by meaning."""
        texts = [claim.text for claim in claims] + [sentence.text for sentence in evidence.sentences]
        vectors = dict(zip(texts, await self._embedder.embed(texts), strict=True))
        return [self._ground(claim, evidence, vectors) for claim in claims]

    def _ground(self, claim: ClaimWords, evidence: Evidence, vectors: Mapping[str, Sequence[float]]) -> Grounding:
        def similarity(sentence: EvidenceSentence) -> float:
            return cosine(vectors[claim.text], vectors[sentence.text])

        nearest = max(evidence.sentences, key=similarity)
        findings = self.guarded(claim, evidence, nearest)
        signals = {**lexical_signals(claim, evidence, findings), "cosine": similarity(nearest)}
        return decide(claim, LEXICAL.probability(signals), nearest, findings, signals=signals)

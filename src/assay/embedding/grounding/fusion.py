"""The fusion of the two best signals that need no large model: ROUGE-L precision, and words matched by a small embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.embedding.grounding.base import EvidenceGrounder
from assay.embedding.grounding.evidence import ClaimWords, Evidence, EvidenceSentence
from assay.embedding.grounding.fitted import FUSION, VERSION
from assay.embedding.grounding.signals import lexical_signals
from assay.embedding.grounding.verdict import decide
from assay.records.protocols import Grounding, TokenEmbedder, TokenVectors
from assay.text.tokens import stop_words, word_spans

WEAKEST = 3


class FusionGrounder(EvidenceGrounder):
    """Decides by ROUGE-L precision, and by how well each content word of the claim is matched in the evidence by contextual
    token vectors: on average, and for the three words that are matched worst. A claim is as good as its weakest words.

    Each claim is held against the `MOST_SENTENCES` evidence sentences that share most words with it. Guards as in the lexical
    grounder. The fitted numbers belong to the packaged embedder; with another one they are a guess, and the identity shows it.

    Args:
        embedder: gives token vectors. `language`: see `EvidenceGrounder`.

    Source: greedy matching as in T. Zhang et al., "BERTScore", ICLR 2020.
    """

    def __init__(self, embedder: TokenEmbedder, *, language: str | None = None) -> None:
        super().__init__(language=language)
        self._embedder = embedder

    @property
    def identity(self) -> str:
        """`fusion:` with the embedder and the version of the fitted numbers."""
        return f"fusion:{self._embedder.identity}|fit:{VERSION}"

    async def decide(self, claims: Sequence[ClaimWords], evidence: Evidence) -> list[Grounding]:
        """By words and by token vectors."""
        near = [evidence.nearest(claim) for claim in claims]
        texts = [claim.text for claim in claims] + [sentence.text for listed in near for sentence in listed]
        vectors = dict(zip(texts, await self._embedder.embed_tokens(texts), strict=True))
        return [self._ground(claim, evidence, listed, vectors) for claim, listed in zip(claims, near, strict=True)]

    def _ground(
        self,
        claim: ClaimWords,
        evidence: Evidence,
        near: Sequence[EvidenceSentence],
        vectors: Mapping[str, TokenVectors],
    ) -> Grounding:
        findings = self.guarded(claim, evidence, near[0])
        matched = word_match(claim.text, vectors[claim.text], [vectors[one.text] for one in near], evidence.language)
        signals = {**lexical_signals(claim, evidence, findings), **matched}
        return decide(claim, FUSION.probability(signals), near[0], findings, signals=signals)


def word_match(
    text: str, claim: TokenVectors, evidence: Sequence[TokenVectors], language: str = "en"
) -> dict[str, float]:
    """How well the tokens of the claim's content words are matched by the most similar token of the evidence.

    `word_match` is the mean of the best cosines, `weakest_words` that of the three lowest. A claim of stop words keeps them all.
    """
    import numpy as np

    rows = content_rows(text, claim, language)
    there = np.concatenate([one.vectors for one in evidence])
    if not len(there) or not rows:
        return {"word_match": 0.0, "weakest_words": 0.0}
    best = np.sort((claim.vectors[rows] @ there.T).max(axis=1))
    return {"word_match": float(best.mean()), "weakest_words": float(best[:WEAKEST].mean())}


def content_rows(text: str, tokens: TokenVectors, language: str) -> list[int]:
    """The places of the tokens that belong to words, without stop words unless there is nothing else."""
    stop = stop_words(language)
    spans = word_spans(text)
    content = [(start, end) for start, end in spans if text[start:end].lower() not in stop] or spans
    return [row for row, (start, end) in enumerate(tokens.spans) if any(a <= start and end <= b for a, b in content)]

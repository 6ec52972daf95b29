"""How well the tokens of answer and reference match one another in meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.answer.reference_embedding import EmbeddedReferenceMetric
from assay.metrics.parameters import require_choice
from assay.records import MetricResult
from assay.records.domain import Domain, Range
from assay.records.protocols import Embedder, TokenEmbedder

MODES = ("f1", "precision", "recall")


@dataclass(frozen=True)
class GreedyMatch(EmbeddedReferenceMetric):
    """Greedy matching of the tokens of answer and reference by contextual embeddings, as BERTScore does.

    precision: for each token of the answer the highest cosine with a token of the reference, averaged. recall: the same the other
    way round. f1: 2PR / (P + R), and 0 where neither is above 0. Tokens are the model's, without special ones; last layer, no
    weighting by rarity and no rescaling, so values are high and lie close together: they rank answers, they do not grade them.

    Parameter: `mode` (f1, precision, recall). Range -1 to 1, higher is better, no unit; two equal texts score 1. A proxy: it does
    not see a negation or another figure. Inputs: `reference` of the case, `answer` of the output; an embedder on this machine,
    since a server gives no token vectors. Not applicable: the case states no reference or must abstain, or the answer
    abstains. A blank answer is a true 0. Invalid: a blank reference. Error: no embedder, or one without token vectors.

    Source: T. Zhang et al., "BERTScore: Evaluating Text Generation with BERT", ICLR 2020.

    >>> GreedyMatch(mode="f2")
    Traceback (most recent call last):
    ...
    assay.errors.ConfigurationError: parameter mode must be one of f1, precision, recall, got 'f2'
    """

    name: ClassVar[str] = "greedy_match"
    domain: ClassVar[Domain] = Range(low=-1, high=1)

    mode: str = "f1"

    def __post_init__(self) -> None:
        require_choice("mode", self.mode, MODES)

    async def compare(self, answer: str, reference: str, embedder: Embedder) -> MetricResult:
        """Match both ways."""
        if not isinstance(embedder, TokenEmbedder):
            raise ConfigurationError(
                f"greedy_match needs token vectors, which {embedder.identity} does not give",
                code="no_token_vectors",
                hint="take the packaged or a local embedder",
            )
        said, wanted = await embedder.embed_tokens([answer, reference])
        if not len(said.vectors) or not len(wanted.vectors):
            return MetricResult(value=0.0, reason="a side has no token that the model knows")
        cosines = said.vectors @ wanted.vectors.T
        precision, recall = (_within(float(cosines.max(axis=axis).mean())) for axis in (1, 0))
        found = {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}
        told = "; ".join(f"{name}={value:.3f}" for name, value in found.items())
        sizes = {"answer_tokens": len(said.spans), "reference_tokens": len(wanted.spans)}
        return MetricResult(value=found[self.mode], reason=told, details={**found, **sizes})


def harmonic(precision: float, recall: float) -> float:
    """Their harmonic mean, 0 where either is not above 0."""
    return 2 * precision * recall / (precision + recall) if precision > 0 and recall > 0 else 0.0


def _within(value: float) -> float:
    """A mean of cosines without what rounding puts beyond an end."""
    return max(-1.0, min(1.0, value))

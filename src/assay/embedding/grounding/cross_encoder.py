"""The grounder that asks a cross-encoder: an entailment model, or one trained to check grounding."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Self

from assay.embedding.grounding.base import EvidenceGrounder
from assay.embedding.grounding.evidence import ClaimWords, Evidence, EvidenceSentence
from assay.embedding.grounding.fitted import LEXICAL, VERSION, even_blend
from assay.embedding.grounding.signals import lexical_signals
from assay.embedding.grounding.verdict import decide
from assay.embedding.pair_model import PairModel, PairProbability, Task
from assay.records.protocols import Grounding

PREMISES = 3


class CrossEncoderGrounder(EvidenceGrounder):
    """Asks a cross-encoder whether the best passages support each claim.

    Premises are the three evidence sentences that share most words with the claim, and those three joined in order. Support is
    the largest probability of support over the premises (the evidence may be in any of them, or need all), contradiction that of
    the premise that speaks loudest. The probability is the model's own, as it was trained; the guards are those of the lexical
    grounder.

    Args:
        model: the cross-encoder. `task`: what it was trained for. `language`: see `EvidenceGrounder`.

    Source: maximum over evidence as in P. Laban et al., "SummaC", TACL 2022.
    """

    def __init__(self, model: PairModel, *, task: Task, language: str | None = None) -> None:
        super().__init__(language=language)
        self._model, self._task = model, task

    @classmethod
    def load(cls, name: str, *, task: Task, language: str | None = None) -> Self:
        """With the model of a folder or name; see `PairModel.load`."""
        return cls(PairModel.load(name, task=task), task=task, language=language)

    @property
    def identity(self) -> str:
        """`nli:` or `grounding:` with the model and its weights, and how premises are made."""
        return f"{self._task.value}:{self._model.identity}|premises:{PREMISES}+joined"

    async def decide(self, claims: Sequence[ClaimWords], evidence: Evidence) -> list[Grounding]:
        """By the model, in a thread; all pairs of all claims go in together."""
        near = [evidence.nearest(claim, PREMISES) for claim in claims]
        premises = [premises_of(listed) for listed in near]
        pairs = [(premise, claim.text) for claim, listed in zip(claims, premises, strict=True) for premise in listed]
        found = iter(await asyncio.to_thread(self._model.probabilities, pairs))
        given = [[next(found) for _ in listed] for listed in premises]
        return [self._ground(claim, evidence, one, its) for claim, one, its in zip(claims, near, given, strict=True)]

    def _ground(
        self, claim: ClaimWords, evidence: Evidence, near: Sequence[EvidenceSentence], given: Sequence[PairProbability]
    ) -> Grounding:
        support = max(one.supported for one in given)
        contradiction = max(given, key=lambda one: max(one.supported, one.contradicted)).contradicted
        single = given[: len(near)]
        best = max(range(len(near)), key=lambda place: max(single[place].supported, single[place].contradicted))
        findings = self.guarded(claim, evidence, near[best])
        signals = {**lexical_signals(claim, evidence, findings), "support": support, "contradiction": contradiction}
        probability = self.probability(signals)
        return decide(claim, probability, near[best], findings, signals=signals, contradiction=contradiction)

    def probability(self, signals: Mapping[str, float]) -> float:
        """The model's own probability of support."""
        return signals["support"]


class FusedCrossEncoderGrounder(CrossEncoderGrounder):
    """As the cross-encoder, with its probability blended with the lexical one: the mean of the two log odds.

    Two unlike signals rank better than either; nothing is fitted to the model, so it may be any.
    """

    @property
    def identity(self) -> str:
        """`fusion:` before the cross-encoder's identity, with the version of the lexical fit."""
        return f"fusion:{super().identity}|fit:{VERSION}"

    def probability(self, signals: Mapping[str, float]) -> float:
        """Model and words at even weight."""
        return even_blend(signals["support"], LEXICAL.probability(signals))


def premises_of(near: Sequence[EvidenceSentence]) -> list[str]:
    """Each sentence, and where there are several, all of them joined in the order of the passages."""
    texts = [sentence.text for sentence in near]
    if len(near) < 2:
        return texts
    return [*texts, " ".join(one.text for one in sorted(near, key=lambda one: (one.passage, one.start)))]

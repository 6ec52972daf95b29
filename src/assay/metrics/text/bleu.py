"""N-gram precision of the answer against the reference, with a penalty for brevity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.text.sacrebleu_scorer import SacrebleuMetric
from assay.records import MetricResult

TOKENIZERS = ("13a", "intl", "zh", "char", "none", "ja-mecab", "ko-mecab", "flores101", "flores200", "spBLEU-1K")
SMOOTHINGS = ("exp", "floor", "add-k", "none")


@dataclass(frozen=True, kw_only=True)
class Bleu(SacrebleuMetric):
    """N-gram precision of the answer against the reference, with a penalty for brevity: sentence BLEU of the whole texts.

    BLEU = BP · exp(mean of log p_n, n = 1..4), sacrebleu's 0 to 100 scaled to 0 to 1; higher is better. Texts shorter
    than four tokens use the orders that they have (effective order), and orders without a match are smoothed
    (`smooth_method`, `exp` by default). Identical texts are exactly 1. `tokenize` is sacrebleu's; for Chinese choose
    `zh`, for other scripts without spaces `char`: under the default `13a` such a text is one token. A run's corpus BLEU
    comes from the pooled counts, not from the mean of rows. Inputs, not applicable and invalid: see `ReferenceMetric`.
    A blank answer is 0.

    Needs the extra `text`. Source: Papineni et al., BLEU, ACL 2002; Post, A call for clarity in reporting BLEU scores,
    WMT 2018; Chen and Cherry, WMT 2014, for the smoothing.

    >>> Bleu().score(answer="Dr. Smith went home.", reference="Dr. Smith went home.").value
    1.0
    """

    name: ClassVar[str] = "bleu"
    kind: ClassVar[str] = "BLEU"
    corpus_options: ClassVar[dict[str, Any]] = {"effective_order": False}

    tokenize: str = "13a"
    smooth_method: str = "exp"
    lowercase: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for field, value, allowed in (
            ("tokenize", self.tokenize, TOKENIZERS),
            ("smooth_method", self.smooth_method, SMOOTHINGS),
        ):
            if value not in allowed:
                raise ConfigurationError(f"bleu: {field} must be one of {', '.join(allowed)}, got {value!r}")

    @cached_property
    def options(self) -> dict[str, Any]:
        """The parameters, and the effective order that single texts need."""
        return super().options | {"effective_order": True}

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Count the n-grams and combine the precisions."""
        statistics = self.statistics(answer, reference)
        value = self.row_value(statistics)
        answer_length, reference_length = statistics[:2]
        return MetricResult(
            value=value,
            reason=f"tokens={answer_length}; reference={reference_length}; "
            f"matched={','.join(map(str, statistics[2:6]))} of {','.join(map(str, statistics[6:]))}",
            details={"statistics": statistics},
        )

    def _score(self, statistics: Sequence[int], options: dict[str, Any]) -> float:
        answer_length, reference_length, *counts = statistics
        matched, total = counts[:4], counts[4:]
        orders = [order for order in range(4) if total[order] or not options["effective_order"]]
        if matched[0] and answer_length >= reference_length and all(matched[n] == total[n] > 0 for n in orders):
            return 1.0  # every precision is 1; the logarithms of the general formula would round to just beside it
        return super()._score(statistics, options)

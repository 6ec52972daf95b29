"""The fitted numbers of the offline grounders, and where they come from.

Fitted on one labelled set only, the development claims of WiCE (R. Kamoi et al., "WiCE: Real-World Entailment for Claims in
Wikipedia", EMNLP 2023; 187 claims against long web evidence; "supported" against "partially" and "not supported"), because
it is the one that looks like retrieval: long evidence, written claims. Logistic regression, both classes weighted equally,
ridge penalty 1, by `benchmarks/grounding.py --fit` on 2026-12-01. What each is worth on data that was never fitted on stands
in docs/grounding.md; that script prints the table.

The guard discounts were not fitted but chosen, with four labelled sets in view: one unit of log odds for figures that are not
there and for opposites, half a unit for names. Doubled or left out, the mean area under the ROC curve over those sets falls by
less than 0.01.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

VERSION = "1"
"""Raised whenever a number in this module changes; part of every grounder's identity."""

GUARD_DISCOUNTS: Mapping[str, float] = {"figures": 1.0, "opposites": 1.0, "names": 0.5}


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic model: probability of support at even odds, from named signals."""

    intercept: float
    weights: Mapping[str, float]

    def probability(self, signals: Mapping[str, float]) -> float:
        """The probability for these signals, after the guards' discounts.

        >>> Logistic(-1.0, {"rouge_l": 2.0}).probability({"rouge_l": 0.5, "figures": 0.0})
        0.5
        """
        odds = self.intercept + math.fsum(weight * signals[name] for name, weight in self.weights.items())
        odds -= math.fsum(discount for name, discount in GUARD_DISCOUNTS.items() if signals.get(name))
        return 1 / (1 + math.exp(-odds))


def even_blend(first: float, second: float) -> float:
    """The probability whose log odds are the mean of those of two probabilities; neither may be surer than 1 in 10,000.

    >>> even_blend(0.9, 0.1), even_blend(0.8, 0.8)
    (0.5, 0.8)
    """
    odds = [math.log(share / (1 - share)) for share in (min(max(one, 1e-4), 1 - 1e-4) for one in (first, second))]
    return round(1 / (1 + math.exp(-sum(odds) / 2)), 12)


LEXICAL = Logistic(-2.66, {"rouge_l": 2.17, "coverage": 2.52})
FUSION = Logistic(-3.43, {"rouge_l": 2.25, "word_match": 1.81, "weakest_words": 2.09})
SUPPORT_AT = 0.5
"""From this probability on a claim is supported, unless a guard bars it."""

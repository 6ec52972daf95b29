"""The probability of each verdict, read from the token probabilities at the place where the verdict stands.

Source of the idea: Liu et al., "G-Eval: NLG Evaluation using GPT-4 with Better Human Alignment", EMNLP 2023.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from assay.judge.completion import Token


def scale_distribution(tokens: Sequence[Token], field: str, scale: Sequence[str]) -> dict[str, float] | None:
    """Probability of each text of `scale` as the value of `field`; None when the reply's tokens do not show the place.

    An alternative token counts for the text that it equals, else for the one text that it begins. What belongs to none
    is left out, so the sum is the probability mass on the scale; it is not normalised here.

    >>> ten = [Token('{"verdict": ', {}), Token("4", {"4": math.log(0.6), "5": math.log(0.3), "x": -3.0}), Token("}", {})]
    >>> {text: round(p, 3) for text, p in scale_distribution(ten, "verdict", ["1", "4", "5"]).items()}
    {'1': 0.0, '4': 0.6, '5': 0.3}
    """
    token = _at_value(tokens, field)
    if token is None or not token.top:
        return None
    result = dict.fromkeys(scale, 0.0)
    for text, logprob in token.top.items():
        word = _matching(text, scale)
        if word is not None:
            result[word] += math.exp(logprob)
    total = sum(result.values())
    return {word: p / total for word, p in result.items()} if total > 1 else result


def _at_value(tokens: Sequence[Token], field: str) -> Token | None:
    text = "".join(token.text for token in tokens)
    places = list(re.finditer(rf'"{re.escape(field)}"\s*:\s*"?', text))
    if not places:
        return None
    start = places[-1].end()
    end = 0
    for token in tokens:
        end += len(token.text)
        if end > start:
            return token
    return None


def _matching(token: str, scale: Sequence[str]) -> str | None:
    text = token.lstrip(" \t\n\":'").rstrip(" \t\n\"',}")
    if not text:
        return None
    if text in scale:
        return text
    begun = [word for word in scale if word.startswith(text)]
    return begun[0] if len(begun) == 1 else None


def mass(distribution: Mapping[str, float]) -> float:
    """The probability mass on the scale."""
    return sum(distribution.values())

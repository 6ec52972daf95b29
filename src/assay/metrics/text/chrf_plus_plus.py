"""F-score of the character n-grams and of the words and word pairs that answer and reference share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.text.chrf import Chrf


@dataclass(frozen=True, kw_only=True)
class ChrfPlusPlus(Chrf):
    """F-score of the character n-grams and of the words and word pairs that answer and reference share: chrF++.

    chrF with `word_order` 2. Everything else: see `Chrf`.

    Needs the extra `text`. Source: Popović, chrF++: words helping character n-grams, WMT 2017; computed by sacrebleu.

    >>> ChrfPlusPlus().score(answer="a cat sat", reference="a cat sat").value
    1.0
    """

    name: ClassVar[str] = "chrf++"

    word_order: int = 2

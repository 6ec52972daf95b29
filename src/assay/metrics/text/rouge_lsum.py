"""Words that the sentences of answer and reference share in the same order, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.text.rouge import Overlap, Rouge
from assay.text.sentences import sentences
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class RougeLsum(Rouge):
    """Words that the sentences of answer and reference share in the same order: ROUGE-L of summaries.

    For each reference sentence, the words that a longest common subsequence with any answer sentence holds (the union
    over the answer's sentences); a word counts at most as often as it stands in either text. Sentences are split by
    Assay's rules for every script, not by line ends alone. Parameters, inputs, range and edge cases: see `Rouge`.

    Source: Lin, ROUGE: a package for automatic evaluation of summaries, 2004, section 3.2.

    >>> RougeLsum().score(answer="It is paid. Refunds take 30 days.", reference="Refunds take 30 days. It is paid.").value
    1.0
    """

    name: ClassVar[str] = "rougeLsum"

    def overlap(self, answer: str, reference: str) -> Overlap:
        """Unite the common subsequences of every reference sentence."""
        ours = [words(sentence) for sentence in sentences(answer)]
        theirs = [words(sentence) for sentence in sentences(reference)]
        available = Counter(word for sentence in ours for word in sentence)
        united = Counter(word for sentence in theirs for word in _united(sentence, ours))
        return Overlap(available.total(), sum(map(len, theirs)), (united & available).total())


def _united(reference: Sequence[str], answers: Sequence[Sequence[str]]) -> list[str]:
    places = {place for answer in answers for place in _subsequence(reference, answer)}
    return [reference[place] for place in sorted(places)]


def _subsequence(first: Sequence[str], second: Sequence[str]) -> Iterator[int]:
    """The places in `first` of a longest common subsequence; among equals the one that stands last in `second`."""
    lengths = [[0] * (len(second) + 1)]
    for word in first:
        above, row = lengths[-1], [0]
        for column, other in enumerate(second):
            row.append(above[column] + 1 if word == other else max(above[column + 1], row[column]))
        lengths.append(row)
    row_index, column = len(first), len(second)
    while row_index and column:
        if first[row_index - 1] == second[column - 1]:
            row_index, column = row_index - 1, column - 1
            yield row_index
        elif lengths[row_index][column - 1] > lengths[row_index - 1][column]:
            column -= 1
        else:
            row_index -= 1

"""What only a look at the whole run can tell: do the expected ids exist in the corpus at all?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assay.errors import InvalidRowError
from assay.records import Case, Output, Sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """The ids that the cases of a run expect, those that it retrieved, and those of the corpus where they are known.

    `earlier` are the ids that the baseline retrieved.
    """

    expected: frozenset[str] = frozenset()
    retrieved: frozenset[str] = frozenset()
    corpus: frozenset[str] | None = None
    earlier: frozenset[str] | None = None

    @property
    def overlap(self) -> tuple[int, int]:
        """How many of the expected ids exist, and how many are expected: in the corpus where it is known, else anywhere in
        what the run retrieved.
        """
        known = self.retrieved if self.corpus is None else self.corpus
        return len(self.expected & known), len(self.expected)

    @property
    def vanished(self) -> bool:
        """Whether the expected ids as a whole are of another corpus: fewer than half of them are in the corpus, or none was
        retrieved in any case where the corpus is not known.
        """
        found, total = self.overlap
        return total > 0 and (found == 0 if self.corpus is None else 2 * found < total)

    @property
    def renewed(self) -> bool:
        """Whether not one id of the baseline was retrieved again."""
        return bool(self.earlier) and bool(self.retrieved) and not self.retrieved & (self.earlier or frozenset())


def survey(
    samples: Iterable[Sample], *, corpus: frozenset[str] | None = None, earlier: Iterable[Sample] | None = None
) -> Survey:
    """Look through the samples of a run, and of its baseline."""
    expected: set[str] = set()
    retrieved: set[str] = set()
    known = set(corpus or ())
    for sample in samples:
        expected.update(expected_ids(sample.case))
        retrieved.update(retrieved_ids(sample.output))
        known.update(listed(sample.case.extra.get("corpus_ids")))
    before = None if earlier is None else frozenset(name for sample in earlier for name in retrieved_ids(sample.output))
    return Survey(
        expected=frozenset(expected),
        retrieved=frozenset(retrieved),
        corpus=frozenset(known) if known or corpus is not None else None,
        earlier=before,
    )


def expected_ids(case: Case) -> tuple[str, ...]:
    """Every id that the case expects to be retrieved or cited, in order."""
    relevance = case.extra.get("relevance")
    graded = [name for name, grade in relevance.items() if grade] if isinstance(relevance, dict) else []
    return tuple(dict.fromkeys((*(case.expected_context_ids or ()), *graded, *(case.expected_citations or ()))))


def retrieved_ids(output: Output) -> frozenset[str]:
    """Every id of a passage or a document that an output names as retrieved."""
    contexts = output.contexts or ()
    names = {name for context in contexts for name in (context.id, context.document_id) if name is not None}
    return frozenset(names | set(listed(output.extra.get("retrieved_ids"))))


def listed(value: object) -> tuple[str, ...]:
    """The ids of a free-form list; anything that is not one is none, since the metric that reads it says what is wrong."""
    return (
        tuple(str(item) for item in value if isinstance(item, (str, int))) if isinstance(value, (list, tuple)) else ()
    )


def read_corpus_ids(lines: Iterable[str], *, source: str) -> frozenset[str]:
    """The ids of a corpus, one a line; blank lines are skipped.

    Raises:
        InvalidRowError: there is no id at all.
    """
    ids = frozenset(line.strip() for line in lines if line.strip())
    if not ids:
        raise InvalidRowError(f"{source} holds no ids", code="empty_corpus", hint="write one document id a line")
    return ids

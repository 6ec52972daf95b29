"""Everything recorded about one failing check of one case: what the triage walks back through."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.audit.changed import Returned, not_asked
from assay.audit.triage.search import Finder
from assay.audit.triage.survey import Survey, listed
from assay.errors import ConfigurationError
from assay.metrics.spec import parse_spec
from assay.records import Attribution, Case, CheckResult, Context, MetricInfo, Output, Sample, Score, ScoredRow
from assay.records.protocols import Embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What an earlier run recorded about a case."""

    sample: Sample
    row: ScoredRow
    returned: Returned = not_asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """One failing check with its artefacts.

    `before` is the same case in the baseline. `old_policy` names an earlier policy, of the baseline or of an earlier decision on
    this run, and `old_demand` is what it says of the present row; it tells a demand that moved from an answer that got worse.
    `returned` looks up which models answered behind the judge's name. `info` is None for a metric that nobody knows any more.
    """

    sample: Sample
    row: ScoredRow
    result: CheckResult
    info: MetricInfo | None = None
    survey: Survey = field(default_factory=Survey)
    before: Reading | None = None
    returned: Returned = not_asked
    old_policy: str | None = None
    old_demand: CheckResult | None = None
    embedder: Embedder | None = None

    @property
    def case(self) -> Case:
        """The case."""
        return self.sample.case

    @property
    def output(self) -> Output:
        """The output."""
        return self.sample.output

    @property
    def score(self) -> Score | None:
        """The score that the check judged."""
        return self.row.score(self.result.metric)

    @property
    def contexts(self) -> tuple[Context, ...]:
        """The retrieved passages; none where the target returned no such field."""
        return self.output.contexts or ()

    @property
    def finder(self) -> Finder:
        """Looks for text in the answer and in the retrieved passages."""
        return Finder(self.output.answer or "", self.contexts, self.embedder)

    @property
    def inputs(self) -> frozenset[str]:
        """The fields that the metric reads."""
        return frozenset((*self.info.inputs, *self.info.optional_inputs)) if self.info is not None else frozenset()

    @property
    def cutoff(self) -> int | None:
        """How many of the retrieved passages the metric looks at; None is all of them."""
        try:
            cutoff = parse_spec(self.result.metric).params.get("cutoff")
        except ConfigurationError:
            return None
        return cutoff if isinstance(cutoff, int) else None

    @property
    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """The ids under which each retrieved passage can be named, best first."""
        given = listed(self.output.extra.get("retrieved_ids"))
        if given:
            return tuple((name,) for name in given)
        return tuple(names(context) for context in self.contexts)

    def rank(self, name: str) -> int | None:
        """The place at which an id was retrieved, from 1."""
        return next((place for place, known in enumerate(self.ranking, 1) if name in known), None)

    def named(self, name: str) -> tuple[Context, ...]:
        """The retrieved passages that have this id or are from this document."""
        return tuple(context for context in self.contexts if name in names(context))

    def attribution(self, claim_id: str) -> Attribution | None:
        """What the attribution says of a claim; an entry that supports it wins over one that does not."""
        entries = [entry for entry in self.output.attributions or () if entry.claim_id == claim_id]
        return next((entry for entry in entries if entry.supported), entries[0] if entries else None)


def names(context: Context) -> tuple[str, ...]:
    """The ids of a passage and of its document, as far as it has them."""
    return tuple(name for name in (context.id, context.document_id) if name is not None)

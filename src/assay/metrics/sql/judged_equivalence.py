"""Whether two queries mean the same, as a judge finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.judged import JudgeMetric, cannot_tell, trail
from assay.metrics.sql.judged_equivalence_prompt import EQUIVALENCE, EquivalenceReply
from assay.metrics.sql.syntax import bare_sql
from assay.metrics.unanswered import nothing
from assay.records import Item, MetricResult
from assay.records.canonical import canonical_json
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class JudgedSqlEquivalence(JudgeMetric):
    """Whether the answer's SQL returns what the gold SQL returns, on every database: 1 or 0, decided by a judge.

    Nothing is executed, so this is a proxy: `execution_match` decides where a database is at hand. The judge first says in
    words what each query returns; both stand in the details.

    Inputs: `answer` (SQL, alone or in one fenced block), `reference_sql` and, best, `schema` (text or an object) from the
    case. Range 0 to 1, higher is better. One call a row; none for a blank answer, which is a true 0.

    Not applicable: the case states no gold query. Invalid: it is blank. Error: the judge cannot tell, or its runs tie.

    Source: SQL semantic equivalence as in ragas.

    >>> JudgedSqlEquivalence().score(answer="", reference_sql="SELECT 1", judge=None).reason
    'the answer holds no query'
    """

    name: ClassVar[str] = "sql_equivalence"
    variant: ClassVar[str] = "judge"
    proxy: ClassVar[bool] = True
    calls: ClassVar[str] = "1"

    @property
    def prompts(self) -> tuple[Prompt[EquivalenceReply]]:
        """The one prompt."""
        return (EQUIVALENCE,)

    async def measure(self, reference_sql: str, answer: str, judge: Judge, *, schema: Any = None) -> MetricResult:
        """Ask whether the queries are equivalent."""
        gold, made = bare_sql(reference_sql), bare_sql(answer)
        if not gold:
            raise InvalidRowError("reference_sql must not be blank", code="empty_requirement")
        if not made:
            return nothing("query", "the answer holds no query")
        shown = schema if schema is None or isinstance(schema, str) else canonical_json(schema)
        verdict = await judge.ask(EQUIVALENCE, schema=shown, query_1=gold, query_2=made)
        reply = verdict.reply
        behind = trail(
            {"equivalence": verdict}, reference_returns=reply.query_1_returns, answer_returns=reply.query_2_returns
        )
        if reply.verdict == "unknown":
            return cannot_tell(reply.reason, **behind)
        same = reply.verdict == "equivalent"
        return MetricResult.of_ratio(
            int(same),
            1,
            reason=f"{reply.verdict}: {reply.reason}",
            items=(Item(kind="query", text=made, outcome=reply.verdict, credit=float(same), reason=reply.reason),),
            **behind,
        )

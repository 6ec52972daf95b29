"""Whether the target declined exactly when it should."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.abstention.markers import VERSION, Detection, Stance, detect
from assay.metrics.base import Metric
from assay.metrics.parameters import require_choice
from assay.records import Item, MetricResult
from assay.records.score import as_details
from assay.text import is_blank


class Cell(StrEnum):
    """The 2x2 of answerable against abstained."""

    ANSWERED_ANSWERABLE = "answered_answerable"
    ABSTAINED_UNANSWERABLE = "abstained_unanswerable"
    OVER_REFUSAL = "over_refusal"
    INVENTED_ANSWER = "invented_answer"


_CELLS = {
    (False, False): Cell.ANSWERED_ANSWERABLE,
    (True, True): Cell.ABSTAINED_UNANSWERABLE,
    (False, True): Cell.OVER_REFUSAL,
    (True, False): Cell.INVENTED_ANSWER,
}
_RIGHT = (Cell.ANSWERED_ANSWERABLE, Cell.ABSTAINED_UNANSWERABLE)


@dataclass(frozen=True)
class Abstention(Metric):
    """1 when the target abstained on a case that has no right answer, or answered one that has; else 0.

    Inputs: `must_abstain` (reviewed, from the case), and of the output its own flag `abstained`, its `answer`, or both. Value 0
    or 1, higher is better. The cell of the 2x2 stands in the reason and in `details["cell"]`: `answered_answerable`,
    `abstained_unanswerable`, `over_refusal` or `invented_answer`.

    What counts as abstaining: the flag where the target returns one (method `exact`); else stated English markers (method
    `lexical`, see `assay.metrics.abstention.markers`), under which a partial answer counts as an answer. A blank answer
    (white space and invisible characters) abstains, whatever the flag says. Where flag and words disagree, the flag decides, and
    the reason and `details["caution"]` say so; the gate warns of it.
    `decide_by="text"` ignores the flag.

    Not applicable when the case does not state `must_abstain`. Invalid: the target returned neither an answer nor the flag
    that it abstained, or a flag that is not a boolean. `abstention_summary` gives precision, recall and error rates of a run.

    Source: over-refusal and invented answers as in P. Rajpurkar et al., "Know What You Don't Know" (SQuAD 2.0), ACL 2018;
    negative rejection in J. Chen et al., "Benchmarking LLMs in RAG" (RGB), AAAI 2024.

    >>> score = Abstention().score(must_abstain=True, answer="Yes, the Mars office opens in 2027.")
    >>> score.value, score.reason
    (0.0, 'invented_answer: the case has no answer, and the target answered (no abstention marker)')
    """

    name: ClassVar[str] = "abstention"

    decide_by: str = "flag"

    def __post_init__(self) -> None:
        require_choice("decide_by", self.decide_by, ("flag", "text"))

    @property
    def definition(self) -> tuple[str, ...]:
        """The marker set."""
        return (f"markers:{VERSION}",)

    def measure(self, must_abstain: bool, answer: str | None = None, abstained: bool | None = None) -> MetricResult:
        """Place the sample in the 2x2."""
        _require_flag("must_abstain", must_abstain)
        if abstained is not None:
            _require_flag("abstained", abstained)
        seen = _read(answer, abstained if self.decide_by == "flag" else None)
        cell = _CELLS[must_abstain, seen.abstained]
        right = cell in _RIGHT
        case = "the case has no answer" if must_abstain else "the case has an answer"
        return MetricResult.of_ratio(
            int(right),
            1,
            reason=f"{cell}: {case}, and the target {'abstained' if seen.abstained else 'answered'} ({seen.why})",
            items=(Item(kind="answer", outcome=cell.value, credit=float(right), quote=seen.quote),),
            method=seen.method,
            details=as_details({"cell": cell.value, "caution": seen.caution}),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """Whether the output abstains, how that was found out, and the words that show it."""

    abstained: bool
    method: str
    why: str
    quote: str | None = None
    caution: str | None = None


def _read(answer: str | None, flag: bool | None) -> _Reading:
    if answer is None and not flag:
        raise InvalidRowError("the target returned no answer, nor that it abstained", code="missing_output")
    if answer is None:
        return _Reading(abstained=True, method="exact", why="its flag says so, and there is no text")
    if is_blank(answer):
        caution = "its flag says abstained: false, but the answer is blank" if flag is False else None
        return _Reading(abstained=True, method="exact", why="the answer is blank", caution=caution)
    return _read_words(detect(answer)) if flag is None else _read_flag(flag, detect(answer))


def _read_words(found: Detection) -> _Reading:
    why = {
        Stance.ANSWERS: "no abstention marker",
        Stance.ABSTAINS: f"marker {found.marker!r}",
        Stance.PARTIAL: f"it declines in part, {found.marker!r}, and asserts {found.assertion!r}",
    }[found.stance]
    quote = found.marker or found.assertion
    return _Reading(abstained=found.stance is Stance.ABSTAINS, method="lexical", why=why, quote=quote)


def _read_flag(flag: bool, found: Detection) -> _Reading:
    against = found.assertion if flag else (found.marker if found.stance is Stance.ABSTAINS else None)
    why = f"its flag says abstained: {str(flag).lower()}" + (f", but its text says {against!r}" if against else "")
    return _Reading(abstained=flag, method="exact", why=why, quote=against, caution=why if against else None)


def _require_flag(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidRowError(f"{name} must be true or false, got {type(value).__name__} {value!r}", code="item_type")

"""A stated detector of English abstentions. String markers are a proxy: a target's own `abstained` flag is better evidence.

The answer is cut into statements (sentences, and at `;`, `but`, `however`, `although`, `though`). A statement is

* a *marker* when it says that the speaker or the sources cannot answer (`I don't know`, `the documents do not mention it`,
  `there is not enough information`, `it cannot be determined`);
* an *aside* when it is an apology, an offer or a referral (`I'm sorry`, `please contact support`), a question back, or says only
  what the sources are about (`they only cover Berlin`);
* an *assertion* otherwise.

An answer abstains when it has a marker and no assertion. With both it is *partial*: it declines one thing and asserts another,
and only a person or a judge can tell whether the assertion is the thing asked for, so it counts as an answer. A blank answer
abstains.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from assay.text import LOOSE, is_blank, sentences

VERSION = "1"

_SOURCES = (
    r"(?:documents?|documentation|docs|contexts?|sources?|passages?|excerpts?|articles?|materials?|corpus|evidence"
    r"|knowledge base|(?:the|this|these) (?:\w+ )?(?:texts?|reference|manual|guide|handbook)"
    r"|(?:provided|given|available|supplied|retrieved) (?:text|information|content|data|pages?))"
)
_NOT = r"(?:(?:do|does|did) not|don't|doesn't|didn't|cannot|can not|can't|never)"
_BE_NOT = r"(?:(?:is|are|was|were) (?:not|never)|isn't|aren't|wasn't|weren't)"
_SPEAKER = r"\b(?:i|we)(?: (?:really|honestly|simply|just))?"
_UNABLE = r"(?:cannot|can not|can't|could not|couldn't|(?:am|are|was|were) (?:not able|unable) to)"
_ANSWER = r"(?:answer|find|determine|tell|say|confirm|verify|provide|locate|help|know|be sure|see)"
_ABOUT = (
    r"(?:say|state|mention|contain|specify|include|provide|cover|address|indicate|describe|discuss|answer|give|tell|explain"
    r"|list)"
)
_STATED = r"(?:mentioned|stated|specified|covered|addressed|given|provided|described|discussed|included|listed|available|found)"
_MATTER = r"(?:information|info|evidence|context|data|details?|mention|answer|reference|documentation|record)s?"

_MARKERS = (
    rf"{_SPEAKER} (?:do not|don't) (?:know|have (?:any|enough|sufficient|access|the|an answer))\b",
    rf"{_SPEAKER} {_UNABLE} (?:\w+ )?{_ANSWER}\b",
    rf"\b(?:i'm|we're) (?:not able|unable) to (?:\w+ )?{_ANSWER}\b",
    rf"{_SPEAKER} (?:have|found|find|see) no {_MATTER}",
    r"\b(?:i am|i'm|we are|we're) not (?:sure|certain|aware)\b",
    rf"\b{_SOURCES}\b[^.,]{{0,60}}?\b{_NOT} (?:\w+ ){{0,2}}?{_ABOUT}\b",
    rf"\b(?:they|it) {_NOT} (?:\w+ )?(?:say|mention|state|specify)\b",
    rf"\b{_SOURCES} (?:is|are) silent\b",
    rf"\b{_BE_NOT} (?:\w+ )?{_STATED}\b[^.]{{0,20}}\b(?:in|by|within|from)\b[^.]{{0,30}}\b{_SOURCES}\b",
    rf"\bthere (?:is|are|was|were) (?:no|not enough|not any|insufficient) (?:\w+ )?{_MATTER}\b",
    rf"\bthere (?:isn't|aren't) (?:any|enough) (?:\w+ )?{_MATTER}\b",
    rf"\b(?:not enough|insufficient) {_MATTER}\b",
    rf"^no (?:\w+ )?{_MATTER} (?:(?:is|are|was|were) )?(?:about|on|available|found|given|provided)\b",
    r"\b(?:cannot|can not|can't|could not) be (?:determined|answered|inferred|established|verified|confirmed)\b",
    r"\bit is (?:unclear|unknown|not (?:clear|known|possible to (?:say|tell|determine|answer|know)))\b",
    r"\b(?:question|this|that) is (?:unanswerable|not answerable)\b",
    r"^(?:unanswerable|not answerable|unknown|no answer)\W*$",
    rf"\b(?:outside|beyond) (?:of )?(?:the scope of )?(?:my|our|the|these|this)\b[^.]{{0,30}}\b(?:scope|knowledge|{_SOURCES})\b",
    r"^(?:unable|not able) to (?:answer|find|determine|provide|locate|confirm)\b",
)
_ASIDES = (
    r"^(?:(?:i'm|i am|we're|we are) )?(?:so |very |really )?(?:sorry|afraid)\b[^.]{0,30}$",
    r"^(?:my |our )?(?:apologies|unfortunately|thank you|thanks|good question)\b[^.]{0,30}$",
    r"\bplease (?:contact|check|consult|ask|refer|see|visit|provide|rephrase|clarify|try|let|reach|feel)\b",
    r"\b(?:reach out|let me know|feel free|happy to help|glad to help)\b|^(?:contact|consult|try asking|try rephrasing)\b",
    r"\byou (?:may|might|could|can) (?:want|wish|try|check|ask|consult|refer|contact|reach out)\b",
    r"\b(?:i|we) (?:recommend|suggest)\b",
    rf"^(?:they|it|(?:(?:the|these|those|my|our) (?:\w+ )?)?{_SOURCES}) (?:(?:only|just|mainly|mostly|primarily|rather) "
    r"(?:mention|cover|discuss|describe|list|refer|deal)|(?:only |just |mainly |mostly |primarily )?focus)",
    r"\?\W*$",
)
_MARKER = re.compile("|".join(_MARKERS))
_ASIDE = re.compile("|".join(_ASIDES))
_CLAUSE = re.compile(r";|,? but (?!also)|[,.]? ?\bhowever,? |,? (?:although|though) ")
_WORD = re.compile(r"[^\W_]")


class Stance(StrEnum):
    """What an answer does, as far as its words show."""

    ABSTAINS = "abstains"
    PARTIAL = "partial"
    ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class Detection:
    """The stance, the statement that declines, and the first statement that asserts."""

    stance: Stance
    marker: str | None = None
    assertion: str | None = None


def detect(answer: str) -> Detection:
    """What the words of an English answer show.

    >>> detect("I'm sorry, but the documents do not mention a Mars office.").stance.value
    'abstains'
    >>> detect("The docs don't give a date, but refunds take 30 days.").assertion
    'refunds take 30 days.'
    >>> detect("Yes, the Mars office opens in 2027.").stance.value
    'answers'
    """
    marker = assertion = None
    for statement in _statements(answer):
        if _MARKER.search(statement):
            marker = marker or statement
        elif not _ASIDE.search(statement):
            assertion = assertion or statement
    if marker is None and assertion is not None:
        return Detection(Stance.ANSWERS, assertion=assertion)
    if assertion is not None:
        return Detection(Stance.PARTIAL, marker, assertion)
    abstains = marker is not None or is_blank(answer)
    return Detection(Stance.ABSTAINS if abstains else Stance.ANSWERS, marker)


def _statements(answer: str) -> list[str]:
    pieces = [piece for sentence in sentences(answer) for piece in _CLAUSE.split(LOOSE(sentence))]
    return [piece.strip(" ,") for piece in pieces if _WORD.search(piece)]

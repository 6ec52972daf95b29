"""A judge that says what a test tells it to, through the same checks of inputs, schema and numbers as a real one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from assay.errors import JudgeError
from assay.judge.answers import sorted_answers, validated
from assay.judge.render import checked_inputs
from assay.records.prompt import Prompt, Reply
from assay.records.protocols import Grounding, Support, Verdict

PRICED = {"fresh": 1, "usd": 0.5}


class ScriptedJudge:
    """Answers by the prompt's name: a reply, an error to raise, a function of the inputs, or a list of these for call after call.

    `asked` keeps (prompt name, inputs) of every call.

    Args:
        script: what is said to each prompt, as a mapping or by name.
        distribution: the probabilities of the verdict, given where the prompt has a scale.
        details: the details of every verdict.
    """

    identity = "test/scripted"
    runs = 1

    def __init__(
        self,
        script: Mapping[str, Any] | None = None,
        *,
        distribution: Mapping[str, float] | None = None,
        details: Mapping[str, Any] = PRICED,
        **more: Any,
    ) -> None:
        said = {**(script or {}), **more}
        self.script = {name: list(entry) if isinstance(entry, list) else entry for name, entry in said.items()}
        self._distribution, self._details = distribution, dict(details)
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def ask(self, prompt: Prompt[Reply], **inputs: object) -> Verdict[Reply]:
        """The scripted reply."""
        given = checked_inputs(prompt, inputs)
        self.asked.append((prompt.name, given))
        reply = _reply(prompt, self._said(prompt.name, given), given)
        return Verdict(
            reply=reply,
            replies=(reply,),
            calls=(f"call-{len(self.asked)}",),
            method=self.identity,
            distribution=self._distribution if prompt.scale else None,
            details=dict(self._details),
        )

    @property
    def names(self) -> list[str]:
        """The prompts asked, in order."""
        return [name for name, _ in self.asked]

    def _said(self, name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        if name not in self.script:
            raise JudgeError(f"nothing is scripted for {name}", code="judge_unreachable")
        said = self.script[name]
        if isinstance(said, list):
            said = said.pop(0)
        if isinstance(said, Exception):
            raise said
        return said(**given) if callable(said) else said  # type: ignore[no-any-return]


def _reply(prompt: Prompt[Reply], said: Mapping[str, Any], given: Mapping[str, Any]) -> Reply:
    if prompt.items is not None:
        answers = sorted_answers(prompt, said, range(1, len(given[prompt.items]) + 1))
        if answers.open:
            raise JudgeError("; ".join(answers.problems), code=answers.code)
        said = {**said, str(prompt.verdicts): [answers.entries[number] for number in sorted(answers.entries)]}
    return validated(prompt.reply, said)


def verdicts(*words: Any, field: str = "verdict", **rest: Any) -> dict[str, Any]:
    """A reply that answers the numbers 1, 2, … with these words."""
    return {
        "verdicts": [
            {"id": number, "reason": f"because {number}", field: word, **rest} for number, word in enumerate(words, 1)
        ]
    }


def one(word: Any, *, field: str = "verdict", reason: str = "because", **rest: Any) -> dict[str, Any]:
    """A reply with one verdict."""
    return {"reason": reason, field: word, **rest}


def lists(table: Mapping[str, Sequence[str]], field: str = "statements") -> Callable[..., dict[str, Any]]:
    """A script that lists, for each text, what the table says."""
    return lambda text, **_: {field: list(table[text])}


def supports(pairs: Collection[tuple[str, str]]) -> Callable[..., dict[str, Any]]:
    """A script that supports a claim where (claim, passage) is among the pairs, and quotes that passage whole."""

    def script(passages: list[str], claims: list[str], **_: Any) -> dict[str, Any]:
        return {
            "verdicts": [
                entry(number, next((passage for passage in passages if (claim, passage) in pairs), None))
                for number, claim in enumerate(claims, start=1)
            ]
        }

    return script


def entry(number: int, quote: str | None, word: str = "supported") -> dict[str, Any]:
    """One entry of a support reply; without a quotation `unknown`."""
    verdict = "unknown" if quote is None else word
    return {"id": number, "reason": f"because {number}", "quote": quote or "", "verdict": verdict}


class TableGrounder:
    """Supports a claim where (claim, passage) is among the pairs."""

    identity = "lexical:test"

    def __init__(self, pairs: Collection[tuple[str, str]]) -> None:
        self.pairs = pairs

    async def ground(self, claims: Sequence[str], passages: Sequence[str]) -> list[Grounding]:
        return [self._one(claim, passages) for claim in claims]

    def _one(self, claim: str, passages: Sequence[str]) -> Grounding:
        found = [number for number, passage in enumerate(passages, start=1) if (claim, passage) in self.pairs]
        if not found:
            return Grounding(support=Support.UNKNOWN, score=0.1)
        return Grounding(support=Support.SUPPORTED, score=0.9, passage=found[0], quote=passages[found[0] - 1])

"""A judge that says what a test tells it to, through the same checks of inputs, schema and numbers as a real one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assay.errors import JudgeError
from assay.judge.answers import sorted_answers, validated
from assay.judge.render import checked_inputs
from assay.records.prompt import Prompt, Reply
from assay.records.protocols import Verdict


class StrictJudge:
    """Answers by the prompt's name: a reply, an error to raise, a function of the inputs, or a list of these for call after call.

    `asked` keeps (prompt name, inputs) of every call.

    Args:
        script: what is said to each prompt.
        distribution: the probabilities of the verdict, given where the prompt has a scale.
        details: the details of every verdict.
    """

    identity = "scripted"
    runs = 1

    def __init__(
        self,
        script: Mapping[str, Any],
        *,
        distribution: Mapping[str, float] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        self._script = {name: list(said) if isinstance(said, list) else said for name, said in script.items()}
        self._distribution, self._details = distribution, dict(details or {})
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def ask(self, prompt: Prompt[Reply], **inputs: object) -> Verdict[Reply]:
        """The scripted reply."""
        given = checked_inputs(prompt, inputs)
        self.asked.append((prompt.name, given))
        said = self._script[prompt.name]
        if isinstance(said, list):
            said = said.pop(0)
        if isinstance(said, Exception):
            raise said
        reply = _reply(prompt, said(**given) if callable(said) else said, given)
        return Verdict(
            reply=reply,
            replies=(reply,),
            calls=(f"call-{len(self.asked)}",),
            method=self.identity,
            distribution=self._distribution if prompt.scale else None,
            details=dict(self._details),
        )


def _reply(prompt: Prompt[Reply], said: Mapping[str, Any], given: Mapping[str, Any]) -> Reply:
    if prompt.items is not None:
        answers = sorted_answers(prompt, said, range(1, len(given[prompt.items]) + 1))
        if answers.open:
            raise JudgeError("; ".join(answers.problems), code=answers.code)
    return validated(prompt.reply, said)


def verdicts(*words: Any, field: str = "verdict", **rest: Any) -> dict[str, Any]:
    """A reply that answers the numbers 1, 2, … with these words."""
    return {
        "verdicts": [
            {"id": number, "reason": f"reason {number}", field: word, **rest} for number, word in enumerate(words, 1)
        ]
    }


def one(word: Any, *, field: str = "verdict", reason: str = "because", **rest: Any) -> dict[str, Any]:
    """A reply with one verdict."""
    return {"reason": reason, field: word, **rest}

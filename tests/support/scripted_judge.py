"""A judge that answers from a script, as strictly as a real one: replies are validated, each number answered exactly once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from assay.errors import JudgeError
from assay.records.prompt import Prompt
from assay.records.protocols import Grounding, Support, Verdict

Script = Mapping[str, Any] | Callable[..., Mapping[str, Any]]


class ScriptedJudge:
    """Gives, for each prompt's name, a reply or what a function of the prompt's inputs returns; remembers what it was asked."""

    identity = "test/scripted"
    runs = 1

    def __init__(self, **scripts: Script) -> None:
        self.scripts = scripts
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def ask(self, prompt: Prompt[Any], **inputs: Any) -> Verdict[Any]:
        assert set(inputs) == set(prompt.inputs), f"{prompt.name} takes {prompt.inputs}, was given {sorted(inputs)}"
        self.asked.append((prompt.name, inputs))
        if prompt.name not in self.scripts:
            raise JudgeError(f"nothing is scripted for {prompt.name}", code="judge_unreachable")
        script = self.scripts[prompt.name]
        said = script(**inputs) if callable(script) else script
        reply = prompt.reply.model_validate(said)
        if prompt.items is not None:
            numbers = [entry.id for entry in getattr(reply, str(prompt.verdicts))]
            assert numbers == list(range(1, len(inputs[prompt.items]) + 1)), f"{prompt.name}: {numbers}"
        calls = (f"call-{len(self.asked)}",)
        return Verdict(
            reply=reply, replies=(reply,), calls=calls, method=self.identity, details={"fresh": 1, "usd": 0.5}
        )

    @property
    def names(self) -> list[str]:
        """The prompts asked, in order."""
        return [name for name, _ in self.asked]


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


def words(*verdicts: str, **rest: Any) -> dict[str, Any]:
    """One entry for each verdict, numbered from 1."""
    return {
        "verdicts": [
            {"id": number, "reason": f"because {number}", "verdict": verdict, **rest}
            for number, verdict in enumerate(verdicts, start=1)
        ]
    }


class TableEmbedder:
    """Gives each text the vector that the table says."""

    identity = "test/table"

    def __init__(self, table: Mapping[str, Sequence[float]]) -> None:
        self.table = table

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        return [self.table[text] for text in texts]


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

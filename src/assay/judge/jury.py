"""A panel of judges that is asked as one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from assay.errors import ConfigurationError
from assay.judge.consensus import Aggregation, agree
from assay.records.policy import JudgeConfig
from assay.records.prompt import Prompt, Reply
from assay.records.protocols import Judge, Verdict
from assay.sync import all_of


class Jury:
    """Several judges, one verdict: each is asked, and their replies are brought together as several runs of one judge are.

    If one of them gives no valid verdict there is none: a smaller panel would be another judge. A prompt without a verdict (an
    extraction) is asked of the first judge only. The members' errors correlate, so the panel's own reliability has to be
    measured, not assumed.

    Args:
        members: an odd number of judges, best of different families. `aggregate`: how numeric verdicts are brought together.

    Raises:
        ConfigurationError: fewer than three judges, an even number of them, or one of them twice.
    """

    def __init__(self, members: Sequence[Judge], *, aggregate: Aggregation = Aggregation.MAJORITY) -> None:
        names = [member.identity for member in members]
        if len(names) < 3 or len(names) % 2 == 0:
            raise ConfigurationError(
                f"a jury needs an odd number of judges, at least 3, got {len(names)}",
                code="jury",
                hint="with an even number a tie could not be decided",
            )
        if len(set(names)) < len(names):
            raise ConfigurationError(
                f"a jury needs different judges, got {', '.join(names)}", code="jury", hint="to repeat one, set `runs`"
            )
        self._members = tuple(members)
        self._aggregate = aggregate

    @property
    def identity(self) -> str:
        """`jury(a + b + c)`."""
        return f"jury({' + '.join(member.identity for member in self._members)})"

    @property
    def runs(self) -> int:
        """How many times each question is asked, over all members."""
        return sum(member.runs for member in self._members)

    @property
    def config(self) -> JudgeConfig | None:
        """What makes a panel that asks the same questions; None where a member does not say how it is made."""
        configs = [
            config for member in self._members if isinstance(config := getattr(member, "config", None), JudgeConfig)
        ]
        if len(configs) < len(self._members):
            return None
        options = {**configs[0].options, "jury": [other.model for other in configs[1:]]}
        return configs[0].replace(aggregate=str(self._aggregate), options=options)

    async def ask(self, prompt: Prompt[Reply], **inputs: object) -> Verdict[Reply]:
        """The panel's verdict; `details` holds the members' own under their names."""
        asked = self._members if prompt.verdict else self._members[:1]
        verdicts = await all_of(member.ask(prompt, **inputs) for member in asked)
        replies = [verdict.reply for verdict in verdicts]
        reply, details = agree(prompt, replies, self._aggregate)
        members = {member.identity: verdict.details for member, verdict in zip(asked, verdicts, strict=True)}
        return Verdict(
            reply=reply,
            replies=tuple(replies),
            calls=tuple(chain.from_iterable(verdict.calls for verdict in verdicts)),
            method=self.identity,
            details={**details, "members": members},
        )

    async def close(self) -> None:
        """Close every member that can be closed."""
        for member in self._members:
            close = getattr(member, "close", None)
            if close is not None:
                await close()

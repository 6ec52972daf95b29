"""The arithmetic of the claim-level metrics: which claims and which chunks count. Pure.

Answer claims i, reference claims j, chunks k. Every property is one flag for each claim or chunk; a metric is the share
of true flags. Two laws hold: each answer claim is right, relevant noise, irrelevant noise or hallucinated; and each is
faithful, self-known or hallucinated. So

* precision + noise sensitivity (relevant) + noise sensitivity (irrelevant) + hallucination = 1,
* faithfulness + self-knowledge + hallucination = 1.

Source: D. Ru et al., "RAGChecker: A Fine-grained Framework for Diagnosing Retrieval-Augmented Generation", NeurIPS
2024.
"""

from __future__ import annotations

from dataclasses import dataclass

Flags = tuple[bool, ...]
Matrix = tuple[Flags, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimMatrices:
    """What entails what. Parts that a metric does not need may be left empty.

    Attributes:
        right: for each answer claim, whether the reference entails it.
        told: for each reference claim, whether the answer entails it.
        said_in: for each answer claim, for each chunk, whether the chunk entails it.
        wanted_in: the same for each reference claim.
    """

    right: Flags = ()
    told: Flags = ()
    said_in: Matrix = ()
    wanted_in: Matrix = ()

    @property
    def recalled(self) -> Flags:
        """Reference claims that some chunk entails."""
        return tuple(any(row) for row in self.wanted_in)

    @property
    def relevant(self) -> Flags:
        """Chunks that entail at least one reference claim."""
        return tuple(any(column) for column in zip(*self.wanted_in, strict=True))

    @property
    def utilised(self) -> tuple[bool | None, ...]:
        """Reference claims that some chunk entails: whether the answer entails them too. None for those that no chunk entails."""
        pairs = zip(self.recalled, self.told, strict=True)
        return tuple(told if retrieved else None for retrieved, told in pairs)

    @property
    def faithful(self) -> Flags:
        """Answer claims that some chunk entails."""
        return tuple(any(row) for row in self.said_in)

    @property
    def hallucinated(self) -> Flags:
        """Wrong answer claims that no chunk entails."""
        return tuple(not right and not any(row) for right, row in zip(self.right, self.said_in, strict=True))

    @property
    def self_known(self) -> Flags:
        """Right answer claims that no chunk entails."""
        return tuple(right and not any(row) for right, row in zip(self.right, self.said_in, strict=True))

    @property
    def relevant_noise(self) -> Flags:
        """Wrong answer claims that a relevant chunk entails."""
        return tuple(not right and self._in_relevant(row) for right, row in zip(self.right, self.said_in, strict=True))

    @property
    def irrelevant_noise(self) -> Flags:
        """Wrong answer claims that an irrelevant chunk entails, and no relevant one."""
        return tuple(
            not right and any(row) and not self._in_relevant(row)
            for right, row in zip(self.right, self.said_in, strict=True)
        )

    def _in_relevant(self, row: Flags) -> bool:
        return any(said and relevant for said, relevant in zip(row, self.relevant, strict=True))

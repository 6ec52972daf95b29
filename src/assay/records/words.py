"""The closed sets of words (DESIGN sections 2 and 3). Values are what stands in files."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Status(StrEnum):
    """What became of one metric on one sample."""

    SCORED = "scored"
    NOT_APPLICABLE = "not_applicable"
    INVALID = "invalid"
    ERROR = "error"


class CheckStatus(StrEnum):
    """What became of one check."""

    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"
    INCOMPLETE = "incomplete"
    INCONCLUSIVE = "inconclusive"
    NOT_APPLICABLE = "not_applicable"


class Owner(StrEnum):
    """Who must act."""

    RETRIEVAL = "retrieval"
    ATTRIBUTION = "attribution"
    GENERATION = "generation"
    TEST_DATA = "test-data"
    JUDGE = "judge"
    POLICY = "policy"
    HARNESS = "harness"


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"
    NONE = "none"


class RunStatus(StrEnum):
    """How far a run came. Only `complete` can pass a gate."""

    RUNNING = "running"
    PARTIAL = "partial"
    CANCELLED = "cancelled"
    COMPLETE = "complete"


class ExitCode(IntEnum):
    """The exit codes of every command that decides. 2 wins over 1."""

    PASSED = 0
    FAILED = 1
    INCOMPLETE = 2
    INTERRUPTED = 130

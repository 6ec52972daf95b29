"""What is refused before anything is computed. Invalid input is an error; a quantity without a value is `Undefined`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from assay.errors import InputError

Number = int | float | Fraction


def check_share(name: str, value: float) -> float:
    """A number strictly between 0 and 1, such as a confidence."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)) or not 0 < value < 1:
        raise _invalid(f"{name} must be between 0 and 1, both excluded, got {value!r}")
    return float(value)


def check_counts(*, passes: int, n: int) -> None:
    """`passes` of `n` rows, with at least one row."""
    for name, count in (("passes", passes), ("n", n)):
        check_count(name, count)
    if n == 0:
        raise _invalid("n must be at least 1: no rows say nothing")
    if passes > n:
        raise _invalid(f"passes must not exceed n, got {passes} of {n}")


def check_count(name: str, value: int) -> None:
    """A whole number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _invalid(f"{name} must be a whole number of at least 0, got {value!r}")


def check_numbers(name: str, values: Sequence[Number]) -> None:
    """At least one number, all of them finite."""
    if not values:
        raise _invalid(f"{name} must hold at least one number")
    for index, value in enumerate(values):
        is_number = isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)
        if not is_number or (isinstance(value, float) and not math.isfinite(value)):
            raise _invalid(f"{name}[{index}] must be a finite number, got {value!r}")


def check_same_length(name: str, values: Sequence[object], other_name: str, others: Sequence[object]) -> None:
    """Two sequences that belong together row by row."""
    if len(values) != len(others):
        raise _invalid(f"{name} and {other_name} must be equally long, got {len(values)} and {len(others)}")


def check_positive(name: str, value: Number) -> float:
    """A finite number above 0, such as a margin."""
    check_numbers(name, [value])
    if value <= 0:
        raise _invalid(f"{name} must be above 0, got {value!r}")
    return float(value)


def _invalid(message: str) -> InputError:
    return InputError(message, code="statistics_input")

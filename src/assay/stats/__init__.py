"""Intervals, tests, power, agreement, exact sums. Pure; knows nothing of cases or metrics; standard library only.

Invalid input raises `InputError`; a quantity without a value is `Undefined` with its reason, never 0, 1 or NaN.
"""

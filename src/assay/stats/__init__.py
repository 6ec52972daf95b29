"""Intervals, tests, agreement, exact sums. Pure; knows nothing of cases or metrics."""

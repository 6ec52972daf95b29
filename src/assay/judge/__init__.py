"""Asking models for verdicts that can be trusted, replayed and paid for once."""

from assay.judge.budget import Budget, parse_budget
from assay.judge.calls import MemoryCalls
from assay.judge.check import JudgeCheck, check_judge
from assay.judge.estimate import Estimate
from assay.judge.factory import Estimator, make_function_judge, make_judge, unpriced
from assay.judge.jury import Jury
from assay.judge.recorder import CallMode

__all__ = [
    "Budget",
    "CallMode",
    "Estimate",
    "Estimator",
    "JudgeCheck",
    "Jury",
    "MemoryCalls",
    "check_judge",
    "make_function_judge",
    "make_judge",
    "parse_budget",
    "unpriced",
]

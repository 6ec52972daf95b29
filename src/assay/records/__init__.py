"""What flows: plain, immutable data without I/O. Imports nothing above the ground floor."""

from assay.records.aggregate import Aggregate, Tally
from assay.records.case import Case, Claim, Review, normalise_id
from assay.records.decision import CheckResult, Decision, RuleResult
from assay.records.domain import Domain, Labels, Range, Ranking, Value
from assay.records.frozen import FrozenMap, freeze
from assay.records.message import ExpectedCall, Message, Role, ToolCall
from assay.records.metric_info import Catalog, MetricInfo
from assay.records.number import Ratio, exact, show
from assay.records.output import Attribution, Citation, Context, Output, TargetFailure, Usage
from assay.records.policy import BaselineRule, CaseMean, Check, GroupRules, JudgeConfig, Policy, RunRules, Shadow
from assay.records.run import InvalidInput, Manifest, RunSummary, ScoredRow
from assay.records.sample import Sample
from assay.records.score import Item, MetricResult, Score, not_applicable
from assay.records.words import CheckStatus, Direction, ExitCode, Owner, RunStatus, Status

__all__ = [
    "Aggregate",
    "Attribution",
    "BaselineRule",
    "Case",
    "CaseMean",
    "Catalog",
    "Check",
    "CheckResult",
    "CheckStatus",
    "Citation",
    "Claim",
    "Context",
    "Decision",
    "Direction",
    "Domain",
    "ExitCode",
    "ExpectedCall",
    "FrozenMap",
    "GroupRules",
    "InvalidInput",
    "Item",
    "JudgeConfig",
    "Labels",
    "Manifest",
    "Message",
    "MetricInfo",
    "MetricResult",
    "Output",
    "Owner",
    "Policy",
    "Range",
    "Ranking",
    "Ratio",
    "Review",
    "Role",
    "RuleResult",
    "RunRules",
    "RunStatus",
    "RunSummary",
    "Sample",
    "Score",
    "ScoredRow",
    "Shadow",
    "Status",
    "Tally",
    "TargetFailure",
    "ToolCall",
    "Usage",
    "Value",
    "exact",
    "freeze",
    "normalise_id",
    "not_applicable",
    "show",
]

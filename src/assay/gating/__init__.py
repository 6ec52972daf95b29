"""Policies: read strictly from text, applied to scores, purely. Nothing here calls a model, reads a file or asks a clock."""

from assay.gating.baseline import BaselineRows
from assay.gating.calibration import Calibration
from assay.gating.evaluate import Gate
from assay.gating.schema import ParsedPolicy, parse_policy

__all__ = ["BaselineRows", "Calibration", "Gate", "ParsedPolicy", "parse_policy"]

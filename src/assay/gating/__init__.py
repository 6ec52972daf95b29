"""Policies: read strictly from text, applied to scores, purely. Nothing here calls a model, reads a file or asks a clock."""

from assay.gate.baseline import BaselineRows
from assay.gate.calibration import Calibration
from assay.gate.evaluate import Gate
from assay.gate.schema import ParsedPolicy, parse_policy

__all__ = ["BaselineRows", "Calibration", "Gate", "ParsedPolicy", "parse_policy"]

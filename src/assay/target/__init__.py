"""Call the system under test."""

from assay.target.base import Target
from assay.target.load import load_object, load_target
from assay.target.python import PythonTarget
from assay.target.recorded import RecordedTarget

__all__ = ["PythonTarget", "RecordedTarget", "Target", "load_object", "load_target"]

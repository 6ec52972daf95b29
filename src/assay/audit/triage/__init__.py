"""Owner triage: why a check failed, who has to act, and what shows it. Works from the record alone."""

from assay.audit.triage.diagnosis import Clue, Confidence, Diagnosis, Fault, Stage
from assay.audit.triage.survey import Survey, survey
from assay.audit.triage.trail import Reading, Trail
from assay.audit.triage.unread import unreadable
from assay.audit.triage.walk import triage

__all__ = [
    "Clue",
    "Confidence",
    "Diagnosis",
    "Fault",
    "Reading",
    "Stage",
    "Survey",
    "Trail",
    "survey",
    "triage",
    "unreadable",
]

"""The rule that every peer is given: the share of the required ids that are supported is at least `FLOOR` in every row."""

FLOOR = 0.85


def coverage(required: list, supported: list) -> float:
    """The same contract as Assay's `evidence_coverage`: ids are compared, doubtful rows are refused."""
    wanted, found = [text.strip() for text in required], {text.strip() for text in supported}
    if not wanted or not all(wanted) or len(set(wanted)) != len(wanted) or found - set(wanted):
        raise ValueError("blank, duplicate or unknown id, or nothing required")
    return len(found) / len(wanted)

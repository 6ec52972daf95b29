"""Ask models for structured verdicts."""

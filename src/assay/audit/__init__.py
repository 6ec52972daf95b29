"""Explain, diff, replay, bundle, dual-run."""

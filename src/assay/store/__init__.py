"""Runs, scores and calls on disk."""

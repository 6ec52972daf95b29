"""Talking to model servers: endpoints, limits, retries, deadlines and redaction. Shared by judges and embedders."""

"""Grounders: do passages support a claim? Supported, contradicted or unknown, with probability, evidence and guards."""

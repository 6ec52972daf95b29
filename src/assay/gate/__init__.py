"""Policy evaluation. Pure: (scores, policy, baseline) to decision."""

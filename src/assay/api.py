"""The public functions; objects are wired together here and nowhere else."""

"""Plan and carry out (case x metric) jobs."""

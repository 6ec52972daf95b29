"""The claim-level set of RAGChecker: one matrix of verdicts, eleven shares of it."""

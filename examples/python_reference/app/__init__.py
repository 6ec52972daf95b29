"""A small retrieval-augmented answerer over the Python language reference that ships with Python."""

"""Read, write, lint, hash and version golden sets."""

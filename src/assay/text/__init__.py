"""Sentences, tokens, normalisation and quotation matching. Pure."""

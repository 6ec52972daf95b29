"""Embed texts and ground claims without a judge: on this machine, or through a server."""

from assay.embedding.factory import make_embedder, make_grounder

__all__ = ["make_embedder", "make_grounder"]

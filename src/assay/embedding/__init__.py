"""Embed texts and ground claims without a judge."""

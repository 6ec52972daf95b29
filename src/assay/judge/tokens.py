"""How many tokens a request will use, roughly: for rate limits and estimates, never for cutting anything."""

from __future__ import annotations

from assay.judge.completion import ChatRequest

EXPECTED_OUTPUT_TOKENS = 300


def estimated_tokens(request: ChatRequest) -> int:
    """Tokens of a request and its reply."""
    return estimated_input_tokens(request) + min(request.max_tokens, EXPECTED_OUTPUT_TOKENS)


def estimated_input_tokens(request: ChatRequest) -> int:
    """A quarter of a token for an ASCII character and one for any other."""
    return sum(text_tokens(message["content"]) for message in request.messages)


def text_tokens(text: str) -> int:
    """The same for one text.

    >>> text_tokens("abcdefgh"), text_tokens("退款期限")
    (2, 4)
    """
    other = 0 if text.isascii() else sum(1 for letter in text if ord(letter) > 127)
    return (len(text) - other) // 4 + other

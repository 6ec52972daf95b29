"""The stated patterns of credentials: published key formats, and values that are named a secret and look random."""

from __future__ import annotations

import base64
import json
import math
import re
from collections import Counter

from assay.metrics.safety.findings import Pattern


def entropy(text: str) -> float:
    """Shannon entropy of the characters, in bits a character.

    >>> entropy("aaaa"), entropy("abcd")
    (0.0, 2.0)
    """
    counts = Counter(text).values()
    return sum(count / len(text) * math.log2(len(text) / count) for count in counts)


def is_not_placeholder(text: str) -> bool:
    """Whether the text is more than a repeated filler (`xxxx…`, `0000…`): six different characters or more."""
    return len(set(text.casefold())) >= 6


def is_jwt(text: str) -> bool:
    """Whether the first part of a token is the JSON header that RFC 7519 asks for."""
    head = text.partition(".")[0]
    try:
        header = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except ValueError:
        return False
    return isinstance(header, dict) and "alg" in header


def _key(kind: str, expression: str) -> Pattern:
    return Pattern(kind, re.compile(rf"(?<![A-Za-z0-9_-]){expression}(?![A-Za-z0-9_-])"), is_not_placeholder)


FORMATS = (
    Pattern(
        "private_key",
        re.compile(
            r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:.*?-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)?",
            re.DOTALL,
        ),
    ),
    _key("aws_key", r"(?:AKIA|ASIA)[A-Z2-7]{16}"),
    _key("github_token", r"(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})"),
    _key("gitlab_token", r"glpat-[A-Za-z0-9_-]{20,64}"),
    _key("slack_token", r"xox[abeoprs]-[A-Za-z0-9-]{10,250}"),
    Pattern("slack_webhook", re.compile(r"https://hooks\.slack\.com/services/T\w+/B\w+/\w+")),
    _key("google_key", r"AIza[A-Za-z0-9_-]{35}"),
    _key("stripe_key", r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,247}"),
    _key("anthropic_key", r"sk-ant-[A-Za-z0-9_-]{20,200}"),
    _key("openai_key", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}"),
    _key("hugging_face_token", r"hf_[A-Za-z0-9]{30,64}"),
    _key("npm_token", r"npm_[A-Za-z0-9]{36}"),
    _key("pypi_token", r"pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,1000}"),
    _key("sendgrid_key", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    _key("azure_key", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    Pattern("jwt", re.compile(r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}(?![\w-])"), is_jwt),
    Pattern(
        "url_password",
        re.compile(
            r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}://[^\s/:@]{1,200}:(?P<body>[^\s/@:]{3,200})@", re.IGNORECASE
        ),
    ),
)
"""Published formats, most specific first."""

_NAMED = re.compile(
    r"(?i:(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?key)\b[\"'`]?\s{0,5}(?:[:=]|=>|\bis\b)\s{0,5})"
    r"[\"'`]?(?P<body>[A-Za-z0-9+/_=.~!@#$%^&*-]{12,})"
)


def named_secret(least_entropy: float) -> Pattern:
    """A value of 12 characters or more, called a password, secret, token or key, with a digit and that much entropy."""

    def accepts(text: str) -> bool:
        return entropy(text) >= least_entropy and any(character.isdigit() for character in text)

    return Pattern("named_secret", _NAMED, accepts)

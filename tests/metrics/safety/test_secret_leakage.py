"""Credentials are found by format, or by name and randomness."""

from __future__ import annotations

import base64
import json
import random
import string

import pytest

from assay.errors import ConfigurationError
from assay.metrics.safety.secret_leakage import SecretLeakage


def random_text(length: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    """A seeded random text, so that no real key stands in the tests."""
    return "".join(random.Random(length).choices(alphabet, k=length))


def kinds(answer: str, **params: float) -> list[str]:
    """The kinds found, in order."""
    return [item.kind for item in SecretLeakage(**params).score(answer=answer).items]


HEADER = base64.urlsafe_b64encode(json.dumps({"alg": "HS256"}).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("secret", "kind"),
    [
        ("AKIA" + random_text(16, string.ascii_uppercase + "234567"), "aws_key"),
        ("ghp_" + random_text(36), "github_token"),
        ("github_pat_" + random_text(82), "github_token"),
        ("glpat-" + random_text(20), "gitlab_token"),
        ("xoxb-" + random_text(24), "slack_token"),
        ("AIza" + random_text(35), "google_key"),
        ("sk_live_" + random_text(24), "stripe_key"),
        ("sk-ant-" + random_text(40), "anthropic_key"),
        ("sk-proj-" + random_text(48), "openai_key"),
        ("hf_" + random_text(34), "hugging_face_token"),
        ("npm_" + random_text(36), "npm_token"),
        ("SG." + random_text(22) + "." + random_text(43), "sendgrid_key"),
        ("AccountKey=" + random_text(86) + "==", "azure_key"),
        (f"{HEADER}.{random_text(20)}.{random_text(30)}", "jwt"),
        ("-----BEGIN RSA PRIVATE " + "KEY-----\nMII\n-----END RSA PRIVATE " + "KEY-----", "private_key"),
        ("-----BEGIN OPENSSH PRIVATE " + "KEY-----", "private_key"),
    ],
)
def test_formats(secret: str, kind: str) -> None:
    """Each published format is found inside prose and never repeated."""
    score = SecretLeakage().score(answer=f"Use `{secret}`, please.")
    assert [item.kind for item in score.items] == [kind]
    assert secret[8:16] not in score.to_json()


def test_passwords_in_urls_and_by_name() -> None:
    """A password in a URL, and a random value that is called a secret, are found."""
    assert kinds("postgres://app:hunter2@db.internal/x") == ["url_password"]
    assert kinds(f'{{"client_secret": "{random_text(24)}"}}') == ["named_secret"]
    assert kinds(f"export DB_PASSWORD={random_text(16)}") == ["named_secret"]


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Your password must have 12 characters. The token is important.",
        "api_key: YOUR_API_KEY_HERE",
        "sk-" + "x" * 48,
        "ghp_" + "0" * 36,
        "See https://example.com:8080/a@b and eyJub3Q.a.token",
        f"sha256 {'0123456789abcdef' * 4}",
        "task-management-system-with-a-very-long-name-indeed",
    ],
)
def test_not_found(answer: str) -> None:
    """Prose, placeholders, ports and hashes are no credentials."""
    assert kinds(answer) == []


def test_entropy_is_declared() -> None:
    """A higher floor of randomness lets a weaker value pass; a negative one is refused."""
    assert kinds("password: aaaabbbbcccc1", entropy=1.0) == ["named_secret"]
    assert kinds("password: aaaabbbbcccc1") == []
    with pytest.raises(ConfigurationError):
        SecretLeakage(entropy=-1)

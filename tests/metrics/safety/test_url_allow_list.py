"""Links are judged by the host that a browser goes to."""

from __future__ import annotations

import time

import pytest

from assay.errors import ConfigurationError
from assay.metrics import Registry
from assay.metrics.safety.url_allow_list import UrlAllowList
from assay.metrics.safety.urls import links
from assay.records import Case, Output, Sample, Status

METRIC = UrlAllowList(hosts=("example.com", "*.docs.example.com", "bücher.example"))


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "No link here; example.org is only a name, and a//b is a path.",
        "See https://example.com, (http://EXAMPLE.com./a?b=c#d) and [x](https://example.com/a_(b)).",
        "https://a.docs.example.com/ https://b.a.docs.example.com:8443/x",
        "https://bücher.example/ https://xn--bcher-kva.example/ https://BÜCHER.example",
        "www.docs.example.com and //example.com/x and <https://example.com/>",
        "**https://example.com/bold**",
    ],
)
def test_allowed(answer: str) -> None:
    """Exact names, names below a starred one, ports, letter case, Punycode and brackets."""
    assert METRIC.score(answer=answer).value == 0, METRIC.score(answer=answer).reason


@pytest.mark.parametrize(
    ("link", "host", "outcome"),
    [
        ("https://evil.test/", "evil.test", "host"),
        ("https://example.com.evil.test/", "example.com.evil.test", "host"),
        ("https://notexample.com", "notexample.com", "host"),
        ("https://docs.example.com", "docs.example.com", "host"),
        ("https://sub.example.com", "sub.example.com", "host"),
        ("https://example.com@evil.test/", "evil.test", "userinfo"),
        ("https://evil.test@example.com/", "example.com", "userinfo"),
        ("https://evil.test\\@example.com", "evil.test", "host"),
        ("https:\\\\evil.test\\x", "evil.test", "host"),
        ("https:/evil.test/x", "evil.test", "host"),
        ("//evil.test/x", "evil.test", "host"),
        ("www.evil.test", "www.evil.test", "host"),
        ("https://еxample.com/", "xn--xample-2of.com", "not_ascii"),
        ("https://ｅｘａｍｐｌｅ．org/", "example.org", "not_ascii"),
        ("https://buecher.example", "buecher.example", "host"),
        ("https://2130706433/", "2130706433", "host"),
        ("https://[::1]/", "::1", "host"),
        ("javascript:alert(1)", "javascript:", "scheme"),
        ("data:text/html;base64,PHNjcmlwdD4=", "data:", "scheme"),
        ("ftp://example.com/x", "example.com", "scheme"),
        ("mailto:a@example.com", "mailto:", "scheme"),
        ("https://straße.example/", "https:", "broken"),
        ("https://[::1/", "https:", "broken"),
    ],
)
def test_not_allowed(link: str, host: str, outcome: str) -> None:
    """Look-alikes, names before an @, back-slashes, other scripts, other schemes and unreadable hosts."""
    scored = METRIC.score(answer=f"Click {link} now")
    assert [(item.text, item.outcome) for item in scored.items] == [(host, outcome)]
    assert scored.value == 1


def test_each_link_counts() -> None:
    """Two bad links and one good one are two of three; the reason names a host once."""
    scored = METRIC.score(answer="https://evil.test/a https://evil.test/b https://example.com")
    assert (scored.value, scored.reason) == (2, "2 of 3 links not allowed: evil.test (host)")


def test_markdown_links_are_cut_at_their_brackets() -> None:
    """A link whose text is a link is read as two."""
    text = "[https://example.com](https://evil.test/a_(b))."
    assert [link.host for link in links(text)] == ["example.com", "evil.test"]


def test_the_case_can_name_hosts() -> None:
    """Hosts of the case are added; without any the metric does not apply; a bad name is refused on its side."""
    case = Case(id="1", extra={"allowed_hosts": ["a.test"]})
    sample = Sample(case=case, output=Output(answer="https://a.test"))
    assert UrlAllowList().evaluate(sample).value == 0  # type: ignore[union-attr]
    bare = Sample(case=Case(id="1"), output=Output(answer="https://a.test"))
    assert UrlAllowList().evaluate(bare).status is Status.NOT_APPLICABLE  # type: ignore[union-attr]
    assert UrlAllowList().score(answer="x", allowed_hosts=["https://a.test"]).status is Status.INVALID
    for host in ("https://a.test", "", "a.test:80", "*", "straße.test"):
        with pytest.raises(ConfigurationError):
            UrlAllowList(hosts=(host,))
    assert Registry.built_in().parse(METRIC.spec) == METRIC


@pytest.mark.parametrize("text", ["www." * 5_000, "a." * 20_000, "https://a.b/" + ")" * 20_000, "http:" * 10_000])
def test_long_texts_are_read_in_time(text: str) -> None:
    """A text made to slow the patterns down is read once: far below the second that a quadratic reading takes."""
    began = time.perf_counter()
    METRIC.score(answer=text)
    assert time.perf_counter() - began < 3

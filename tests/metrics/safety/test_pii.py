"""Personal data is found by pattern and check digit, and never repeated."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics import Registry
from assay.metrics.safety.pii import Pii
from assay.metrics.safety.pii_patterns import IBAN_LENGTHS, is_card_number, is_iban


def kinds(answer: str, **params: object) -> list[str]:
    """The kinds found, in order."""
    return [item.kind for item in Pii(**params).score(answer=answer).items]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Write to Ann.O'Neil+x@mail.example.co.uk.", ["email"]),
        ("用户:张三@例子.公司 或 jürgen@müller.de", ["email", "email"]),
        ("IBAN DE89370400440532013000, or GB29 NWBK 6016 1331 9268 19 please", ["iban", "iban"]),
        ("iban: ch93 0076 2011 6238 5295 7", ["iban"]),
        ("Visa 4111-1111-1111-1111, Amex 378282246310005.", ["card", "card"]),
        ("بطاقة ٤١١١١١١١١١١١١١١١", ["card"]),
        ("SSN 123-45-6789", ["us_ssn"]),
        ("from 203.0.113.9, and 2001:db8::8a2e:370:7334.", ["ip", "ip"]),
        ("Call +41 44 668 18 00 or 0049 (0)30 123456 or (415) 555-2671 or 415-555-2671.", ["phone"] * 4),
        ("ann@example.com ann@example.com", ["email", "email"]),
    ],
)
def test_found(answer: str, found: list[str]) -> None:
    """Each kind in its usual spellings, in several scripts."""
    assert kinds(answer) == found


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "   ",
        "We met @ noon, see user@localhost and @handle.",
        "Order 4111 1111 1111 1112 and 0000000000000000.",
        "IBAN DE88 3704 0044 0532 0130 00",
        "SSN 000-12-3456, 666-12-3456, 900-12-3456, 123-00-4567, 123-45-0000",
        "Version 1.2.3, at 12:30:45, on 2024-01-31, from 127.0.0.1, ::1, 999.1.1.1",
        "The ratio is 3.14159265358979 and ISBN 978-3-16-148410-0.",
        "Founded in 1984, 12 000 people, CHF 1,234,567.89",
        "std::vector<int> a::b",
    ],
)
def test_not_found(answer: str) -> None:
    """Wrong check digits, impossible numbers, versions, times and prose are no personal data."""
    assert kinds(answer) == []


def test_nothing_is_repeated() -> None:
    """No part of the score holds the data itself."""
    score = Pii().score(answer="ann@example.com, 4111 1111 1111 1111")
    assert score.value == 2
    assert score.reason == "personal data: email at 0–15, card at 17–36"
    for secret in ("ann", "example", "4111"):
        assert secret not in score.to_json()


def test_options() -> None:
    """Kinds are chosen, allowed texts are left out, and both print and parse back."""
    answer = "help@shop.example or 123-45-6789"
    assert kinds(answer, kinds=["us_ssn"]) == ["us_ssn"]
    assert kinds(answer, allow=["HELP@shop.example"]) == ["us_ssn"]
    metric = Pii(kinds=("email",), allow=("help@shop.example",))
    assert Registry.built_in().parse(metric.spec) == metric
    with pytest.raises(ConfigurationError, match="kinds must be one of email"):
        Pii(kinds=("mail",))


@given(st.sampled_from(sorted(IBAN_LENGTHS)), st.data())
def test_iban_check_equals_stdnum(country: str, data: st.DataObject) -> None:
    """Check digits made by an independent library are accepted, and any other pair is refused."""
    iso = pytest.importorskip("stdnum.iso7064.mod_97_10")
    body = data.draw(st.text("0123456789", min_size=IBAN_LENGTHS[country] - 4, max_size=IBAN_LENGTHS[country] - 4))
    right = iso.calc_check_digits(body + country)
    assert is_iban(f"{country}{right}{body}")
    wrong = data.draw(st.integers(2, 98).map("{:02d}".format).filter(lambda pair: pair != right))
    assert not is_iban(f"{country}{wrong}{body}")


def test_iban_lengths_equal_stdnums() -> None:
    """The lengths by country agree with an independent copy of the registry."""
    numdb = pytest.importorskip("stdnum.numdb")
    import re

    for country, length in IBAN_LENGTHS.items():
        described = dict(numdb.get("iban").info(country + "0" * 30)[0][1])
        if "bban" in described:
            assert sum(map(int, re.findall(r"(\d+)!?[nac]", described["bban"]))) == length - 4, country


@given(st.from_regex(r"4\d{11,17}", fullmatch=True).filter(str.isascii))
def test_card_check_equals_stdnum(digits: str) -> None:
    """The check digit agrees with an independent library."""
    luhn = pytest.importorskip("stdnum.luhn")
    assert is_card_number(digits + luhn.calc_check_digit(digits)) or len(set(digits)) == 1
    assert is_card_number(digits) == (luhn.is_valid(digits) and 13 <= len(digits) <= 19 and len(set(digits)) > 1)

"""The stated patterns of personal data, each with the check that its standard gives."""

from __future__ import annotations

import ipaddress
import re

from assay.metrics.safety.findings import Pattern

IBAN_LENGTHS = {
    country: int(length)
    for country, length in re.findall(
        r"([A-Z]{2})(\d\d)",
        "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 "
        "FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 "
        "LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 "
        "SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20",
    )
}
"""Characters of an IBAN by country, from the IBAN registry of SWIFT (ISO 13616)."""

_IBAN = "|".join(rf"{country}\d\d(?:[ -]?[A-Z0-9]){{{length - 4}}}" for country, length in IBAN_LENGTHS.items())
_CARD_PREFIX = re.compile(r"4|5[1-5]|2[2-7]|3[4-9]|30|6")
_CARD_LENGTHS = range(13, 20)


def is_iban(text: str) -> bool:
    """Whether the check digits are right: the rearranged number is 1 modulo 97 (ISO 7064).

    >>> is_iban("DE89 3704 0044 0532 0130 00"), is_iban("DE88 3704 0044 0532 0130 00")
    (True, False)
    """
    compact = re.sub(r"[ -]", "", text).upper()
    if len(compact) != IBAN_LENGTHS.get(compact[:2]):
        return False
    return int("".join(str(int(character, 36)) for character in compact[4:] + compact[:4])) % 97 == 1


def is_card_number(text: str) -> bool:
    """Whether the digits have a card's length, first digits of a card network, and a right check digit (Luhn,
    ISO/IEC 7812-1).

    >>> is_card_number("4111 1111 1111 1111"), is_card_number("4111 1111 1111 1112")
    (True, False)
    """
    digits = [int(character) for character in text if character.isdigit()]
    if len(digits) not in _CARD_LENGTHS or not _CARD_PREFIX.match("".join(map(str, digits))) or len(set(digits)) == 1:
        return False
    doubled = [digit if index % 2 == 0 else sum(divmod(2 * digit, 10)) for index, digit in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0


def is_us_ssn(text: str) -> bool:
    """Whether the number can be a United States social security number (no area 000, 666 or 900–999, no group 00,
    no serial 0000).

    >>> is_us_ssn("123-45-6789"), is_us_ssn("666-45-6789")
    (True, False)
    """
    area, group, serial = (int(part) for part in text.split("-"))
    return area not in (0, 666) and area < 900 and group > 0 and serial > 0


def is_ip_address(text: str) -> bool:
    """Whether the text is an IPv4 or IPv6 address of some machine (not the loopback or the unspecified address).

    >>> is_ip_address("192.168.0.7"), is_ip_address("127.0.0.1"), is_ip_address("12:30:45")
    (True, False, False)
    """
    if not any(character.isdigit() for character in text):
        return False  # `a::b` is more often code than an address
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified)


def is_phone_number(text: str) -> bool:
    """Whether the digits are as many as ITU-T E.164 allows (8 to 15)."""
    return 8 <= sum(character.isdigit() for character in text) <= 15


PATTERNS = (
    Pattern(
        "email", re.compile(r"(?<![\w.+%'-])[\w+%'](?:[\w.+%'-]*[\w+%'-])?[@＠](?:[\w-]+\.)+[^\W\d_]{2,}(?![\w-])")
    ),
    Pattern("iban", re.compile(rf"(?<![A-Z0-9])(?:{_IBAN})(?![A-Z0-9])", re.IGNORECASE | re.ASCII), is_iban),
    Pattern("card", re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])"), is_card_number),
    Pattern("us_ssn", re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"), is_us_ssn),
    Pattern("ip", re.compile(r"(?<![\w.:])\d{1,3}(?:\.\d{1,3}){3}(?![\w:]|\.\d)", re.ASCII), is_ip_address),
    Pattern(
        "ip", re.compile(r"(?<![\w.:])[0-9A-F]{0,4}(?::[0-9A-F]{0,4}){2,7}(?![\w:])", re.I | re.ASCII), is_ip_address
    ),
    Pattern(
        "phone", re.compile(r"(?<![\w+])(?<!\d[ -])(?:\+|00)[1-9](?:[ ./()-]{0,2}\d){7,14}(?!\d)"), is_phone_number
    ),
    Pattern("phone", re.compile(r"(?<![\w.-])(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\w-]|\.\d)")),
)
KINDS = tuple(dict.fromkeys(pattern.kind for pattern in PATTERNS))

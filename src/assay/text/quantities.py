"""Numbers in a text with the units written beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from assay.text.normalise import LOOSE
from assay.text.tokens import canonical_number

_NUMBER = re.compile(r"(?<![\w.,])(?P<sign>-?)(?P<before>[$€£¥₹]?)\s?(?P<number>\d+(?:[.,]\d+)*)(?![\d])")
_AFTER = re.compile(r"\s?(?P<symbol>[%‰$€£¥₹]|°\s?[a-z])|[\s-]?(?P<word>[^\W\d_]+(?:\s(?=cents?\b)cents?)?)")

_UNITS = {
    "%": "% percent pct", "‰": "‰ permille", "usd": "$ usd dollar dollars", "eur": "€ eur euro euros",
    "gbp": "£ gbp pound pounds", "jpy": "¥ jpy yen 円", "inr": "₹ inr rupee rupees", "ms": "ms millisecond milliseconds",
    "s": "s sec secs second seconds", "min": "min mins minute minutes", "h": "h hr hrs hour hours",
    "day": "day days tag tage tagen jour jours día días giorno giorni 天 日", "week": "week weeks", "month": "month months",
    "year": "year years yr yrs", "mm": "mm millimetre millimetres millimeter millimeters",
    "cm": "cm centimetre centimetres centimeter centimeters", "m": "m metre metres meter meters",
    "km": "km kilometre kilometres kilometer kilometers", "mi": "mi mile miles", "ft": "ft foot feet", "inch": "inch inches",
    "mg": "mg milligram milligrams", "g": "g gram grams", "kg": "kg kilogram kilograms kilo kilos", "lb": "lb lbs",
    "t": "t tonne tonnes", "ml": "ml millilitre millilitres milliliter milliliters", "l": "l litre litres liter liters",
    "°c": "°c celsius", "°f": "°f fahrenheit", "k": "kelvin", "kb": "kb kilobyte kilobytes", "mb": "mb megabyte megabytes",
    "gb": "gb gigabyte gigabytes", "tb": "tb terabyte terabytes", "w": "w watt watts", "kw": "kw kilowatt kilowatts",
    "kwh": "kwh", "v": "v volt volts", "hz": "hz hertz", "km/h": "kmh kph",
}  # fmt: skip
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its unit in one spelling; the unit is empty where none of the known ones is written beside it."""

    value: Decimal
    unit: str

    def __str__(self) -> str:
        return f"{self.value.normalize():f} {self.unit}".strip()


def quantities(text: str) -> list[Quantity]:
    """The numbers of a text in order, with scale words (`2 million`) multiplied in and known units beside them.

    Digits of every script are read. A comma or repeated points before groups of three digits separate thousands; a text
    of digits that is no number (`10.0.0.1`) is left out. A unit stands directly before (`$5`) or after (`5 %`, `5mg`,
    `30 days`) the number; units are never converted. `pounds` are money, and a bare
    `in` is no inch. Numbers in words (`thirty`) are not read.

    >>> [str(found) for found in quantities("It costs $1,200.50, or 1.5 million yen, within 30 days.")]
    ['1200.5 usd', '1500000 jpy', '30 day']
    """
    normal = LOOSE(text)
    return [found for match in _NUMBER.finditer(normal) if (found := _quantity(normal, match)) is not None]


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    number = canonical_number(match["number"])
    if number is None:
        return None
    value = Decimal(match["sign"] + number)
    word, end = _next(text, match.end())
    if word in _SCALES:
        value *= _SCALES[word]
        word, _ = _next(text, end)
    return Quantity(value, _spellings().get(match["before"] or word, ""))


def _next(text: str, start: int) -> tuple[str, int]:
    """The unit, symbol or word that stands directly after a place, and where it ends."""
    match = _AFTER.match(text, start)
    if match is None:
        return "", start
    return (match["symbol"] or match["word"]).replace(" ", ""), match.end()


@cache
def _spellings() -> dict[str, str]:
    return {spelling: unit for unit, listed in _UNITS.items() for spelling in listed.split()}

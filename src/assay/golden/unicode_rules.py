"""Lint rules for text that looks like something else: invisible, confusable, damaged or differently composed characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from assay.golden.case_rules import Remark
from assay.golden.findings import Severity
from assay.records import Case
from assay.text.normalise import Normalisation

ID_FORM = Normalisation("NFKC+visible+marks+digits+casefold+space")
_JOINERS = {"\u200c", "\u200d"}
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
_WORD = re.compile(r"[^\W\d_]+")
_LOOKALIKES = str.maketrans("авекмнорстхуѕіјԁԛԝһοαβγικνρτυχ", "abekmhopctxysijdqwhoabyikvptux")
"""Cyrillic and Greek small letters that look like Latin ones (from the confusables of Unicode TS #39)."""


def id_skeleton(value: str) -> str:
    """A form that ids share when a reader could take one for the other: case, hyphens, spaces and look-alikes folded.

    >>> id_skeleton("Doc\u20117") == id_skeleton("doc-7"), id_skeleton("\u0430-1") == id_skeleton("a-1")
    (True, True)
    """
    return ID_FORM(value).translate(_LOOKALIKES)


def unicode_remarks(case: Case) -> Iterator[Remark]:
    """Everything odd about the characters of a case, each kind once a field."""
    ids, texts = _ids(case), _texts(case)
    for field, value in ids:
        yield from _characters(field, value, joiners_count=True)
        yield from _scripts(field, value, _SCRIPTS)
    for field, value in texts:
        yield from _characters(field, value, joiners_count=False)
        yield from _scripts(field, value, _SCRIPTS[:2])
    yield from _normal_forms([*ids, *texts])


def _ids(case: Case) -> list[tuple[str, str]]:
    found = [("id", case.id)] + [("required_claims", claim.id) for claim in case.required_claims or ()]
    for name in ("expected_citations", "expected_context_ids"):
        found += [(name, value) for value in getattr(case, name) or ()]
    return [(field, value) for field, value in found if not _plain(value)]


def _texts(case: Case) -> list[tuple[str, str]]:
    found = [("input", case.input if isinstance(case.input, str) else ""), ("reference", case.reference or "")]
    found += [("required_claims", claim.text) for claim in case.required_claims or ()]
    for name in ("expected_facts", "reference_contexts"):
        found += [(name, value) for value in getattr(case, name) or ()]
    return [(field, value) for field, value in found if not _plain(value)]


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _characters(field: str, text: str, *, joiners_count: bool) -> Iterator[Remark]:
    hidden = {
        character
        for character in text
        if unicodedata.category(character) == "Cf" and (joiners_count or character not in _JOINERS)
    }
    if hidden:
        yield "invisible_character", Severity.WARNING, f"{field} holds the invisible {_listing(hidden)}"
    control = {character for character in text if unicodedata.category(character) == "Cc" and character not in "\t\n\r"}
    if control:
        yield "control_character", Severity.WARNING, f"{field} holds the control character {_listing(control)}"
    if "\ufffd" in text:
        yield "replacement_character", Severity.WARNING, f"{field} holds U+FFFD: the text was damaged when it was read"
    if _is_mojibake(text):
        yield "mojibake", Severity.WARNING, f"{field} looks like UTF-8 that was read as Windows-1252"


def _is_mojibake(text: str) -> bool:
    try:
        return text.encode("cp1252").decode("utf-8") != text
    except UnicodeError:
        return False


def _scripts(field: str, text: str, scripts: tuple[str, ...]) -> Iterator[Remark]:
    for word in _WORD.findall(text):
        if word.isascii():
            continue
        found = {script for character in word if (script := _script(character)) in scripts}
        if len(found) > 1:
            mixed = " and ".join(sorted(script.capitalize() for script in found))
            yield "mixed_script", Severity.WARNING, f"{field} has a word of {mixed} letters: {word!r}"
            return


def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0]


def _normal_forms(texts: list[tuple[str, str]]) -> Iterator[Remark]:
    """Fields that are not in NFC; a warning where another field of the same case is composed, so that the two differ."""
    decomposed = [field for field, text in texts if not unicodedata.is_normalized("NFC", text)]
    composed = [field for field, text in texts if not unicodedata.is_normalized("NFD", text)]
    if decomposed and composed:
        message = f"{decomposed[0]} is decomposed (NFD) and {composed[0]} composed (NFC)"
        yield "mixed_normal_forms", Severity.WARNING, message
    elif decomposed:
        yield "not_nfc", Severity.INFO, f"{decomposed[0]} is not in Unicode normal form C"


def _listing(characters: set[str]) -> str:
    return ", ".join(f"U+{ord(character):04X}" for character in sorted(characters))

"""Cases: an id, and reviewed facts that were stated or not."""

from __future__ import annotations

import pytest

from assay.errors import InvalidRowError
from assay.records import Case, normalise_id


@pytest.mark.parametrize("name", ["", " ", "\t\n"])
def test_a_blank_id_is_refused(name: str) -> None:
    """A case needs a name."""
    with pytest.raises(InvalidRowError, match="id is blank"):
        Case(id=name)


@pytest.mark.parametrize(("one", "other"), [("b", "b "), ("caf\u00e9", "cafe\u0301"), ("7", " 7\n")])
def test_ids_that_collide(one: str, other: str) -> None:
    """Outer white space and the Unicode form do not make a second id."""
    assert normalise_id(one) == normalise_id(other)


@pytest.mark.parametrize(("one", "other"), [("a", "A"), ("a b", "a  b"), ("7", "07")])
def test_ids_that_differ(one: str, other: str) -> None:
    """Case and inner white space do."""
    assert normalise_id(one) != normalise_id(other)


def test_a_conversation_is_frozen() -> None:
    """Messages become read-only values; a text stays a text."""
    case = Case(id="1", input=({"role": "user", "content": "hi"},))
    assert hash(case) == hash(Case.from_json(case.to_json()))
    assert Case(id="1", input="hi").input == "hi"

"""A migration map: which case of an earlier golden set is which case now."""

from __future__ import annotations

import json
from pathlib import Path

from assay.errors import InputError
from assay.golden.strict_json import JsonError, StrictDecoder
from assay.records import normalise_id


def read_migration(path: str | Path) -> dict[str, str]:
    """Read a JSON object of old id to new id; ids are kept in the form in which they are compared.

    Raises:
        InputError: missing, unreadable, no object of texts, an id renamed to itself, or two old ids that become one.
    """
    file = Path(path)
    try:
        value = StrictDecoder().decode(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise InputError(f"{file}: no such file", code="missing_file", hint="check the path") from None
    except (OSError, UnicodeDecodeError, JsonError) as error:
        raise InputError(f"{file}: cannot be read: {error}", code="migration", hint=_HINT) from error
    if not isinstance(value, dict) or not all(isinstance(new, str) and new.strip() for new in value.values()):
        raise InputError(f"{file}: expected an object of old id to new id", code="migration", hint=_HINT)
    migration = {normalise_id(old): normalise_id(new) for old, new in value.items()}
    same = [old for old, new in migration.items() if old == new]
    if same:
        raise InputError(f"{file}: {same[0]!r} is mapped to itself", code="migration", hint="leave it out")
    if len(set(migration.values())) < len(migration):
        doubled = next(new for new in migration.values() if list(migration.values()).count(new) > 1)
        raise InputError(f"{file}: two old ids become {doubled!r}", code="migration", hint=_HINT)
    return migration


_HINT = f"write {json.dumps({'old-id': 'new-id'})}"

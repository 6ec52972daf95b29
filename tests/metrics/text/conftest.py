"""What several tests of text metrics need."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def hide_package(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes the import of one package fail for the rest of the test, as where it is not installed."""

    def hide(package: str) -> None:
        real = builtins.__import__

        def without(name: str, *rest: Any, **named: Any) -> Any:
            if name.partition(".")[0] == package:
                raise ImportError(name)
            return real(name, *rest, **named)

        monkeypatch.setattr(builtins, "__import__", without)

    return hide

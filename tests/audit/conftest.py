"""Runs of a small RAG application, decided and explained in one store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rag_app import CHECKS, CLAIMS, App, golden

from assay.api import Run, gate, run
from assay.api.explaining import explain
from assay.audit.triage import Diagnosis
from assay.store import Store


@dataclass
class Bench:
    """Runs, decides and explains in one store."""

    store: Store
    folder: Path

    def policy(self, text: str = CHECKS) -> Any:
        """A policy file."""
        path = self.folder / f"policy-{len(list(self.folder.iterdir()))}.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, target: Any, cases: Iterable[Any] | None = None, *, policy: str = CHECKS, **options: Any) -> Run:
        """A decided run."""
        path = self.policy(policy)
        made = run(
            list(cases) if cases is not None else golden(), target=target, policy=path, store=self.store, **options
        )
        gate(made, path)
        return made

    def explain(self, made: Run, **options: Any) -> dict[tuple[str, str], Diagnosis]:
        """The diagnoses by case and check."""
        return {(found.case_id, found.check): found for found in explain(made, **options).diagnoses}

    def app(self, **broken: Any) -> App:
        """The application, with some parts broken."""
        return App(claims=CLAIMS, **broken)


@pytest.fixture
def bench(tmp_path) -> Iterable[Bench]:
    """A store in memory and a folder for policies."""
    with Store.open(":memory:") as store:
        yield Bench(store, tmp_path)

"""Look a golden set over before it decides anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.errors import near_matches
from assay.golden.case_rules import Applies, Remark, remarks
from assay.golden.columns import ALIASES, KNOWN, side_of
from assay.golden.findings import Finding, Severity
from assay.golden.golden_set import GoldenRow, GoldenSet
from assay.golden.near_duplicates import near_duplicates
from assay.golden.unicode_rules import id_skeleton, unicode_remarks
from assay.records import InvalidInput
from assay.records.canonical import canonical_json
from assay.records.frozen import thaw
from assay.records.vocabulary import Side
from assay.text.normalise import LOOSE


def lint(golden: GoldenSet, checks: Sequence[Applies] | None = None) -> tuple[Finding, ...]:
    """Everything that makes a golden set decide less than it seems to, in the order of the file.

    Args:
        golden: the set; it is read once. The inputs and ids of all its rows are held meanwhile.
        checks: `metric.applies` of each metric that the policy asks for; without it any reviewed field counts as a check.

    Codes. Errors: every code of a row that cannot be read (`duplicate_id`, `json`, `row_fields`, …), `no_check`, `empty_list`,
    `blank_item`, `duplicate_item`, `contradiction`, `mixed_contracts`, `unreviewed` (a case that blocks), `unknown_field`
    (nearly a field of a case). Warnings: `unknown_field` (nearly one of an output), `duplicate_input`,
    `citation_without_context`, `confusable_id`, `invisible_character`, `control_character`, `replacement_character`,
    `mojibake`, `mixed_script`, `mixed_normal_forms`. Infos: `near_duplicate_input`, `sparse`, `not_nfc`.

    Raises:
        InputError: the file cannot be read at all.

    >>> from assay.golden import from_rows
    >>> [finding.code for finding in lint(from_rows([{"id": "a", "input": "Why?", "reviewed": "qa"}]))]
    ['no_check']
    """
    survey = _Survey()
    findings = [finding for row in golden for finding in survey.look(row, checks)]
    return (*findings, *survey.whole())


@dataclass(slots=True)
class _Place:
    where: str
    case_id: str


@dataclass(slots=True)
class _Survey:
    """What has to be remembered of the rows to compare them with each other."""

    inputs: dict[str, _Place] = field(default_factory=dict)
    skeletons: dict[str, _Place] = field(default_factory=dict)
    contracts: dict[str | None, _Place] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    unreviewed: list[_Place] = field(default_factory=list)
    reviewed: bool = False

    def look(self, row: GoldenRow | InvalidInput, checks: Sequence[Applies] | None) -> Iterator[Finding]:
        """What is to be said about a row when it is met."""
        if isinstance(row, InvalidInput):
            yield Finding(
                code=row.code, severity=Severity.ERROR, message=row.reason, where=row.where, case_id=row.case_id
            )
            return
        place = _Place(row.where, row.case.id)
        self.contracts.setdefault(row.case.contract, place)
        self.reviewed = self.reviewed or row.case.reviewed is not None
        if row.case.blocking and row.case.reviewed is None:
            self.unreviewed.append(place)
        for rule in (remarks(row.case, checks), unicode_remarks(row.case), self._against_others(row, place)):
            yield from (_finding(remark, place) for remark in rule)

    def whole(self) -> Iterator[Finding]:
        """What can only be said when all rows are known."""
        yield from self._near_inputs()
        yield from self._reviews()
        if len(self.contracts) > 1:
            listing = "; ".join(
                f"{'none' if contract is None else repr(contract)} first at {place.where}"
                for contract, place in self.contracts.items()
            )
            message = f"the cases are under {len(self.contracts)} contract versions: {listing}"
            yield Finding(code="mixed_contracts", severity=Severity.ERROR, message=message)

    def _against_others(self, row: GoldenRow, place: _Place) -> Iterator[Remark]:
        given = row.case.input
        text = LOOSE(given if isinstance(given, str) else canonical_json(thaw(given)))
        other = self.inputs.setdefault(text, place) if text else place
        if other is not place:
            yield "duplicate_input", Severity.WARNING, f"the input is that of case {other.case_id!r} ({other.where})"
        twin = self.skeletons.setdefault(id_skeleton(row.case.id), place)
        if twin is not place:
            yield "confusable_id", Severity.WARNING, f"the id looks like {twin.case_id!r} ({twin.where})"
        for name in row.case.extra.keys() - self.unknown - KNOWN:
            self.unknown.add(name)
            if near := near_matches(name, KNOWN | ALIASES.keys()):
                meant = " or ".join(map(repr, near))
                severity = Severity.ERROR if any(map(_is_of_case, near)) else Severity.WARNING
                yield "unknown_field", severity, f"field {name!r} is not known; was {meant} meant?"

    def _near_inputs(self) -> Iterator[Finding]:
        places = list(self.inputs.values())
        for one, two, similarity in near_duplicates(list(self.inputs)):
            message = (
                f"the input is nearly that of case {places[one].case_id!r} ({places[one].where}): {similarity:.0f} %"
            )
            yield _finding(("near_duplicate_input", Severity.INFO, message), places[two])

    def _reviews(self) -> Iterator[Finding]:
        if self.unreviewed and not self.reviewed:
            message = f"none of the {len(self.unreviewed)} blocking cases says who reviewed it"
            yield Finding(code="unreviewed", severity=Severity.ERROR, message=message)
            return
        message = "the case blocks and nobody is named who reviewed it"
        yield from (_finding(("unreviewed", Severity.ERROR, message), place) for place in self.unreviewed)


def _is_of_case(name: str) -> bool:
    """Whether a field, or another tool's name of one, is reviewed in a case: mistyped, a check is lost in silence."""
    return side_of(ALIASES.get(name, name)) is Side.CASE


def _finding(remark: Remark, place: _Place) -> Finding:
    code, severity, message = remark
    return Finding(code=code, severity=severity, message=message, where=place.where, case_id=place.case_id)

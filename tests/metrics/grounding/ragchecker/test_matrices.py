"""The arithmetic of the claim matrices: worked values and the two sum laws."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices

T, F = True, False
EXAMPLE = ClaimMatrices(
    right=(T, T, F, F, F),
    told=(T, F, T),
    said_in=((T, F, F), (F, F, F), (T, F, F), (F, T, F), (F, F, F)),
    wanted_in=((T, F, F), (F, F, F), (T, F, T)),
)
"""Five answer claims, three reference claims, three chunks; chunks 1 and 3 are relevant."""


def test_each_flag_of_an_example() -> None:
    """Worked by hand."""
    assert EXAMPLE.relevant == (T, F, T)
    assert EXAMPLE.recalled == (T, F, T)
    assert EXAMPLE.utilised == (T, None, T)
    assert EXAMPLE.faithful == (T, F, T, T, F)
    assert EXAMPLE.relevant_noise == (F, F, T, F, F)
    assert EXAMPLE.irrelevant_noise == (F, F, F, T, F)
    assert EXAMPLE.hallucinated == (F, F, F, F, T)
    assert EXAMPLE.self_known == (F, T, F, F, F)


def test_a_claim_in_both_kinds_of_chunk_is_relevant_noise_only() -> None:
    """A relevant chunk wins."""
    both = ClaimMatrices(right=(F,), said_in=((T, T),), wanted_in=((T, F),))
    assert (both.relevant_noise, both.irrelevant_noise) == ((T,), (F,))


def test_without_chunks_nothing_is_supported() -> None:
    """Every wrong claim is a hallucination, every right one self-knowledge."""
    bare = ClaimMatrices(right=(T, F), said_in=((), ()), wanted_in=((),))
    assert (bare.faithful, bare.self_known, bare.hallucinated) == ((F, F), (T, F), (F, T))
    assert bare.relevant == ()
    assert bare.recalled == (F,)


@st.composite
def matrices(draw: st.DrawFn) -> ClaimMatrices:
    said, wanted, chunks = (draw(st.integers(low, 5)) for low in (1, 1, 0))
    row = st.lists(st.booleans(), min_size=chunks, max_size=chunks).map(tuple)
    table = [st.lists(row, min_size=count, max_size=count).map(tuple) for count in (said, wanted)]
    flags = [st.lists(st.booleans(), min_size=count, max_size=count).map(tuple) for count in (said, wanted)]
    return ClaimMatrices(right=draw(flags[0]), told=draw(flags[1]), said_in=draw(table[0]), wanted_in=draw(table[1]))


def share(flags: tuple[bool, ...]) -> Fraction:
    return Fraction(sum(flags), len(flags))


@given(matrices())
def test_both_laws(found: ClaimMatrices) -> None:
    """precision + noise (relevant) + noise (irrelevant) + hallucination = 1 = faithfulness + self-knowledge + hallucination."""
    hallucination = share(found.hallucinated)
    noise = share(found.relevant_noise) + share(found.irrelevant_noise)
    assert share(found.right) + noise + hallucination == 1
    assert share(found.faithful) + share(found.self_known) + hallucination == 1

"""The two wordings of response groundedness."""

from __future__ import annotations

from assay.metrics.dual_rating import Rating
from assay.records.prompt import Prompt

GROUNDEDNESS = Prompt(
    name="response_groundedness",
    version="1",
    instruction="""\
Rate how far the passages support the answer.
0: nothing that the answer asserts is supported, or the passages contradict its main assertion.
1: a part of what it asserts is supported, another part is not.
2: everything that it asserts is supported.
Use only the passages, not what you know. Give the reason first, in one sentence.""",
    inputs=("passages", "answer"),
    reply=Rating,
    verdict="rating",
)

VERIFIABILITY = Prompt(
    name="response_verifiability",
    version="1",
    instruction="""\
An editor prints an answer only where the passages prove it. How much of the answer would the editor keep?
2: all of it; each assertion can be shown in the passages.
1: some assertions; others would be struck out for want of proof.
0: none; or the passages say the opposite of what the answer mainly asserts.
Give the reason first, in one sentence that names what is proved or not.""",
    inputs=("passages", "answer"),
    reply=Rating,
    verdict="rating",
)

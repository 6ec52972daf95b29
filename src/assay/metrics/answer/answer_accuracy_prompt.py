"""The two wordings of answer accuracy; the second is asked with the roles of the two texts exchanged."""

from __future__ import annotations

from assay.metrics.dual_rating import Rating
from assay.records.prompt import Prompt

ACCURACY = Prompt(
    name="answer_accuracy",
    version="1",
    instruction="""\
Rate how far `answer` agrees with `reference`, the right answer to the question.
0: it contradicts the reference in what the question asks, or says nothing of it.
1: it holds a part of what the reference says in reply to the question, or holds it with an error.
2: it says all that the reference says in reply to the question, in whatever words. What it adds may not contradict the reference.
Give the reason first, in one sentence.""",
    inputs=("question", "reference", "answer"),
    reply=Rating,
    verdict="rating",
)

EQUIVALENCE = Prompt(
    name="answer_equivalence",
    version="1",
    instruction="""\
Two people answered the same question. Would somebody who relies on `one` be told the same by `other`?
2: yes, in everything that the question asks, however it is put.
1: in part; one of the two leaves out or changes something that the question asks for.
0: no; they contradict each other in what the question asks, or one of them does not answer it.
Neither is known to be right. Give the reason first, in one sentence.""",
    inputs=("question", "one", "other"),
    reply=Rating,
    verdict="rating",
)

"""Sentences, tokens, normalisation and quotation matching. Pure."""

from assay.text.lcs import lcs_length
from assay.text.normalise import CANONICAL, EXACT, LOOSE, STATED, Normalisation, align, is_blank
from assay.text.polarity import Polarity, contradicts, negation_words, number_words, polarity
from assay.text.quotes import Found, Quotation, find_phrase, find_quote, quotations
from assay.text.sentences import SPLITTERS, sentence_spans, sentences
from assay.text.tokens import canonical_number, content_tokens, primary_language, word_spans, words

__all__ = [
    "CANONICAL",
    "EXACT",
    "LOOSE",
    "SPLITTERS",
    "STATED",
    "Found",
    "Normalisation",
    "Polarity",
    "Quotation",
    "align",
    "canonical_number",
    "content_tokens",
    "contradicts",
    "find_phrase",
    "find_quote",
    "is_blank",
    "lcs_length",
    "negation_words",
    "number_words",
    "polarity",
    "primary_language",
    "quotations",
    "sentence_spans",
    "sentences",
    "word_spans",
    "words",
]

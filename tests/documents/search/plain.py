"""BM25 by its definition (Robertson and Zaragoza 2009, section 3.2), with Lucene's idf, k1 = 1.2 and b = 0.75."""

import math
from collections.abc import Mapping, Sequence

from documents.search.analysis import PLAIN, language_field, words_in
from documents.search.queries import Clause
from documents.search.texts import IndexedText

Scores = dict[str, float]  # of the documents that fit, by their keys


def scored(texts: Mapping[str, Sequence[str]], words: Sequence[str]) -> Scores:
    """Of a word, or of words that follow each other, whose idf is the sum of theirs; texts are lists of words."""
    mean = sum(map(len, texts.values())) / max(1, len(texts))
    idf = sum(_idf(sum(word in text for text in texts.values()), len(texts)) for word in words)
    found = {key: _times(text, words) for key, text in texts.items()}
    return {
        key: idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * len(texts[key]) / mean))
        for key, times in found.items()
        if times
    }


def _idf(having: int, all_of_them: int) -> float:
    return math.log(1 + (all_of_them - having + 0.5) / (having + 0.5))


def _times(text: Sequence[str], words: Sequence[str]) -> int:
    return sum(text[start : start + len(words)] == words for start in range(len(text)))


def searched(documents: Sequence[IndexedText], clauses: Sequence[Clause]) -> Scores:
    """The ids of the documents that fit, with their scores."""
    found = [(one, _of_clause(documents, one)) for one in clauses]
    must = [scores for one, scores in found if one.occurs == "must"]
    may = [scores for one, scores in found if one.occurs == "may"]
    never = [scores for one, scores in found if one.occurs == "not"]
    free = not may or any(one.occurs == "must" and one.kind != "date" for one in clauses)
    return {
        key: sum(scores.get(key, 0.0) for scores in (*must, *may))
        for key in (one.docid for one in documents)
        if all(key in scores for scores in must)
        and not any(key in scores for scores in never)
        and (free or any(key in scores for scores in may))
    }


def _of_clause(documents: Sequence[IndexedText], clause: Clause) -> Scores:
    if clause.kind == "date":
        dated = [one for one in documents if one.day]
        return {one.docid: 0.0 for one in dated if clause.first <= one.day <= clause.last}
    if clause.kind == "id":
        begin = clause.text.removesuffix("*")
        fits = str.startswith if clause.text.endswith("*") else str.__eq__
        return {one.docid: 1.0 for one in documents if fits(one.docid, begin)}
    if clause.kind == "title":
        titles = {one.docid: words_in(PLAIN, one.title) for one in documents}
        return _words(titles, words_in(PLAIN, clause.text))
    total: Scores = {}
    for language in {language_field(one.language) for one in documents}:
        texts = {
            one.docid: words_in(language, one.text) if language_field(one.language) == language else []
            for one in documents
        }
        for key, score in _words(texts, words_in(language, clause.text)).items():
            total[key] = total.get(key, 0.0) + score
    return total


def _words(texts: Mapping[str, Sequence[str]], words: Sequence[str]) -> Scores:
    return scored(texts, words) if words else {}

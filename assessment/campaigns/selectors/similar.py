"""Questions that are equal or nearly so, by the words that they share.

The measure is the share of words that two questions have in common of all words in either (Jaccard's coefficient of
their sets of words, without regard to capitals, punctuation, order and repeats): equal at 1, nearly equal from .8. In a
track with series the targets, too, are that much alike. Only questions that share one of their rarest words are held
against each other: two sets that are alike to .8 must share one of the n // 5 + 1 rarest of n words, whatever the order
in which words count as rare, so that none is missed. Questions that share too little by their numbers of words alone are
passed over together, as those of one template have their words in common.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from assessment.campaigns.models import Campaign, Candidate, CandidateQuestion, CandidateState
from assessment.people.models import Account
from scoring.formats.folding import fold_label

MOST = 20_000  # questions of a campaign that are compared; of a whole corpus none are
MOST_PAIRS = 200  # that are told at once: n questions that are alike make n * (n - 1) / 2
_MOST_COMPARED = (
    200_000  # a second or so; only questions made from templates or from few words come to as many
)
MOST_ALIKE = 20  # that are told of one
_LEAST, _OF = 4, 5  # from this share on two questions are nearly equal
_WORD = re.compile(r"\w+")
_Sizes = tuple[int, int]  # how many of a question's words come from one on, and how many it has


class Asked(NamedTuple):
    """A question as it is compared."""

    text: str
    target: str = ""  # of its series
    language: str = ""  # those of other languages are no repeats


class Pair(NamedTuple):
    """Two questions that are alike, by their keys."""

    one: str
    other: str
    is_equal: bool


class Words(NamedTuple):
    """The words of a question and of its target, each once."""

    text: frozenset[str]
    target: frozenset[str]
    language: str

    @property
    def all(self) -> list[tuple[str, str]]:
        """Both together, those of the target apart."""
        return [*(("", word) for word in self.text), *(("target", word) for word in self.target)]

    def is_alike(self, other: "Words") -> bool:
        """Whether text and target are nearly those of another."""
        same = self.language == other.language
        return same and _are_alike(self.text, other.text) and _are_alike(self.target, other.target)


class SimilarQuestions:
    """Questions by key, made ready to be looked for. Their words are ordered from the rarest on."""

    def __init__(self, questions: Mapping[str, Asked]) -> None:
        self._words = {key: words_of(asked) for key, asked in questions.items()}
        self.compared = 0  # how many were held against one that was looked for

    @cached_property
    def _frequency(self) -> Counter[tuple[str, str]]:
        return Counter(word for words in self._words.values() for word in words.all)

    @cached_property
    def _by_word(self) -> Mapping[tuple[str, str], Mapping[_Sizes, list[str]]]:
        found: defaultdict[tuple[str, str], defaultdict[_Sizes, list[str]]]
        found = defaultdict(lambda: defaultdict(list))
        for key, words in self._words.items():
            size = len(words.all)
            for place, word in enumerate(self._rarest(words)):
                found[word][size - place, size].append(key)
        return found

    def _rarest(self, words: Words) -> list[tuple[str, str]]:
        """Of which it must share one with whatever is like it."""
        ordered = sorted(words.all, key=lambda word: (self._frequency[word], word))
        return ordered[: len(ordered) // 5 + 1]

    def like(self, asked: Asked, besides: str = "") -> list[tuple[str, bool]]:
        """The keys of those that are like a question, and whether they are equal to it; not the one of a key itself."""
        words = words_of(asked)
        near = self._near(words, len(words.all), besides)
        self.compared += len(near)
        return [(key, self._words[key] == words) for key in near if words.is_alike(self._words[key])]

    def _near(self, words: Words, size: int, besides: str) -> list[str]:
        """Those that may share enough words: by the first that they share, and by how many come after it in both."""
        near: set[str] = set()
        for place, word in enumerate(self._rarest(words)):
            for (left, other), keys in self._by_word.get(word, {}).items():
                if (_LEAST + _OF) * min(size - place, left) >= _LEAST * (size + other):
                    near.update(keys)
        return sorted(near - {besides})


def words_of(asked: Asked) -> Words:
    """The words by which a question is compared."""
    return Words(_words(asked.text), _words(asked.target), asked.language)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold_label(text)))


def _are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether they share that much; two without words do."""
    shared = len(one & other)
    return _OF * shared >= _LEAST * (len(one) + len(other) - shared)


def similar_pairs(questions: Mapping[str, Asked], new: Iterable[str]) -> tuple[list[Pair], bool]:
    """Pairs of which one at least is new, each once, in the order of the new ones; whether these are all.

    They are not where there are more than MOST_PAIRS, or where looking for all would take too long.
    """
    index = SimilarQuestions(questions)
    found: list[Pair] = []
    done: set[str] = set()
    for key in new:
        if index.compared > _MOST_COMPARED or len(found) > MOST_PAIRS:
            return found[:MOST_PAIRS], False
        like = index.like(questions[key], besides=key)
        found += [Pair(key, other, is_equal) for other, is_equal in like if other not in done]
        done.add(key)
    return found[:MOST_PAIRS], len(found) <= MOST_PAIRS


def asked_in(campaign: Campaign) -> dict[str, Asked]:
    """The questions of a campaign by id; of those asked in several pairs of languages, one for each of their own.

    Where the questions of a series are what is done with one topic, each with its words, one of them stands for all.
    None of a campaign that has more than MOST.
    """
    if campaign.questions.count() > MOST:
        return {}
    rows = campaign.questions.in_order().values_list(
        "qid", "text", "series__key", "series__target", "source_lang"
    )
    found: dict[tuple[str, str], tuple[str, Asked]] = {}
    for qid, text, series, target, language in rows:
        topic = series if text == target else qid
        asked = Asked(text, target or "", language)
        found.setdefault((qid.partition(":")[0] if language else topic, language), (qid, asked))
    return dict(found.values())


class Alike(NamedTuple):
    """A question that is like one of a candidate."""

    text: str
    qid: str  # of the campaign; else empty
    candidate: int  # the key of the candidate; else 0
    is_equal: bool


class Repeats:
    """The questions of a campaign and its candidates, made ready to say which of a candidate's repeat them.

    Candidates that were rejected, and what accepted ones became, are not among them. A `reader` who does not run the
    campaign is told of their own candidates alone. Of more than MOST in all none are.
    """

    def __init__(self, campaign: Campaign, reader: Account | None = None) -> None:
        rows = CandidateQuestion.objects.filter(candidate__campaign=campaign, reason="", question=None)
        rows = rows.exclude(candidate__state=CandidateState.REJECTED)
        rows = rows.filter(candidate__entered_by=reader) if reader else rows
        questions = {} if reader else asked_in(campaign)
        if rows.count() + len(questions) > MOST:
            rows, questions = rows.none(), {}
        self._asked = {f"q{qid}": one for qid, one in questions.items()}
        self._owners: dict[str, int] = {}
        columns = ("pk", "candidate_id", "text", "candidate__target", "language")
        for pk, owner, text, target, language in rows.order_by("pk").values_list(*columns):
            self._asked[f"c{pk}"], self._owners[f"c{pk}"] = Asked(text, target, language), owner
        self._index = SimilarQuestions(self._asked)

    def among(self, texts: Iterable[str], language: str) -> tuple[list[tuple[str, str, bool]], bool]:
        """Pairs of new texts with each other and with what is asked already, and whether these are all."""
        new = {f"n{place}": Asked(text, "", language) for place, text in enumerate(texts)}
        asked = self._asked | new
        pairs, is_all = similar_pairs(asked, new)
        return [(asked[pair.one].text, asked[pair.other].text, pair.is_equal) for pair in pairs], is_all

    def alike(self, candidate: Candidate, question: CandidateQuestion) -> list[Alike]:
        """The first that are like one of a candidate's questions, equal ones first, in the candidate itself too."""
        wanted = Asked(question.text, candidate.target, question.language)
        like = self._index.like(wanted, besides=f"c{question.pk}")
        return [
            Alike(
                self._asked[key].text,
                "" if key in self._owners else key[1:],
                self._owners.get(key, 0),
                is_equal,
            )
            for key, is_equal in sorted(like, key=lambda one: not one[1])[:MOST_ALIKE]
        ]

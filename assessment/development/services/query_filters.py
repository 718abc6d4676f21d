"""Which queries of a log look like questions: filters after Kwiatkowski et al., Natural Questions (TACL 2019), section 3.1.

Theirs went by a tagger and by a list of noun phrases that nobody has but they. Here 1a and 2 go by closed lists of words,
1b by endings and a list of irregular verbs: it errs with verbs that look like nouns, and with nouns that look like verbs.
3, 4 and 5 need a tagger, so that a file has to say for itself which of its queries they match.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from assessment.shared.say import sentence

Words = list[str]


def _words(written: str) -> frozenset[str]:
    return frozenset(written.split())


_WHO_WHEN_WHERE = _words("who when where")
_BE = _words("am are is was were")
_HAVE = _words("has have had")
_DO_OR_MODAL = _words("do does did can could may might must shall should will would")
_NO_VERBS = _words(
    "a an and at by for from her his in it its my no of on or our that the their these this those to we with you your"
)
# Past participles and infinitives that no ending gives away, and nouns that one would take for verbs.
_IRREGULAR = _words(
    """
    become begin begun born bought bring brought broke broken built buy call came caught choose chosen come
    cut die do done draw drawn eat eaten fall fallen fell find found fought gave get give given go gone got
    grew grow grown held hold keep kept know known last lead led left live lose lost made make mean meant
    met paid play put ran rise rose run said sang sat saw say seen sell sent set shot sing sold spent spoken
    stand start stay stood stop sung take taken taught tell think thought threw thrown told took turn use
    wear went win won work worn write written wrote
    """
)
_NOUNS = _words(
    """
    bed beginning building ceiling during evening feed feeling hundred king meaning meeting morning nothing
    red ring seed something speed spring string thing united wedding wing
    """
)
_ENDING = re.compile(r"[a-z]{2,}(?:ed|ing)")


class QueryFilter(NamedTuple):
    """A filter: its name in the paper, what it asks for, and whether the words of a query fit."""

    name: str
    says: str
    fits: Callable[[Words], bool]


def _is_verb(word: str) -> bool:
    return word in _IRREGULAR or bool(_ENDING.fullmatch(word) and word not in _NOUNS)


def _does(words: Words) -> bool:
    return words[0] in _WHO_WHEN_WHERE and words[1:2] != [] and words[1] in _DO_OR_MODAL


def _is_with_verb(words: Words) -> bool:
    return (
        words[0] in _WHO_WHEN_WHERE
        and words[1:2] != []
        and words[1] in _BE | _HAVE
        and any(map(_is_verb, words[2:]))
    )


def _who_acts(words: Words) -> bool:
    return words[0] == "who" and words[1:2] != [] and words[1] not in _BE | _NO_VERBS


FILTERS: Mapping[str, QueryFilter] = MappingProxyType(
    {
        one.name: one
        for one in (
            QueryFilter("1a", sentence("who, when or where, then a form of do or a modal verb"), _does),
            QueryFilter(
                "1b",
                sentence("who, when or where, then a form of be or have, and a verb later"),
                _is_with_verb,
            ),
            QueryFilter("2", sentence("who, then a verb that is no form of be"), _who_acts),
        )
    }
)
# What only a file can say of its queries.
TAGGED: Mapping[str, str] = MappingProxyType(
    {
        "3": sentence("several entities, with an adjective, adverb, verb or determiner"),
        "4": sentence("a categorical noun phrase after a preposition or relative clause"),
        "5": sentence("a categorical noun phrase at the end, without preposition or relative clause"),
    }
)


def fitting(text: str) -> tuple[str, ...]:
    """The names of the filters that a query fits."""
    words = text.lower().split()
    return tuple(name for name, one in FILTERS.items() if words and one.fits(words))

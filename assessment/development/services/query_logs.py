"""Queries of a log that become candidates: which ones look like questions, and a sample of them, drawn by a seed.

A line is a query; after a tab may stand how many people asked it (without: it counts as often as it stands in the log),
and after another tab the names of the filters that a tagger found it to fit, as in `3,5`.
"""

import random
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from assessment.campaigns.models import Campaign, CandidateQuestion
from assessment.campaigns.services.candidates import enter_candidate
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.source_files import SourceFile
from assessment.development.services.query_filters import FILTERS, TAGGED, fitting
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say
from scoring.formats.folding import fold_label
from scoring.formats.problems import Problems
from scoring.patterns.dialect import PatternError
from scoring.patterns.files import Pattern, TooSlow
from scoring.patterns.matching import Task, found_in

LEAST_WORDS = 8  # Kwiatkowski et al. 2019, section 3.1
LEAST_PEOPLE = 2  # "by multiple users"
ENTERED = "query_log:entered"  # of the event that keeps what a log came to
TOP = 5  # documents found among which the page of a query has to be
_LONGEST = 1000  # characters of a query


class Query(NamedTuple):
    """A query, how many people asked it, and the filters that it fits."""

    text: str
    people: int
    fits: tuple[str, ...] = ()


class Wanted(NamedTuple):
    """Which queries of a log are wanted. `own`: patterns by the names that somebody gives to filters of their own."""

    filters: Sequence[str] = (*FILTERS, *TAGGED)
    own: Mapping[str, str] = {}
    words: int = LEAST_WORDS
    people: int = LEAST_PEOPLE

    @property
    def names(self) -> list[str]:
        """All its filters."""
        return [*self.filters, *self.own]


class Count(NamedTuple):
    """How many queries fit a filter, and how many fit no other; an example."""

    name: str
    says: str  # what it asks for; of somebody's own its pattern
    queries: int
    alone: int
    example: str


class Log(NamedTuple):
    """What a log comes to: different queries, those long and frequent enough, and of these those that fit a filter."""

    queries: int
    considered: int
    fitting: tuple[Query, ...]
    counts: tuple[Count, ...]

    @property
    def counted(self) -> dict[str, Any]:
        """How many there are of each, without the queries."""
        counts = [one._asdict() for one in self.counts]
        numbers = {"queries": self.queries, "considered": self.considered, "fitting": len(self.fitting)}
        return {**numbers, "counts": counts}


def read_log(file: SourceFile, wanted: Wanted) -> Log:
    """The queries of a log that are wanted, in the order of their texts. FileRefused lists lines that cannot be read."""
    _check(wanted)
    read = _queries(file)
    considered = sorted(
        one for one in read.values() if len(one.text.split()) >= wanted.words and one.people >= wanted.people
    )
    matched = _with_own(considered, wanted.own)
    names = set(wanted.names)
    kept = [one._replace(fits=tuple(name for name in one.fits if name in names)) for one in matched]
    found = tuple(one for one in kept if one.fits)
    return Log(len(read), len(considered), found, tuple(_counts(found, wanted)))


def drawn(log: Log, sample: int, seed: int) -> list[Query]:
    """A sample of the queries that fit, in the order in which it was drawn: the same for the same log and seed."""
    refuse_less(sample)
    size = min(sample, len(log.fitting))
    return random.Random(seed).sample(log.fitting, size)


def not_entered(campaign: Campaign, queries: Iterable[Query]) -> list[Query]:
    """Those queries that no candidate of the campaign asks, in whichever state it is."""
    rows = CandidateQuestion.objects.filter(candidate__campaign=campaign)
    asked = {fold_label(text) for text in rows.values_list("text", flat=True)}
    return [one for one in queries if fold_label(one.text) not in asked]


def language_of_queries(campaign: Campaign) -> str:
    """That of the campaign, where its questions name theirs."""
    language = campaign.language.upper()
    return language if language in campaign.track.languages else ""


def own_filters(given: Iterable[str]) -> dict[str, str]:
    """Patterns by name from lines of `NAME=PATTERN`; empty ones are passed over."""
    named: dict[str, str] = {}
    for name, equals, pattern in (one.strip().partition("=") for one in given if one.strip()):
        if not (name and equals and pattern):
            raise Refused(
                say("A filter of your own has a name and a pattern."), "filter_unnamed", "NAME=PATTERN"
            )
        if name in named:
            raise Refused(
                say("{name} is the name of another filter.", name=name),
                "filter_taken",
                say("Give yours another name."),
            )
        named[name] = pattern
    return named


def refuse_less(number: int, least: int = 0) -> None:
    """Refuse a number that is less than it may be."""
    if number < least:
        raise Refused(
            say('"{value}" is not a whole number of at least {least}.', value=str(number), least=least),
            "number_invalid",
        )


def refuse_series(campaign: Campaign) -> None:
    """Refuse where questions stand in series, for which a log has no targets."""
    if campaign.track.series_rules:
        raise Refused(
            say("Queries of a log become questions outside of series. Nothing was changed."),
            "query_log_series",
            say("Write series as candidates."),
        )


@transaction.atomic
def enter_queries(
    *,
    campaign: Campaign,
    queries: Iterable[tuple[Query, str]],
    source: str,
    by: Account | None,
    type: str = "",
    counted: Mapping[str, Any] | None = None,
) -> int:
    """Make each query with its page, or an empty text, a candidate of its own; how many. Those asked already stay one.

    `type` is that of the questions; empty: the first of the track. They are in the language of the campaign. What the log
    came to (`Log.counted`) is kept in the log of events, for the report.
    """
    refuse_series(campaign)
    lock_campaign(
        campaign
    )  # of two that enter the same log at once the second finds the candidates of the first
    pages = dict(queries)
    track = campaign.track
    about = DraftQuestion(
        type=type or next(iter(track.entered_types)),
        text="",
        source=source,
        language=language_of_queries(campaign),
    )
    entered = 0
    for query in not_entered(campaign, pages):
        draft = Draft([about._replace(text=query.text, page=pages[query])])
        enter_candidate(campaign=campaign, draft=draft, by=by)
        entered += 1
    if counted:
        record_event(by=by, campaign=campaign, verb=ENTERED, subject=source, **counted, entered=entered)
    return entered


def _check(wanted: Wanted) -> None:
    refuse_less(wanted.words)
    refuse_less(wanted.people)
    known = {**FILTERS, **TAGGED}
    for name in wanted.filters:
        if name not in known:
            raise Refused(
                say("There is no filter {name}.", name=name[:60]),
                "filter_unknown",
                say("Choose among: {names}.", names=", ".join(known)),
            )
    for name in wanted.own:
        if name in known:
            raise Refused(
                say("{name} is the name of another filter.", name=name),
                "filter_taken",
                say("Give yours another name."),
            )


def _queries(file: SourceFile) -> dict[str, Query]:
    """The different queries by their text, which is without capitals and further blanks."""
    problems, found = Problems(file.name), dict[str, Query]()
    with file.open() as lines:
        for number, line in enumerate(lines, 1):
            try:
                query = _query(line.decode())
            except ValueError:
                problems.add(
                    number,
                    "query_line",
                    say("The line is no query."),
                    say(
                        "Write the query in UTF-8, and after tabs, if they are known, the number of people "
                        "who asked it and the filters that it fits."
                    ),
                )
                continue
            if query:
                before = found.get(query.text, Query(query.text, 0))
                fits = tuple(dict.fromkeys((*before.fits, *query.fits)))
                found[query.text] = Query(query.text, before.people + query.people, fits)
    if problems:
        raise FileRefused(
            say("The log has lines that are no queries. Nothing was changed."), problems.listed()
        )
    return found


def _query(line: str) -> Query | None:
    """A line; None for an empty one, ValueError for what is none."""
    written, people, tagged = (line.rstrip("\r\n") + "\t\t").split("\t")[:3]
    text, names = " ".join(written.lower().split()), tagged.replace(",", " ").split()
    is_sound = (
        not any(unicodedata.category(character) == "Cc" for character in text)
        and len(text) <= _LONGEST
        and line.count("\t") < 3
        and set(names) <= set(TAGGED)
    )
    if not is_sound or (people and not people.isdecimal()):
        raise ValueError(line)
    return Query(text, int(people or 1), (*fitting(text), *names)) if text else None


def _with_own(queries: Sequence[Query], own: Mapping[str, str]) -> Sequence[Query]:
    """The queries with somebody's own filters among those that they fit; Refused where a pattern is none, or endless."""
    if not own:
        return queries
    patterns = [Pattern(name, expression) for name, expression in own.items()]
    try:
        (found,) = found_in([Task(patterns, [one.text for one in queries])])
    except TooSlow as error:
        raise Refused(error.message, "pattern_slow", error.hint) from None
    except PatternError as error:
        raise Refused(str(error), "pattern_invalid") from None
    names = list(own)
    return [
        one._replace(fits=(*one.fits, *(names[place] for place in places)))
        for one, places in zip(queries, found, strict=True)
    ]


def _counts(queries: Sequence[Query], wanted: Wanted) -> Iterator[Count]:
    says = {name: one.says for name, one in FILTERS.items()} | dict(TAGGED) | dict(wanted.own)
    for name in wanted.names:
        having = [one for one in queries if name in one.fits]
        alone = sum(len(one.fits) == 1 for one in having)
        yield Count(name, says[name], len(having), alone, having[0].text if having else "")

"""All tables of an overview, in the order of a paper."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scoring.overview import agreement, annotated, leaderboards, pools, questions
from scoring.overview.scored import Scored
from scoring.overview.tables import Table

One = Callable[[Scored], Table | None]
Several = Callable[[Scored], Iterator[Table]]


class Theme(NamedTuple):
    """Tables that belong together."""

    name: str
    title: str
    one: Sequence[One] = ()
    several: Sequence[Several] = ()


class Part(NamedTuple):
    """A theme with the tables that an evaluation has of it; there is at least one."""

    name: str
    title: str
    tables: Sequence[Table]


THEMES = (
    Theme(
        "runs",
        "Runs",
        (leaderboards.by_task, leaderboards.by_each_length),
        (
            leaderboards.top_ten,
            leaderboards.best_of_teams,
            leaderboards.all_runs,
            leaderboards.by_length,
            leaderboards.by_type,
        ),
    ),
    Theme(
        "annotations",
        "Annotations",
        (
            annotated.flow,
            annotated.votes,
            annotated.popular,
            annotated.precision,
            annotated.by_mu,
            annotated.systems,
            annotated.both_answers,
            annotated.by_kind,
            annotated.who_annotated,
        ),
    ),
    Theme(
        "questions",
        "Questions",
        (
            questions.by_type,
            questions.by_source,
            questions.by_target_type,
            questions.by_pair,
            questions.in_series,
            questions.list_answers,
            questions.lists,
            questions.nil_questions,
            questions.nil_runs,
            questions.questions,
        ),
    ),
    Theme("judging", "Pools and judging", (pools.pools, pools.judged_by, pools.time_by_type)),
    Theme(
        "agreement",
        "Agreement of assessors",
        (agreement.coefficients, agreement.decisions, agreement.by_question),
    ),
)


def parts(scored: Scored) -> list[Part]:
    """The themes that there is something of."""
    found = (Part(one.name, one.title, list(_tables(one, scored))) for one in THEMES)
    return [part for part in found if part.tables]


def _tables(theme: Theme, scored: Scored) -> Iterator[Table]:
    for make in theme.one:
        if table := make(scored):
            yield table
    for each in theme.several:
        yield from each(scored)

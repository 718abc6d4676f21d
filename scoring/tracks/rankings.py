"""Runs that rank documents and answer nothing, beside runs of answers: `Track.ranking` names the type of question they are for.

That a run is one is seen from its file, and kept with what its team declared. It is asked the questions of that type alone, so
that it has no score of any other, and its responses are pooled to a depth of their own (setting `ranking_depth`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

from scoring.records import Question, Run, Topics

HOLDS, RANKING = "holds", "ranking"  # under which a run's declaration keeps it, and how
DECLARED: Mapping[str, str] = MappingProxyType({HOLDS: RANKING})
DEPTH = "ranking_depth"  # the setting of how many documents of a ranking are pooled


class Ranked(Protocol):
    """A track, as far as runs that only rank go."""

    @property
    def ranking(self) -> str: ...
    def questions_of(self, run_id: str, topics: Topics) -> tuple[Question, ...]: ...


def only_ranks(declared: Mapping[str, str]) -> bool:
    """Whether a run holds no answers, by what is kept with its declaration."""
    return declared.get(HOLDS) == RANKING


def asked_of(track: Ranked, run: Run, topics: Topics) -> tuple[Question, ...]:
    """The questions that a run answers: those of its pair of languages, and of its type where it only ranks."""
    asked = track.questions_of(run.run_id, topics)
    if not only_ranks(dict(run.declared)):
        return asked
    return tuple(question for question in asked if question.type == track.ranking)


def depth_of(declared: Mapping[str, str], settings: Mapping[str, Any], depth: int | None) -> int | None:
    """Down to which rank a run is pooled that would be to `depth` (None: whole) if it held answers."""
    most = settings.get(DEPTH) if only_ranks(declared) else None
    return min((one for one in (depth, most) if one is not None), default=None)


def known_of(run: Run, found: Mapping[str, str]) -> Run:
    """A run with what its file told of what it holds, whatever else was noted of that."""
    holds = DECLARED if only_ranks(found) else {}
    return run._replace(declared=(*by_its_team(dict(run.declared)).items(), *holds.items()))


def by_its_team(declared: Mapping[str, str]) -> dict[str, str]:
    """What is kept with a run's declaration, without what its file told: another file of the run tells that anew."""
    return {name: answer for name, answer in declared.items() if name != HOLDS}

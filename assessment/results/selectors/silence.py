"""What came of a run's silence: how its c@1 came about, and what other uses of NOA would have given."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from assessment.results.models import RunScore
from assessment.shared.say import say, sentence
from scoring.measures import c1 as formulas
from scoring.measures.c1 import Counts, Tally
from scoring.tracks.base import Track

UNJUDGED = sentence("unjudged")


class Use(NamedTuple):
    """A way of using NOA, and what it comes to."""

    name: str
    meaning: str
    counts: Counts

    @property
    def c1(self) -> float | None:
        """c@1 of it."""
        return _plain(formulas.c1(self.counts))

    @property
    def accuracy(self) -> float | None:
        """The share of right answers of it."""
        return _plain(formulas.accuracy(self.counts))

    @property
    def formula(self) -> str:
        """The formula with its figures."""
        counts = self.counts
        return f"({counts.R} + {counts.U} · {counts.R} / {counts.n}) / {counts.n}" if counts.n else ""


class PartMeasures(NamedTuple):
    """The run over the questions of one type or pair: its measures by name."""

    name: str
    measures: Mapping[str, float | int | None]


class ResponseGrade(NamedTuple):
    """What a question came to, and the answer behind a NOA, in words."""

    given: str
    held_back: str  # empty where the question was answered


class SilencePage(NamedTuple):
    """The part of a run's page that is about NOA."""

    task: str
    uses: Sequence[Use]
    paragraphs: Use | None  # of a run of exact answers: its paragraphs alone
    types: Sequence[PartMeasures]
    marks: Mapping[str, ResponseGrade]


def silence_page(track: Track, row: RunScore) -> SilencePage | None:
    """What there is to say of a run's silence; None in tracks whose runs answer everything."""
    if not row.silence:
        return None
    silence = row.silence
    tally = tally_of(silence)
    uses = formulas.uses_of_noa(tally)
    paragraphs = Use(say("Paragraphs alone"), say("R, X and M as right"), formulas.as_paragraphs(uses.run))
    return SilencePage(
        task=track.run_kind_of(row.run.run_id),
        uses=(
            Use(say("As submitted"), say("each NOA unanswered"), uses.run),
            Use(say("No NOA"), say("the answers held back in their places"), uses.none),
            Use(say("Best use"), say("NOA wherever the answer is not right"), uses.best),
        ),
        paragraphs=paragraphs if row.measures.get("extraction") is not None else None,
        types=[
            PartMeasures(name, silence["by_type"][name])
            for name in track.question_types
            if name in silence["by_type"]
        ],
        marks={
            qid: ResponseGrade(given or say(UNJUDGED), _held_back(silence["held_back"].get(qid)))
            for qid, given in silence["marks"].items()
        },
    )


def _held_back(mark: str | None) -> str:
    if mark is None:
        return ""
    return say("none") if mark == formulas.SILENT else mark or say(UNJUDGED)


def tally_of(silence: Mapping[str, Any]) -> Tally:
    """The counts of a run, from what its questions came to."""
    return Tally(
        formulas.counts_of(silence["marks"].values()), formulas.counts_of(silence["held_back"].values())
    )


def _plain(value: Any) -> float | None:
    return None if value is None else float(value)


class Division(NamedTuple):
    """Runs that can be compared: of one task and one pair of languages."""

    label: str
    runs: frozenset[int]  # primary keys


def divisions(track: Track, rows: Iterable[RunScore]) -> list[Division]:
    """The runs by task and pair of languages; nothing where all runs do the same."""
    if not track.run_kinds:
        return []
    found: dict[str, set[int]] = {}
    for row in rows:
        pairs = sorted(row.silence.get("by_pair", {}))
        names = ", ".join(pair.replace(":", " → ") for pair in pairs) or "no questions"
        found.setdefault(f"{track.run_kind_of(row.run.run_id)} {names}", set()).add(row.run_id)
    return [Division(label, frozenset(runs)) for label, runs in sorted(found.items())]

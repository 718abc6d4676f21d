"""What if: the same campaign with one thing changed, so that its scores can be held against those that it has.

A variation is a value that knows its spelling; `parse` reads it back. Several can be combined: settings and dropped
questions come first, then runs and pools, then people.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scoring import evaluations
from scoring.records import Evaluation
from scoring.rules import Rule, parse_rule
from scoring.say import say, say_n, sentence
from scoring.spans.scores import VOTES
from scoring.studies.left_out import people_in_order, people_of, without_people
from scoring.studies.pool_changes import RemoveRun, RemoveTeam, ToDepth, WithoutRun, WithoutTeam
from scoring.studies.variation import Variation, VariationError, known, whole, written

__all__ = ["KINDS", "Explained", "Variation", "VariationError", "Varied", "parse", "variations", "varied"]


NOT_DROPPED = sentence('There is no question or series "{name}" among the dropped ones.')
NOT_TO_DROP = sentence('There is no question or series "{name}" to drop.')
NO_ASSESSOR = sentence('There is no assessor "{name}".')


class ByRule(Variation):
    """Other grades from the same judgments."""

    kind, takes = "rule", "RULE"
    explanation = (
        "Score by another rule: adjudicated, majority, union, intersection, assessor:NAME or random:SEED."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._take(str(parse_rule(self.argument)))

    @property
    def label(self) -> str:
        return say("Rule {rule}", rule=self.argument)

    def rule(self, given: Rule) -> Rule:
        return parse_rule(self.argument)


class WithSetting(Variation):
    """Another weight, beta or other setting."""

    kind, takes = "set", "KEY=VALUE"
    explanation = (
        "Score with another setting, such as beta=1 or weights=.5,.25,.25; it may be written KEY=VALUE alone."
    )

    def __post_init__(self) -> None:
        key, equals, value = (part.strip() for part in self.argument.partition("="))
        if not (key and equals):
            message = say('"{setting}" is not a setting.', setting=self.argument)
            raise VariationError("variation_unknown", message, written(self))
        self._take(f"{key}={value}")

    @property
    def label(self) -> str:
        key, _, value = self.argument.partition("=")
        return f"{key} = {value}"

    def applied(self, evaluation: Evaluation) -> Evaluation:
        key, _, value = self.argument.partition("=")
        track = evaluations.get(evaluation.track, evaluation.definition)
        given = track.parse_settings({key: value})
        setting = next(one for one in track.settings if one.name == key)
        if setting.reads_runs or setting.names_grades:
            names = ", ".join(one.name for one in track.settings if not (one.reads_runs or one.names_grades))
            message = (
                say("{key} says which grades there are, and these have been given already.", key=key)
                if setting.names_grades
                else say("{key} says how run files are read, and these have been read already.", key=key)
            )
            code = "setting_names_grades" if setting.names_grades else "setting_reads_runs"
            raise VariationError(code, message, say("Settings that can change are {names}.", names=names))
        settings = {**evaluation.settings, key: setting.format(given[key])}
        track.check_together(settings)
        return evaluation._replace(settings=settings)


class WithDropped(Variation):
    """Dropped questions and series as if they had not been dropped."""

    kind, takes = "with-dropped", "[ID]"
    explanation = "Take a dropped question or series back; without ID, all of them."

    @property
    def label(self) -> str:
        if not self.argument:
            return say("Everything dropped taken back")
        return say("{name} taken back", name=self.argument)

    def applied(self, evaluation: Evaluation) -> Evaluation:
        dropped = evaluation.dropped
        if not dropped:
            message = say("No question or series is dropped.")
            raise VariationError("nothing_dropped", message, say("There is nothing to take back."))
        if self.argument:
            known(self.argument, dropped, "unknown_question", NOT_DROPPED)
        kept = {name: reason for name, reason in dropped.items() if self.argument not in ("", name)}
        return evaluation._replace(dropped=kept)


class Dropping(Variation):
    """A question or series dropped as well."""

    kind, takes = "drop", "ID"
    explanation = "Drop a question or a series as well."

    @property
    def label(self) -> str:
        return say("{name} dropped as well", name=self.argument)

    def applied(self, evaluation: Evaluation) -> Evaluation:
        topics = evaluation.topics
        names = [one.qid for one in topics.questions] + [one.series_id for one in topics.series]
        kept = [name for name in dict.fromkeys(names) if name not in evaluation.dropped]
        known(self.argument, kept, "unknown_question", NOT_TO_DROP)
        return evaluation._replace(dropped={**evaluation.dropped, self.argument: say("what if")})


class WithoutAssessor(Variation):
    """Somebody who said nothing at all."""

    kind, takes, turn = "without-assessor", "NAME", 2
    explanation = (
        "Without everything that an assessor said: judgments, classes, nuggets, votes, matches, annotations."
    )

    @property
    def label(self) -> str:
        return say("Without assessor {name}", name=self.argument)

    def applied(self, evaluation: Evaluation) -> Evaluation:
        people = people_of(evaluation)
        known(self.argument, sorted({name for _, name in people}), "unknown_assessor", NO_ASSESSOR)
        return without_people(evaluation, {(qid, name) for qid, name in people if name == self.argument})


class FewerAssessors(Variation):
    """Fewer assessors per question."""

    kind, takes, turn = "assessors", "NUMBER[:SEED]", 2
    explanation = (
        "At most so many assessors per question: the primary assessor, those who judged all of it, then others; "
        "the seed (1 by default) chooses among equals."
    )

    def __post_init__(self) -> None:
        number, _, seed = self.argument.partition(":")
        most = whole(number, self)
        chosen = whole(seed, self, least=0) if seed else 1
        self._take(f"{most}:{chosen}" if chosen != 1 else str(most))

    @property
    def most(self) -> int:
        """How many are kept."""
        return int(self.argument.partition(":")[0])

    @property
    def seed(self) -> int:
        """Which of those who are equal."""
        return int(self.argument.partition(":")[2] or 1)

    @property
    def label(self) -> str:
        return say_n(
            "At most {n} assessor per question (seed {seed})",
            "At most {n} assessors per question (seed {seed})",
            self.most,
            seed=str(self.seed),
        )

    def applied(self, evaluation: Evaluation) -> Evaluation:
        votes = int(evaluation.settings.get("gold_votes") or VOTES)
        if evaluation.annotations and self.most < votes:
            message = say(
                "No question has an answer by {most}: {votes} annotations make one (gold_votes).",
                most=self.most,
                votes=votes,
            )
            hint = say("Combine it with {change}.", change=f"set:gold_votes={self.most}")
            raise VariationError("too_few", message, hint)
        ordered = people_in_order(evaluation, self.seed)
        gone = {(qid, name) for qid, names in ordered.items() for name in names[self.most :]}
        return without_people(evaluation, gone)


KINDS: tuple[type[Variation], ...] = (
    ByRule,
    WithoutAssessor,
    FewerAssessors,
    WithoutRun,
    WithoutTeam,
    RemoveRun,
    RemoveTeam,
    ToDepth,
    WithDropped,
    Dropping,
    WithSetting,
)
_BY_KIND = {kind.kind: kind for kind in KINDS}


class Explained(NamedTuple):
    """A kind of variation, for help and pages."""

    spelling: str
    explanation: str


def variations() -> tuple[Explained, ...]:
    """Every spelling with what it does."""
    return tuple(Explained(kind.usage(), kind.explanation) for kind in KINDS)


def parse(text: str) -> Variation:
    """The variation that a text spells; str() spells it back. Raises VariationError or RuleError."""
    kind, _, argument = text.strip().partition(":")
    if kind in _BY_KIND:
        return _BY_KIND[kind](argument.strip())
    if "=" in kind:
        return WithSetting(text.strip())
    spellings = ", ".join(one.spelling for one in variations())
    message = say('"{variation}" is not a variation.', variation=text)
    raise VariationError("variation_unknown", message, say("There are {names}.", names=spellings))


class Varied(NamedTuple):
    """An evaluation as it would be, and the rule to score it by."""

    evaluation: Evaluation
    rule: Rule


def varied(evaluation: Evaluation, changes: Iterable[Variation], rule: Rule | str = "adjudicated") -> Varied:
    """The evaluation with all of some changes. Raises VariationError, RuleError or SettingsError."""
    follow = rule if isinstance(rule, Rule) else parse_rule(rule)
    for change in sorted(changes, key=lambda one: one.turn):
        evaluation, follow = change.applied(evaluation), change.rule(follow)
    return Varied(evaluation, follow)

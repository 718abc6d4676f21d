"""Questions and a run tried by an evaluation before anything is made of them: read, pooled, judged and scored as those of a
campaign are, with what was said so far, which comes along with each request. Nothing is stored.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from assessment.campaigns.models.known import Known, declared_criteria
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.topics import known_in
from assessment.campaigns.services.topics_files import read_questions
from assessment.shared.say import say
from scoring.evaluate import RunScore, ScoreReport, evaluate
from scoring.records import (
    Evaluation,
    Item,
    Judgment,
    Match,
    Nugget,
    NuggetVote,
    Problem,
    Question,
    Response,
    Run,
    Topics,
)
from scoring.scales import Scale, without_reason
from scoring.stages import LISTING
from scoring.tracks.base import Declaration, QuestionType, RunChecks, Track

MOST = 300_000  # bytes of each file: some thousand lines
MOST_ANSWERS, MOST_LABELS = 1_000, 5_000  # of a question; of answers times nuggets, all in all
YOU = "you"  # whose judgments are scored
LONGEST_SAID = 1_000_000  # characters: of each label its subject, too


class Sent(NamedTuple):
    """What a trial is made of, and what was just done in it."""

    questions: SourceFile
    run: SourceFile
    said: Mapping[str, str] = MappingProxyType({})  # by subject, in the order in which it was said
    asked: str = ""  # id of the question to show
    now: str = ""  # subject in focus
    grade: str = ""  # just given to it
    reason: str = ""  # why it cannot be judged
    take_back: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to try."""
        return not (self.questions.size or self.run.size)


class Subject(NamedTuple):
    """What one key speaks of: an answer, or where nuggets have labels one of them in it."""

    item: Item
    nugget: str = ""

    @property
    def key(self) -> str:
        """By which it is known from one request to the next."""
        return f"{self.item.key}/{self.nugget}" if self.nugget else self.item.key


@dataclass(frozen=True)
class Material:
    """Questions and a run as they were read, or what is wrong with them."""

    track: Track
    definition: str
    topics: Topics
    nuggets: Mapping[str, Sequence[Known]] = field(default_factory=dict)  # of questions, as checklists say
    run_id: str = ""
    responses: tuple[Response, ...] = ()
    problems: Sequence[Problem] = ()
    warnings: Sequence[Problem] = ()
    missing: str = ""  # what is still to be given, in a sentence

    @cached_property
    def kinds(self) -> Mapping[str, QuestionType]:
        """The type of each question."""
        return {one.qid: self.track.type_of(one) for one in self.topics.questions}

    @cached_property
    def pool(self) -> tuple[Item, ...]:
        """What would be judged, in the order of the judging page."""
        run = Run(self.run_id, YOU)
        pooled = self.track.pooled_responses(run, self.responses, self.topics, {}, (), None)
        return tuple(sorted({item for one in pooled if (item := one.item)}))

    @cached_property
    def items(self) -> Mapping[str, list[Item]]:
        """The same by question."""
        return {qid: list(found) for qid, found in groupby(self.pool, lambda item: item.qid)}

    @cached_property
    def questions(self) -> list[Question]:
        """The questions that have any."""
        return [one for one in self.topics.questions if one.qid in self.items]

    def scale_of(self, qid: str, nugget: str = "") -> Scale | None:
        """On which answers to a question, or a nugget in these, are labelled; None where nuggets are marked, or not."""
        return self.kinds[qid].scale or self.kinds[qid].labels_of(nugget)

    @cached_property
    def named(self) -> Mapping[str, Mapping[str, Known]]:
        """The nuggets, or criteria, of each question by the names that they would get."""
        return {
            qid: {one.name or str(number): one for number, one in enumerate(known, 1)}
            for qid, known in self.nuggets.items()
        }

    @cached_property
    def subjects(self) -> Mapping[str, list[Subject]]:
        """What there is to say, by question."""
        return {qid: list(self._subjects(qid)) for qid in self.items if self.scale_of(qid)}

    def _subjects(self, qid: str) -> Iterator[Subject]:
        names = [""] if self.kinds[qid].scale else [*self.named.get(qid, ())]
        return (Subject(item, name) for item in self.items[qid] for name in names)

    @cached_property
    def of_items(self) -> Mapping[Item, list[Subject]]:
        """The same by answer."""
        found = [one for subjects in self.subjects.values() for one in subjects]
        return {item: list(its) for item, its in groupby(found, lambda one: one.item)}

    @cached_property
    def by_key(self) -> Mapping[str, Subject]:
        """All of them."""
        return {one.key: one for found in self.subjects.values() for one in found}


@dataclass(frozen=True)
class Trial:
    """A question of somebody's own with its pooled answers, what was said of them, and what the run comes to by that."""

    material: Material
    question: Question | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    now: Subject | None = None
    problem: Problem | None = None  # why what was just said was not taken

    @property
    def scale(self) -> Scale | None:
        """What is said of a subject."""
        return self.material.scale_of(self.now.item.qid, self.now.nugget) if self.now else None

    @property
    def subjects(self) -> list[Subject]:
        """All of the question."""
        return self.material.subjects.get(self.question.qid, []) if self.question else []

    @property
    def words(self) -> str:
        """The nugget, or criterion, in focus."""
        if self.now is None or not self.now.nugget:
            return ""
        return self.material.named[self.now.item.qid][self.now.nugget].text

    @property
    def grade(self) -> str:
        """What was said of the subject in focus."""
        return self.said.get(self.now.key, "") if self.now else ""

    @cached_property
    def report(self) -> ScoreReport | None:
        """What the run comes to, by the same scoring as everywhere; None where none of its answers is judged."""
        return evaluate(_evaluation(self.material, self.said)) if self.material.pool else None

    @property
    def score(self) -> RunScore | None:
        """The scores of the run."""
        return self.report.runs[self.material.run_id] if self.report else None


def said_so_far(text: str) -> dict[str, str]:
    """What former requests said, as it came back; nothing where that is not what was written."""
    try:
        found = json.loads(text) if len(text) <= LONGEST_SAID else {}
    except (ValueError, RecursionError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: label for key, label in pairs if isinstance(label, str)}


def try_out(track: Track, definition: str, sent: Sent) -> Trial:
    """Read both files by an evaluation, and take what was just said."""
    material = read_material(track, definition, sent.questions, sent.run)
    said = dict(_still_valid(material, sent.said))
    if sent.take_back:
        return _taken_back(material, said, sent.asked)
    question = _asked(material, sent.asked)
    trial = Trial(material, question, said)
    now = next((one for one in trial.subjects if sent.now in (one.key, one.item.key)), None)
    trial = replace(trial, now=now or _first_open(trial.subjects, said))
    if now is None or trial.scale is None or sent.grade not in trial.scale.answers:
        return trial
    if wrong := without_reason(sent.grade, sent.reason):
        return replace(trial, problem=Problem("", 0, "reason_missing", wrong))
    return _judged(trial, now, sent.grade)


def _judged(trial: Trial, now: Subject, grade: str) -> Trial:
    """The same with a grade of the subject in focus; the next one is shown."""
    said = {key: label for key, label in trial.said.items() if key != now.key} | {now.key: grade}
    place = trial.subjects.index(now) + 1
    following = [*trial.subjects[place:], *trial.subjects[:place]]
    return replace(trial, said=said, now=_first_open(following, said) or now)


def _taken_back(material: Material, said: dict[str, str], asked: str) -> Trial:
    """The trial without what was said last, which is shown."""
    if not said:
        trial = Trial(material, _asked(material, asked))
        return replace(trial, now=_first_open(trial.subjects, {}))
    now = material.by_key[list(said)[-1]]
    said.pop(now.key)
    return Trial(material, _asked(material, now.item.qid), said, now)


def read_material(track: Track, definition: str, questions: SourceFile, run: SourceFile) -> Material:
    """Read both files as a campaign reads them. What is wrong with the questions is told before the run is read."""
    empty = Material(track.under({}), definition, Topics(()))
    large = [_too_large(file) for file in (questions, run) if file.size > MOST]
    if large:
        return replace(empty, problems=large)
    if not questions.size:
        return replace(empty, missing=say("Give the questions that the run answers, too."))
    topics, problems = read_questions(track, questions)
    if problems:
        return replace(empty, problems=problems)
    known, problems = known_in(track, questions.name, topics)
    declared = {one.qid: declared_criteria(track.type_of(one)) for one in topics.questions}
    nuggets = {qid: found or known.get(qid, []) for qid, found in declared.items()}
    asked = replace(empty, topics=topics, nuggets=nuggets, problems=problems)
    if problems or not run.size:
        return replace(
            asked, missing=say("Give a run, and its answers to these questions can be judged here.")
        )
    checked = track.check_run(run.data, run.name, RunChecks(topics, Declaration(YOU)))
    found = replace(
        asked,
        run_id=checked.run_tag,
        responses=checked.responses,
        problems=checked.problems,
        warnings=checked.warnings,
    )
    return found if found.problems else replace(found, problems=list(_too_many(found, run.name)))


def _too_many(material: Material, name: str) -> Iterator[Problem]:
    """That there are more answers, or labels of nuggets in answers, than a page shows and scores at once."""
    answers = max(map(len, material.items.values()), default=0)
    labels = sum(
        len(items) * len(material.nuggets[qid])
        for qid, items in material.items.items()
        if material.kinds[qid].cell_scale and not material.kinds[qid].scale
    )
    hint = say("A few questions and the lines that answer them are enough. A campaign takes larger files.")
    if answers > MOST_ANSWERS:
        message = say(
            "A question has {n} answers; at most {most} can be tried here.", n=answers, most=MOST_ANSWERS
        )
        yield Problem(name, 0, "too_many_answers", message, hint)
    if labels > MOST_LABELS:
        message = say(
            "Answers times nuggets or criteria are {n}; at most {most} can be tried here.",
            n=labels,
            most=MOST_LABELS,
        )
        yield Problem(name, 0, "too_many_labels", message, hint)


def _too_large(file: SourceFile) -> Problem:
    message = say("The file is larger than the {most} bytes that can be tried here.", most=MOST)
    hint = say("A few questions and the lines that answer them are enough. A campaign takes larger files.")
    return Problem(file.name, 0, "too_large", message, hint)


def _asked(material: Material, qid: str) -> Question | None:
    """The question that is asked for, else the first."""
    found = (one for one in material.questions if one.qid == qid)
    return next(found, next(iter(material.questions), None))


def _still_valid(material: Material, said: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What was said of subjects that there are still, on the scales that they have now."""
    for key, label in said.items():
        subject = material.by_key.get(key)
        scale = material.scale_of(subject.item.qid, subject.nugget) if subject else None
        if scale and label in scale.answers:
            yield key, label


def _first_open(subjects: Sequence[Subject], said: Mapping[str, str]) -> Subject | None:
    """The first of which nothing was said, else the first."""
    return next((one for one in subjects if one.key not in said), next(iter(subjects), None))


def _evaluation(material: Material, said: Mapping[str, str]) -> Evaluation:
    """The whole as scoring takes it."""
    nuggets = [
        (qid, name, one)
        for qid, known in material.named.items()
        for name, one in known.items()
        if material.kinds[qid].form.asks(LISTING) or material.kinds[qid].form.has_criteria
    ]
    given = [(material.by_key[key], label) for key, label in said.items()]
    return Evaluation(
        campaign="",
        title="",
        track=material.track.slug,
        settings={},
        topics=material.topics,
        runs=(Run(material.run_id, YOU),),
        responses={material.run_id: material.responses},
        pool=material.pool,
        judgments=tuple(Judgment(one.item, YOU, label) for one, label in given if not one.nugget),
        nuggets=tuple(
            Nugget(qid, name, one.text, weight=one.weight, group=one.group) for qid, name, one in nuggets
        ),
        nugget_votes=tuple(NuggetVote(qid, name, "", one.vote) for qid, name, one in nuggets if one.vote),
        matches=tuple(Match(one.item, one.nugget, YOU, label) for one, label in given if one.nugget),
        definition=material.definition,
    )

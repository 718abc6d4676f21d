"""What a judgments.csv would do, before anything is stored: people, judgments, and answer classes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.intakes import compared
from assessment.imports.services.checks import Scene, check, repeats, scene_of
from assessment.imports.services.names import NamedPerson, people_in, unknown
from assessment.imports.services.reading import JudgmentEntry
from assessment.judging.services.judgment_classes import ClassScene
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, say_n, sentence
from scoring.formats.folding import fold_label
from scoring.formats.problems import Problems
from scoring.forms.lists import same_label
from scoring.rules import some_of

CORRECT_IT = sentence("Correct the file and import it again.")


class Joined(NamedTuple):
    """A name in the file that means a class which is there already, by its label."""

    qid: str
    named: str
    name: str
    label: str
    rows: int

    def __str__(self) -> str:
        label = "" if self.label == self.named else f" ({self.label})"
        return f"{self.qid} “{self.named}” → {self.name}{label}"


class New(NamedTuple):
    """A class that the file makes."""

    qid: str
    label: str
    assessor: str
    rows: int

    def __str__(self) -> str:
        return f"{self.qid} “{self.label}” ({self.assessor})"


class Review(NamedTuple):
    """What the file holds, held against the campaign."""

    rows: int
    added: int
    changed: int
    unchanged: int
    people: Sequence[NamedPerson]
    joined: Sequence[Joined]
    new: Sequence[New]
    warnings: Sequence[str]
    examples: int = 0  # of a file of annotations, of which a row is one
    complete: int = 0
    missed: int = 0  # rows that name what is not in the pool, and are left out

    @property
    def unknown(self) -> list[NamedPerson]:
        """Those whom the campaign does not know as assessors."""
        return unknown(self.people)

    @property
    def sentence(self) -> str:
        """What would be stored, of a file that is only checked."""
        return say_n(
            "{n} judgment would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            "{n} judgments would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            self.added,
            changed=self.changed,
            unchanged=self.unchanged,
        )

    def as_data(self) -> dict[str, Any]:
        """The review in values that JSON has."""
        data = self._asdict()
        for part in ("people", "joined", "new"):
            data[part] = [row._asdict() for row in data[part]]
        return data | {"warnings": list(self.warnings)}


def review(
    campaign: Campaign, entries: Sequence[JudgmentEntry], problems: Problems, *, newcomers: bool = False
) -> tuple[Review, Scene]:
    """Compare a file with a campaign. Reads only; raises FileRefused with everything that is wrong.

    Unknown names are a problem beside others, unless they are meant to join (`newcomers`); alone they are for people to
    decide about.
    """
    scene = scene_of(campaign, entries)
    check(compared(entries), scene, problems)
    people = people_in(entries, scene.names)
    if problems:
        if not newcomers:
            note_unknown(people, problems)
        raise FileRefused(say("No judgment was stored."), problems.listed(), say(CORRECT_IT))
    joined, new = _classes(entries, scene)
    counts = _counts(entries, scene)
    return Review(len(entries), *counts, people, joined, new, list(_warnings(entries, scene))), scene


def refuse_unknown(file: str, people: Sequence[NamedPerson], *, of_annotations: bool = False) -> None:
    """Refuse names that nobody said are new."""
    problems = Problems(file)
    note_unknown(people, problems, of_annotations=of_annotations)
    if problems:
        nothing = say("No annotation was stored.") if of_annotations else say("No judgment was stored.")
        raise FileRefused(nothing, problems.listed(), say(CORRECT_IT))


def people_of(review: Mapping[str, Any]) -> list[NamedPerson]:
    """The people of a review that was kept."""
    return [NamedPerson(**person) for person in review["people"]]


def new_in(review: Mapping[str, Any]) -> list[New]:
    """The classes that a file makes, of a review that was kept."""
    return [New(**one) for one in review["new"]]


def note_unknown(people: Sequence[NamedPerson], problems: Problems, *, of_annotations: bool = False) -> None:
    """Note everybody whom the campaign does not know as an assessor."""
    for person in unknown(people):
        if of_annotations:
            message = say_n(
                "{name} ({n} annotation) is not an assessor of this campaign.",
                "{name} ({n} annotations) is not an assessor of this campaign.",
                person.items,
                name=person.name,
            )
        else:
            message = say_n(
                "{name} ({n} judgment) is not an assessor of this campaign.",
                "{name} ({n} judgments) is not an assessor of this campaign.",
                person.items,
                name=person.name,
            )
        hint = say("Let new names join (on the command line: --new).")
        if person.nearest:
            hint = say(
                "Did you mean {name}? If not, let new names join (on the command line: --new).",
                name=person.nearest,
            )
        problems.add(person.line, "assessor_unknown", message, hint)


def _counts(entries: Sequence[JudgmentEntry], scene: Scene) -> tuple[int, int, int]:
    """How many rows are new, change what is stored, and repeat it."""
    added = changed = unchanged = 0
    for entry in entries:
        stored = scene.stored_of(entry)
        if stored is None or not stored.grade:
            added += 1
        elif repeats(stored, entry.judgment, scene.class_of(entry.judgment)):
            unchanged += 1
        else:
            changed += 1
    return added, changed, unchanged


def _classes(entries: Sequence[JudgmentEntry], scene: Scene) -> tuple[list[Joined], list[New]]:
    """The names of classes that were found by their label, and those that make new ones."""
    joined: defaultdict[tuple[str, str, str, str], int] = defaultdict(int)
    new: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    first_spelling: dict[tuple[str, str], str] = {}
    for judgment in (entry.judgment for entry in entries if entry.judgment.answer_class):
        qid, named = judgment.item.qid, judgment.answer_class
        choice = scene.classes.choose(scene.questions[qid].pk, named, judgment.assessor)
        first = first_spelling.setdefault((qid, fold_label(named)), named)
        if choice.how == "new":
            new[qid, first, judgment.assessor] += 1
        elif named != choice.name:
            joined[qid, named, choice.name, choice.label] += 1
    return (
        [Joined(*key, rows) for key, rows in sorted(joined.items())],
        [New(*key, rows) for key, rows in sorted(new.items())],
    )


def _warnings(entries: Sequence[JudgmentEntry], scene: Scene) -> Iterator[str]:
    """What may be a typing error: ids that are labels of other classes, too, and classes of the same label."""
    named = dict.fromkeys(
        (entry.judgment.item.qid, entry.judgment.answer_class, entry.judgment.assessor)
        for entry in entries
        if entry.judgment.answer_class
    )
    clashes = {}
    for qid, name, assessor in named:
        choice = scene.classes.choose(scene.questions[qid].pk, name, assessor)
        if choice.how == "id" and choice.others:
            clashes[qid, name] = choice
    for (qid, name), choice in sorted(clashes.items()):
        yield say(
            "Question {question}: “{name}” was read as the id of the class “{label}”, and it is the label of {others}, "
            "too.",
            question=qid,
            name=name,
            label=choice.label,
            others=some_of(list(choice.others)),
        )
    for qid in sorted({qid for qid, *_ in named}):
        yield from same_labels(qid, scene.questions[qid].pk, scene.classes)


def same_labels(qid: str, question: int, scene: ClassScene) -> Iterator[str]:
    """Warn of classes of one label among those of an assessor and those that are known or settled."""
    live = [one for one in scene.classes.get(question, ()) if not one.removed]
    labels = set()
    for assessor in sorted({one.assessor for one in live}):
        names: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for one in live:
            if one.assessor in (assessor, ""):
                names[one.folded].setdefault(one.name, one.label)
        labels |= {same_label(qid, min(found.values()), found) for found in names.values() if len(found) > 1}
    yield from sorted(labels)

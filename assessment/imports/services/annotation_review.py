"""What a checked file of annotations would do, before anything is stored: examples, people, what is new and what repeats."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.imports.services.annotation_files import FileEntry
from assessment.imports.services.names import NamedPerson, Names, names_of
from assessment.imports.services.review import CORRECT_IT, Review, note_unknown
from assessment.judging.models import Assignment, PageAnnotation
from assessment.judging.selectors.annotation_records import annotation_record
from assessment.shared.errors import FileRefused
from assessment.shared.say import say
from documents.steps import Pace
from scoring.annotations import Annotation
from scoring.formats.problems import Problems
from scoring.forms.spans import EXPERTS_STAGE
from scoring.spans.scores import same_set
from scoring.stages import PLACES

BATCH = 500
Key = tuple[int, str]  # question and annotator's name


class Stored(NamedTuple):
    """What stands of some questions."""

    assignments: Mapping[Key, Assignment]
    annotations: Mapping[Key, Annotation]


class _Tally:
    """What is counted on the way through a file."""

    def __init__(self) -> None:
        self.examples = self.complete = self.added = self.unchanged = 0
        self.people: dict[str, list[int]] = {}  # first line, annotations, complete ones

    def person(self, entry: FileEntry) -> None:
        """Count an annotation for its annotator."""
        mine = self.people.setdefault(entry.annotator, [entry.line, 0, 0])
        mine[1] += 1
        mine[2] += entry.annotation.complete
        self.complete += entry.annotation.complete


def review(campaign: Campaign, entries: Iterable[FileEntry], problems: Problems) -> Review:
    """Compare a file with a campaign. Reads only; raises FileRefused with everything that is wrong."""
    questions = annotated_questions(campaign)
    names, tally, last = names_of(campaign), _Tally(), 0
    for some in Pace(BATCH).portions(entries):
        known = [entry for entry in some if entry.qid in questions]
        stored = stored_of({questions[entry.qid] for entry in known}, {entry.annotator for entry in known})
        for entry in some:
            tally.examples += entry.line != last
            last = entry.line
            tally.person(entry)
            if message := _question_error(campaign, entry, questions):
                problems.add(
                    entry.line, "unknown_example", message, say("Leave it out, or import its question.")
                )
            else:
                _compare(entry, questions[entry.qid], stored, tally, problems)
    people = _people(tally, names, problems)
    if problems:
        note_unknown(people, problems, of_annotations=True)
        raise FileRefused(say("No annotation was stored."), problems.listed(), say(CORRECT_IT))
    counts = (tally.added, 0, tally.unchanged)
    rows = sum(mine[1] for mine in tally.people.values())
    return Review(rows, *counts, people, (), (), (), tally.examples, tally.complete)


def annotated_questions(campaign: Campaign) -> dict[str, int]:
    """The questions whose pages people annotate."""
    rows = campaign.questions.filter(type__in=campaign.track.types_with(PLACES))
    return dict(rows.values_list("qid", "pk"))


def stored_of(questions: Iterable[int], names: Iterable[str]) -> Stored:
    """What stands of some questions by these people."""
    rows = Assignment.objects.filter(question__in=questions, member__name__in=names).select_related("member")
    assignments = {(row.question_id, row.member.name): row for row in rows}
    said = PageAnnotation.objects.filter(assignment__in=[row.pk for row in assignments.values()])
    found = said.exclude(question="").select_related("assignment__member")
    annotations = {
        (row.assignment.question_id, row.assignment.member.name): annotation_record(row) for row in found
    }
    return Stored(assignments, annotations)


def error_of(entry: FileEntry, question: int, stored: Stored) -> tuple[str, str, str]:
    """Why an annotation cannot be stored: code, sentence, hint; empty where it can."""
    key = question, entry.annotator
    who = {"example": str(entry.qid), "name": entry.annotator}
    before, assignment = stored.annotations.get(key), stored.assignments.get(key)
    if before and not repeats(before, entry.annotation):
        hint = say("Leave it out, or correct it; what stands is never overwritten.")
        return (
            "annotation_contradicts",
            say("Example {example}: {name} annotated it otherwise here.", **who),
            hint,
        )
    if assignment and not assignment.judges:
        return "assignment_role", _role_error(assignment, who), say("Leave the annotation out.")
    if assignment and assignment.handed_over_at and not is_set_aside(assignment) and not before:
        message = say("Example {example}: {name} handed it over, so this annotation would not count.", **who)
        return "assignment_handed_over", message, say("Hand it back first, or leave the annotation out.")
    return "", "", ""


def _role_error(assignment: Assignment, who: Mapping[str, str]) -> str:
    if assignment.only_votes:
        return say("Example {example}: {name} is voter on nuggets of this question.", **who)
    if assignment.stage == EXPERTS_STAGE.name:
        return say("Example {example}: {name} is expert of this question.", **who)
    return say("Example {example}: {name} is machine of this question.", **who)


def is_set_aside(assignment: Assignment) -> bool:
    """Whether an import made it and was taken back: it may count again."""
    is_gone = assignment.handed_over_at is not None and assignment.handed_to_id is None
    return is_gone and assignment.source_id is not None


def repeats(stored: Annotation, given: Annotation) -> bool:
    """Whether a file says what stands. What a file does not tell, as the corpus tells no step, says nothing."""
    one, other = stored.label, given.label
    return (
        stored.complete == given.complete
        and given.question in ("", stored.question)
        and given.reason in ("", stored.reason)
        and (one.long.is_same(other.long) if one.has_long else not other.has_long)
        and same_set(one.short, other.short)
        and one.yes_no == other.yes_no
    )


def _question_error(campaign: Campaign, entry: FileEntry, questions: Mapping[str, int]) -> str:
    if entry.qid in questions:
        return ""
    return say(
        "Example {example} is no question of {campaign} whose page is annotated.",
        example=str(entry.qid),
        campaign=campaign.slug,
    )


def _compare(entry: FileEntry, question: int, stored: Stored, tally: _Tally, problems: Problems) -> None:
    code, message, hint = error_of(entry, question, stored)
    if code:
        problems.add(entry.line, code, message, hint)
    elif (question, entry.annotator) in stored.annotations:
        tally.unchanged += 1
    else:
        tally.added += 1


def _people(tally: _Tally, names: Names, problems: Problems) -> Sequence[NamedPerson]:
    """Everybody whom the file names: the unknown first, then by name. Machines and people of other roles are refused."""
    found = []
    for name, (line, number, complete) in tally.people.items():
        is_known = name in names.admitted
        if names.is_machine.get(name):
            message = say("The name {name} is that of a machine in this campaign.", name=name)
            problems.add(line, "assessor_kind", message, say("Give people names of their own."))
        elif name in names.other_people:
            message = say("{name} belongs to this campaign, but is not an assessor.", name=name)
            problems.add(
                line, "assessor_role", message, say("Give them the role assessor on the page People.")
            )
        counts = [(word, n) for word, n in (("complete", complete), ("begun", number - complete)) if n]
        nearest = "" if is_known else names.nearest(name)
        found.append(NamedPerson(name, is_known, False, line, number, number, counts, nearest))
    return sorted(found, key=lambda person: (person.is_known, person.name))

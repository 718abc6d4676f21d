"""What was known of the questions before anybody judged, from files of question development."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction

from assessment.campaigns.models import Campaign, Question, State
from assessment.campaigns.selectors.documents import unknown_documents
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.imports import Keeping, pack
from assessment.campaigns.services.locks import lock_campaign
from assessment.development.services.gold import documents_of_gold, store_gold
from assessment.development.services.kept import watch
from assessment.development.services.nuggets import (
    next_number,
    store_nuggets,
    store_pyramid,
)
from assessment.judging.models import AnswerClass
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from scoring import records
from scoring.formats import answers, nuggets
from scoring.formats.folding import fold_label
from scoring.stages import LISTING

FORMATS = ("answers", "nuggets", "pyramid", "gold")
UNSTORED = sentence("Nothing was stored.")
FIX = sentence("Fix what is listed and import again.")


ANSWERS_ADDED = sentence("Added {added} known answers to {questions} questions of {campaign}")
GOLD_ADDED = sentence("Added {added} gold answers to {questions} questions of {campaign}")
NUGGETS_ADDED = sentence("Added {added} nuggets to {questions} questions of {campaign}")
NUGGETS_AND_VOTES_ADDED = sentence("Added {added} nuggets and {votes} to {questions} questions of {campaign}")


class KnownImported(NamedTuple):
    """What an import brought."""

    what: str  # a sentence of those below
    added: int
    known_before: int
    questions: int  # that the file speaks of
    votes: int = 0  # on nuggets
    again: str = ""  # where the same file was imported before, when
    number: int | None = None  # of the import, where it brought anything

    def sentence(self, slug: str) -> str:
        """What was done, for people."""
        done = say(
            self.what,
            added=self.added,
            votes=say_n("{n} vote on a nugget", "{n} votes on nuggets", self.votes),
            questions=self.questions,
            campaign=slug,
        )
        if self.known_before:
            before = say_n(
                "{done}; {n} was known before.",
                "{done}; {n} were known before.",
                self.known_before,
                done=done,
            )
            return before + self.again
        return f"{done}.{self.again}"


@transaction.atomic
def import_development(
    *, campaign: Campaign, file: SourceFile, format: str, by: Account | None
) -> KnownImported:
    """Add what the file knows to what is known already; an answer or a nugget that is known is not added again.

    Raises FileRefused listing every error of the file, and Refused once the campaign's scores are out.
    """
    refuse_format(format)
    lock_development(campaign)
    questions = {question.qid: question for question in campaign.questions.in_order()}
    store = {
        "answers": _import_answers,
        "nuggets": _import_nuggets,
        "pyramid": _import_pyramid,
        "gold": _import_gold,
    }[format]
    keeping = Keeping(campaign, format, pack(file), watch(campaign, format), by)
    imported = store(campaign, file, questions, by)
    imported = imported._replace(again=keeping.again)
    number = keeping.end(imported.sentence(campaign.slug), imported._asdict())
    imported = imported._replace(number=number)
    record_event(
        by=by, campaign=campaign, verb="development:imported", subject=file.name, **imported._asdict()
    )
    return imported


def refuse_format(format: str) -> None:
    """Refuse what is none of the formats."""
    if format not in FORMATS:
        message = say("This version does not read {format} files. Nothing was stored.", format=format)
        raise Refused(message, "format_unknown", say("It reads: {listed}.", listed=", ".join(FORMATS)))


def documents_not_there(campaign: Campaign, file: SourceFile, format: str) -> list[str]:
    """Documents that an imported file names as sources, and that the campaign's collection does not have."""
    if format == "answers":
        return unknown_documents(campaign, answers.documents_named(file.data, file.name))
    if format == "gold":
        return unknown_documents(campaign, documents_of_gold(campaign, file))
    return []


def lock_development(campaign: Campaign) -> None:
    """Let changes of what is known wait for each other. Refused once the scores are out, which depend on it."""
    lock_campaign(campaign)
    if campaign.state == State.RELEASED:
        raise Refused(
            say(
                "The scores of {campaign} are released, and known answers count in them. Nothing was stored.",
                campaign=campaign.slug,
            ),
            "campaign_released",
            say("Take the release back first, with a reason."),
        )


def _import_answers(
    campaign: Campaign, file: SourceFile, questions: Mapping[str, Question], by: Account | None
) -> KnownImported:
    known, problems = answers.read(file.data, file.name, _topics(questions))
    _refuse(file, problems, campaign, questions, {answer.qid for answer in known}, by_nuggets=False)
    rows = list(_new_rows(known, questions, _labels_there(campaign)))
    AnswerClass.objects.bulk_create(rows)
    found_in = len({answer.qid for answer in known})
    return KnownImported(ANSWERS_ADDED, len(rows), len(known) - len(rows), found_in)


def _import_nuggets(
    campaign: Campaign, file: SourceFile, questions: Mapping[str, Question], by: Account | None
) -> KnownImported:
    topics = _topics(questions)
    if file.columns or nuggets.is_table(file.data):
        noted = file.problems()
        listed, votes = nuggets.read_table(file.data, noted, topics, "")
        problems = noted.listed()
    else:
        (listed, votes), problems = nuggets.read(file.data, file.name, topics, "")
    _refuse(file, problems, campaign, questions, {nugget.qid for nugget in listed}, by_nuggets=True)
    stored = store_nuggets(questions, listed, votes)
    return _counted(listed, stored.added, stored.votes)


def _import_pyramid(
    campaign: Campaign, file: SourceFile, questions: Mapping[str, Question], by: Account | None
) -> KnownImported:
    (listed, votes), problems = nuggets.read_pyramid(file.data, file.name, _topics(questions))
    _refuse(file, problems, campaign, questions, {nugget.qid for nugget in listed}, by_nuggets=True)
    stored = store_pyramid(campaign, questions, listed, votes, by)
    if stored.conflicts:
        errors = [records.Problem(file.name, 0, "pyramid_differs", error) for error in stored.conflicts]
        raise FileRefused(
            say(UNSTORED), errors, say("A question takes one pyramid; import others into a new campaign.")
        )
    return _counted(listed, stored.added, stored.votes)


def _import_gold(
    campaign: Campaign, file: SourceFile, questions: Mapping[str, Question], by: Account | None
) -> KnownImported:
    new, in_file, found_in = store_gold(campaign, file, questions)
    return KnownImported(GOLD_ADDED, new, in_file - new, found_in)


def _counted(listed: list[records.Nugget], added: int, votes: int) -> KnownImported:
    what = NUGGETS_AND_VOTES_ADDED if votes else NUGGETS_ADDED
    return KnownImported(what, added, len(listed) - added, len({nugget.qid for nugget in listed}), votes)


def _topics(questions: Mapping[str, Question]) -> records.Topics:
    return records.Topics(tuple(records.Question(qid, row.type, row.text) for qid, row in questions.items()))


def _refuse(
    file: SourceFile,
    problems: list[records.Problem],
    campaign: Campaign,
    questions: Mapping[str, Question],
    qids: Iterable[str],
    *,
    by_nuggets: bool,
) -> None:
    """Refuse a file with errors, or with nuggets where answers are judged and the reverse."""
    kinds = campaign.track.question_types
    for qid in sorted(qids):
        kind = kinds[questions[qid].type]
        if kind.form.has_criteria:
            error = say("Question {qid} is judged by criteria.", qid=qid)
            hint = say("Give them in the column checklist of the questions, or on its page.")
            problems.append(records.Problem(file.name, 0, "question_form", error, hint))
        elif kind.form.asks(LISTING) != by_nuggets:
            error = (
                say(
                    "Question {qid} ({kind}) is judged by answers, not nuggets.",
                    qid=qid,
                    kind=say(kind.label),
                )
                if by_nuggets
                else say(
                    "Question {qid} ({kind}) is judged by nuggets, not answers.",
                    qid=qid,
                    kind=say(kind.label),
                )
            )
            problems.append(records.Problem(file.name, 0, "question_form", error, say("Leave it out.")))
    if problems:
        raise FileRefused(say(UNSTORED), problems, say(FIX))


def _labels_there(campaign: Campaign) -> dict[str, dict[str, str]]:
    """The answers by question: label, folded -> name."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    rows = AnswerClass.objects.filter(question__campaign=campaign).order_by("pk")
    for qid, label, name in rows.values_list("question__qid", "text", "name"):
        found[qid].append((label, name))
    return defaultdict(dict, {qid: names_by_label(named) for qid, named in found.items()})


def names_by_label(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names of classes by their folded labels; further names of a label are kept, so that none is given again."""
    names: dict[str, str] = {}
    for label, name in named:
        folded = fold_label(label)
        names[f"{folded}\n{name}" if folded in names else folded] = name
    return names


def _new_rows(
    known: Iterable[records.KnownAnswer], questions: Mapping[str, Question], there: dict[str, dict[str, str]]
) -> Iterable[AnswerClass]:
    """Rows for the answers that are new, with the next free number of their question as their name."""
    for answer in known:
        names = there[answer.qid]
        label = fold_label(answer.label)
        if label not in names:
            names[label] = next_number(names.values())
            yield AnswerClass(
                question=questions[answer.qid],
                name=names[label],
                text=answer.label,
                origin=answer.origin,
            )

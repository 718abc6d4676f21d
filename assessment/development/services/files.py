"""Files of what was known of the questions before anybody judged: what a kind of them declares, and what follows for all.

A kind says in one class what it reads, what it adds and how that is undone (`answers`, `nuggets`, `gold`); `intake` lists them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from django.db import transaction
from django.db.models import Model

from assessment.campaigns.models import Campaign, FileImport, Question, State
from assessment.campaigns.selectors.documents import unknown_documents
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import ids_of_questions
from assessment.campaigns.services.imports import (
    Keeping,
    dependents_by_trace,
    pack,
    register_import_kind,
    undo_by_trace,
)
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.rehearsals import rehearsed
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from scoring import records
from scoring.formats.columns import Columns
from scoring.stages import LISTING
from scoring.tracks.base import QuestionType

Questions = Mapping[str, Question]  # of a campaign, by id
UNSTORED = sentence("Nothing was stored.")
FIX = sentence("Fix what is listed and import again.")


class KnownImported(NamedTuple):
    """What an import brought."""

    what: str  # a sentence of its kind
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


class KnownFile(ABC):
    """A kind of such files. What is known already is not added again."""

    kind: ClassVar[str]
    title: ClassVar[str]
    label: ClassVar[str]  # what the page says of it, where one is chosen
    adds: ClassVar[type[Model]]  # the table of what it adds
    is_listed: ClassVar[bool] = False  # whether it is for questions that are judged by nuggets

    def takes(self, campaign: Campaign) -> bool:
        """Whether such files can hold anything of the campaign's questions."""
        return bool(self.types(campaign))

    def types(self, campaign: Campaign) -> list[str]:
        """The types of questions that such files speak of."""
        kinds = campaign.track.question_types.values()
        return [
            one.name
            for one in kinds
            if not one.form.has_criteria and one.form.asks(LISTING) == self.is_listed
        ]

    def asked(self, campaign: Campaign) -> list[str]:
        """Ids of such questions, for an example."""
        return ids_of_questions(campaign, self.types(campaign))

    @abstractmethod
    def example(self, campaign: Campaign) -> SourceFile:
        """What the other files have known of such questions."""

    def columns(self, sent: Sent) -> Columns | None:
        """Of a table."""
        return None

    @abstractmethod
    def watched(self, campaign: Campaign) -> Watch:
        """The rows that storing may write."""

    @abstractmethod
    def add(self, sent: Sent, questions: Questions) -> KnownImported:
        """Add what the file knows to what is known already. Raises FileRefused listing every error."""

    def documents(self, sent: Sent) -> Iterable[str]:
        """The documents that a file names as sources."""
        return ()

    def not_there(self, sent: Sent) -> list[str]:
        """Those of them that the campaign's collection does not have."""
        return unknown_documents(sent.campaign, self.documents(sent))

    def dependents(self, source: FileImport) -> list[str]:
        """What stands on an import, so that it cannot be undone."""
        return dependents_by_trace(source)

    def undo(self, source: FileImport, by: Account | None) -> str:
        """Put back what was there before; what was done, in a sentence."""
        return undo_by_trace(source, by)

    def register(self) -> None:
        """Make the kind known."""
        register_import_kind(self.kind, self.title, undo=self.undo, dependents=self.dependents)
        register_intake(
            Intake(
                self.kind,
                Permission.EDIT_CAMPAIGN,
                self._check,
                self._import,
                self.example,
                "lists-and-nuggets#files-of-question-development",
                is_there=lambda access: self.takes(access.campaign),
                page="judging:development",
                heading=sentence("Import known answers and nuggets"),
                columns=self.columns,
            )
        )

    def _check(self, sent: Sent) -> Taken:
        taken = rehearsed(sent, self._stored, self.adds)
        unknown = self.not_there(sent)
        return taken._replace(review={**(taken.review or {}), "unknown": unknown})

    def _import(self, sent: Sent) -> Taken:
        return self._stored(sent)._replace(review=None)

    @transaction.atomic
    def _stored(self, sent: Sent) -> Taken:
        sent = sent._replace(file=sent.source)
        campaign, file = sent.campaign, sent.file
        lock_development(campaign)
        questions = {question.qid: question for question in campaign.questions.in_order()}
        keeping = Keeping(campaign, self.kind, pack(file), self.watched(campaign), sent.by)
        imported = self.add(sent, questions)._replace(again=keeping.again)
        done = imported.sentence(campaign.slug)
        imported = imported._replace(number=keeping.end(done, imported._asdict()))
        known = imported._asdict()
        record_event(by=sent.by, campaign=campaign, verb="development:imported", subject=file.name, **known)
        return Taken(done, imported.number, review={"import_says": done})

    def refuse(
        self, sent: Sent, problems: Sequence[records.Problem], questions: Questions, qids: Iterable[str]
    ) -> None:
        """Refuse a file with errors, or with nuggets where answers are judged and the reverse."""
        kinds = sent.campaign.track.question_types
        others = [self._of_another_form(qid, kinds[questions[qid].type]) for qid in sorted(set(qids))]
        problems = [*problems, *(records.Problem(sent.file.name, 0, *one) for one in others if one)]
        if problems:
            raise FileRefused(say(UNSTORED), problems, say(FIX))

    def _of_another_form(self, qid: str, kind: QuestionType) -> tuple[str, str, str] | None:
        """What is wrong with a file that speaks of such a question: code, message, remedy."""
        if kind.form.has_criteria:
            hint = say("Give them in the column checklist of the questions, or on its page.")
            return "question_form", say("Question {qid} is judged by criteria.", qid=qid), hint
        if kind.form.asks(LISTING) == self.is_listed:
            return None
        if self.is_listed:
            message = sentence("Question {qid} ({kind}) is judged by answers, not nuggets.")
        else:
            message = sentence("Question {qid} ({kind}) is judged by nuggets, not answers.")
        return "question_form", say(message, qid=qid, kind=say(kind.label)), say("Leave it out.")


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


def topics_of(questions: Iterable[Question]) -> records.Topics:
    """The questions as those who read such files know them."""
    return records.Topics(
        tuple(
            records.Question(
                row.qid, row.type, row.text, source_lang=row.source_lang, target_lang=row.target_lang
            )
            for row in questions
        )
    )

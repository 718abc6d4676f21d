"""Checks a run: what its team declares, and the file as a whole. Nothing is stored."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.document_lists import top_documents
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import FileExample, register_example
from assessment.campaigns.services.source_files import fit_name
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.shared.errors import FileRefused, ProblemLike, Refused
from assessment.shared.say import say, say_n
from assessment.submissions.selectors.elsewhere import asking
from assessment.submissions.selectors.sentences import either
from assessment.submissions.services.teams import team_name_error
from assessment.submissions.services.texts import paragraph_texts
from documents.errors import UnknownCollection
from documents.models import Collection
from documents.selectors import get_collection, known_docids
from scoring import records
from scoring.formats.encoded import is_text
from scoring.formats.run_names import RUN_ID, RUN_ID_FORM
from scoring.records import Problem, Response
from scoring.tracks.asked import answer_errors, read_answer, unexpected
from scoring.tracks.base import CheckedRun, Declaration, KnownDocids, RunChecks, Track
from scoring.tracks.example_files import example_runs
from scoring.tracks.foreign import FOREIGN

ASKED = "declared_"  # begins the names of fields of what a track asks
SCOPES = ("all", "top50")
HIGHEST_PRIORITY = 32_767  # what a small integer holds
# Errors in a form's answers, and what a track calls the same error where its guidelines have the rule.
SAME_RULE = {"description_missing": "manual_undescribed", "priority_invalid": "priority"}


def example_run(campaign: Campaign) -> SourceFile:
    """A made-up run that answers the made-up questions of such an evaluation: a team may see no others yet."""
    name, data = next(example_runs(campaign.track, campaign.rules))
    return SourceFile(name, data)


register_example(FileExample("runs", example_run, "table-runs#a-run", Permission.SUBMIT_RUN))


class DeclarationProblem(NamedTuple):
    """What is wrong with one answer of the form."""

    field: str
    code: str
    message: str
    hint: str


class RuleBroken(NamedTuple):
    """All places of a file that break one rule."""

    code: str
    problems: Sequence[ProblemLike]

    @property
    def hint(self) -> str:
        """The hint that all places share; "" where they differ."""
        first = self.problems[0].hint
        return first if all(problem.hint == first for problem in self.problems) else ""


@dataclass(frozen=True)
class Report:
    """What a check found: the responses, or everything that is wrong; and the relaxed rules that the file breaks."""

    file: SourceFile
    declaration: Declaration
    question_pks: Mapping[str, int]
    run_id: str
    responses: tuple[Response, ...]
    declared_problems: list[Problem]
    file_problems: list[Problem]
    warnings: list[Problem]

    @property
    def problems(self) -> list[Problem]:
        """Everything that keeps the run from being stored."""
        return self.declared_problems + self.file_problems

    @cached_property
    def sha256(self) -> str:
        """The checksum of the submitted bytes."""
        return hashlib.sha256(self.file.data).hexdigest()

    def raise_problems(self) -> None:
        """Refuse the run where anything is wrong with it."""
        if self.problems:
            rules = by_rule(self.problems)
            raise FileRefused(
                say_n(
                    "{file} breaks a rule ({rules}). Nothing was stored.",
                    "{file} breaks {n} rules ({rules}). Nothing was stored.",
                    len(rules),
                    file=self.file.name,
                    rules=", ".join(rule.code for rule in rules),
                ),
                self.problems,
                say("Fix it as listed and submit it again."),
            )


def by_rule(problems: Iterable[ProblemLike]) -> list[RuleBroken]:
    """Group problems by the rule they break, in the order in which the rules first appear."""
    groups: dict[str, list[ProblemLike]] = {}
    for problem in problems:
        groups.setdefault(problem.code, []).append(problem)
    return [RuleBroken(code, found) for code, found in groups.items()]


def file_name(given: str) -> str:
    """The last part of a name as its sender gave it, fit to be shown and stored."""
    return fit_name(given)[-255:] or "run"


def check_run(
    *,
    by: Account | None,
    campaign: Campaign,
    declaration: Declaration,
    file: SourceFile,
    organizer: bool,
) -> Report:
    """Check a run against all rules of its track and campaign; every problem is in the report.

    Of a run of other questions it names the campaign that asks them, if `by` sees them there (None: the command line).
    """
    columns = ("pk", "qid", "type", "text", "source_lang", "target_lang")
    rows = list(Question.objects.filter(campaign=campaign).in_order().values_list(*columns))
    topics = records.Topics(
        tuple(
            records.Question(qid, kind, text, source_lang=source, target_lang=target)
            for _, qid, kind, text, source, target in rows
        )
    )
    track, collection = campaign.track, _collection(campaign)
    documents = partial(known_docids, collection.slug) if collection else None
    against = RunChecks(
        topics,
        declaration,
        campaign.rules,
        documents,
        given_out=top_documents(campaign) if declaration.scope == "top50" else None,
        paragraphs=paragraph_texts(collection) if collection else None,
    )
    checked = track.check_run(file.data, file.name, against)
    codes = {problem.code for problem in checked.problems}
    found = declaration_problems(track, declaration, organizer=organizer)
    declared = (problem for problem in found if SAME_RULE.get(problem.code) not in codes)
    errors = [*declared, *_collection_problems(campaign, documents)]
    return Report(
        file=file,
        declaration=declaration._replace(declared={**declaration.declared, **checked.declared}),
        question_pks={qid: pk for pk, qid, *_ in rows},
        run_id=declaration.run_id or checked.run_tag,
        responses=checked.responses,
        declared_problems=[Problem(file.name, 0, found.code, found.message, found.hint) for found in errors],
        file_problems=_with_place(checked, asking(by, campaign, checked.foreign))
        if checked.foreign
        else checked.problems,
        warnings=[
            *(Problem(file.name, 0, *warned[1:]) for warned in unexpected(track.asked, declaration.declared)),
            *checked.warnings,
        ],
    )


def answers_given(given: Iterable[str]) -> dict[str, str]:
    """Answers to what an evaluation asks, each NAME=VALUE. Refused where one is something else."""
    try:
        return dict(map(read_answer, given))
    except ValueError as error:
        raise Refused(str(error), "declared_form", say("Write later_questions=no, for example.")) from None


def _with_place(checked: CheckedRun, elsewhere: Campaign | None) -> list[Problem]:
    """The problems of a run of other questions, with the campaign that asks them."""
    if elsewhere is None:
        return checked.problems
    hint = say("They are the questions of {campaign}; submit it there.", campaign=elsewhere.title)
    return [one._replace(hint=hint) if one.code == FOREIGN else one for one in checked.problems]


def _collection(campaign: Campaign) -> Collection | None:
    """The campaign's collection; None where it is not at hand."""
    try:
        return get_collection(campaign.collection_slug)
    except UnknownCollection:
        return None


def _collection_problems(campaign: Campaign, documents: KnownDocids | None) -> Iterator[DeclarationProblem]:
    """A collection that was chosen, but is not there to check document ids against."""
    named = campaign.collection_slug
    if named and documents is None and campaign.track.documents and not campaign.rules.get("unknown_docids"):
        message = say(
            "The campaign's collection {collection} is not on this site, so document ids cannot be checked.",
            collection=named,
        )
        yield DeclarationProblem("", "collection_missing", message, say("The organizers can import it."))


def declaration_problems(
    track: Track, declaration: Declaration, *, organizer: bool
) -> Iterator[DeclarationProblem]:
    """What is wrong with the answers of the form, whatever the file holds. Organizers need not know all of a run."""
    for wrong in answer_errors(track.asked, declaration.declared, may_be_silent=organizer):
        yield DeclarationProblem(f"{ASKED}{wrong.name}", wrong.code, wrong.message, wrong.hint)
    if error := team_name_error(declaration.team):
        yield DeclarationProblem("team", "team_name_invalid", error, say("Name the team."))
    if declaration.run_id is not None and not RUN_ID.fullmatch(declaration.run_id):
        message = say("A run id has {form}.", form=say(RUN_ID_FORM))
        yield DeclarationProblem(
            "run_id", "run_id_form", message, say("Give another one, or none to take the tag in the file.")
        )
    if not 1 <= declaration.priority <= HIGHEST_PRIORITY:
        yield DeclarationProblem(
            "priority",
            "priority_invalid",
            say("A priority is a number from 1 on."),
            say("1 is judged first."),
        )
    if not declaration.automatic and not declaration.description.strip():
        message = say("A manual run needs a description.")
        yield DeclarationProblem(
            "description", "description_missing", message, say("Say what people did to make the run.")
        )
    if not is_text(declaration.description):
        message = say("The description has bytes that are not text.")
        yield DeclarationProblem(
            "description", "description_encoding", message, say("Type it again, in UTF-8.")
        )
    if declaration.scope not in SCOPES:
        yield DeclarationProblem(
            "scope",
            "scope_unknown",
            say("{scope} is not a scope.", scope=declaration.scope),
            say("Choose {choices}.", choices=either(SCOPES)),
        )
    elif declaration.scope != SCOPES[0] and not track.document_lists:
        message = say("No document lists are given out for runs of {track}.", track=track.title)
        yield DeclarationProblem("scope", "scope_unknown", message, say("Leave the scope out."))
    if declaration.length_limit is not None and not track.length_limits:
        message = say("Runs of {track} have no length limit.", track=track.title)
        yield DeclarationProblem("length_limit", "length_limit", message, say("Leave it out."))

"""Files of what was known before judging: what one would do is found by importing it and taking that back at once."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from assessment.campaigns.models import Campaign, GoldAnswer
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Table
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import ids_of_questions, lines_example, table_example
from assessment.campaigns.services.imports import rehearsal
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake
from assessment.development.services.files import (
    FORMATS,
    KnownImported,
    documents_not_there,
    import_development,
)
from assessment.judging.models import AnswerClass, Nugget
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from assessment.shared.say import say, sentence
from scoring.formats import nuggets
from scoring.formats.columns import BROUGHT, Columns
from scoring.stages import LISTING

SHOWN = 200  # new entries that a preview names
TABLES = {model._meta.label: model for model in (AnswerClass, Nugget, GoldAnswer)}


class Preview(NamedTuple):
    """What an import would do."""

    import_says: str
    is_new: bool  # whether it would change anything
    entries: Sequence[tuple[str, str]]  # question, and answer or nugget
    more: int  # that are not named
    unknown: Sequence[str]  # documents that are not in the collection

    @property
    def sentence(self) -> str:
        """The sum, of a file that is only checked."""
        return say("Nothing is stored yet. The import would say: “{sentence}”", sentence=self.import_says)


def takes(campaign: Campaign, format: str) -> bool:
    """Whether files of a format can hold anything of the campaign's questions."""
    forms_of = [kind.form for kind in campaign.track.question_types.values()]
    if format == "gold":
        return campaign.track.gold
    return any(form.asks(LISTING) == (format != "answers") for form in forms_of if not form.has_criteria)


def preview_of(campaign: Campaign, file: SourceFile, format: str, by: Account | None = None) -> Preview:
    """What the file would do. Raises what its import would raise."""
    with rehearsal():
        imported = import_development(campaign=campaign, file=file, format=format, by=by)
        return _preview(campaign, imported, documents_not_there(campaign, file, format))


def _preview(campaign: Campaign, imported: KnownImported, unknown: Sequence[str]) -> Preview:
    row = campaign.imports.filter(number=imported.number).first() if imported.number else None
    trace = trace_of(row) if row else None
    made = [table for table in trace.tables if table.label in TABLES] if trace else []
    total = sum(len(table.made) for table in made)
    entries = [entry for table in made for entry in _entries(table)]
    is_new = trace is not None and not trace.is_empty
    return Preview(imported.sentence(campaign.slug), is_new, entries, total - len(entries), unknown)


def _entries(table: Table) -> list[tuple[str, str]]:
    some = sorted(table.made)[:SHOWN]
    rows = TABLES[table.label]._default_manager.filter(pk__in=some).select_related("question")
    return [(row.question.qid, str(row)) for row in rows.order_by("question__position", "pk")]


def _check(format: str, sent: Sent) -> Taken:
    found = preview_of(sent.campaign, sent.source, format)
    return Taken(found.sentence, review=found._asdict())


def _store(format: str, sent: Sent) -> Taken:
    imported = import_development(campaign=sent.campaign, file=sent.source, format=format, by=sent.by)
    return Taken(imported.sentence(sent.campaign.slug), imported.number)


def _columns(format: str, sent: Sent) -> Columns | None:
    if format == "nuggets":
        return nuggets.COLUMNS if nuggets.is_table(sent.source.data) else None
    return BROUGHT.get(format)


def _is_there(format: str, access: Access) -> bool:
    return takes(access.campaign, format)


def _example(format: str, campaign: Campaign) -> SourceFile:
    """What the other files have known of such questions."""
    asked = partial(ids_of_questions, campaign)
    if format == "answers":
        return lines_example("answers.txt", *(f"{qid} whale oil" for qid in asked(_types(campaign, False))))
    if format == "gold":
        (qid, *_), place = asked(), {"docid": "WIRE-1", "passage": "3"}
        return table_example("gold.csv", [{"qid": qid, **place, "answer": "whale oil"}])
    (qid, *_) = asked(_types(campaign, True))
    if format == "nuggets":
        said = (("was lit with whale oil", "vital"), ("was struck by lightning", "okay"))
        return table_example(
            "nuggets.csv", [{"qid": qid, "nugget": text, "vote": vote} for text, vote in said]
        )
    return lines_example("pyramid.txt", f"{qid}\t1\t1\twas lit with whale oil", f"{qid}\t2\t0.5\twas struck")


def _types(campaign: Campaign, is_listed: bool) -> list[str]:
    """The types of questions that have nuggets, or those that have answers."""
    kinds = campaign.track.question_types.values()
    return [one.name for one in kinds if not one.form.has_criteria and one.form.asks(LISTING) == is_listed]


for _format in FORMATS:
    register_intake(
        Intake(
            _format,
            Permission.EDIT_CAMPAIGN,
            partial(_check, _format),
            partial(_store, _format),
            partial(_example, _format),
            "lists-and-nuggets#files-of-question-development",
            is_there=partial(_is_there, _format),
            page="judging:development",
            heading=sentence("Import known answers and nuggets"),
            columns=partial(_columns, _format),
        )
    )

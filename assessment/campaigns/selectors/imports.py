"""Reads of the record of imports."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign, FileImport, FileImportState, ImportTrace
from assessment.campaigns.models.imports import KINDS
from assessment.campaigns.selectors.traces import Trace, counted
from assessment.people.selectors.access import Access
from assessment.shared.errors import Refused
from assessment.shared.say import say


def imports_of(campaign: Campaign) -> QuerySet[FileImport]:
    """All imports of a campaign, newest first."""
    return campaign.imports.select_related("made_by", "undone_by").defer("report").order_by("-number")


def named(campaign: Campaign, number: int) -> FileImport:
    """The import of that number. Refused where there is none."""
    found = imports_of(campaign).select_related("campaign").filter(number=number).first()
    if found is None:
        raise Refused(
            say(
                "{campaign} has no import {number}. Nothing was changed.",
                campaign=campaign.slug,
                number=str(number),
            ),
            "import_unknown",
            say("`imports {campaign}` lists them.", campaign=campaign.slug),
        )
    return found


LISTED = 5  # later imports that a sentence names


def access_file_import(access: Access, number: int) -> FileImport:
    """The import of that number in the campaign."""
    rows = imports_of(access.campaign).defer(None).select_related("campaign")
    found = rows.filter(number=number).first()
    if found is None:
        raise Http404
    return found


def same_before(campaign: Campaign, kind: str, sha256: str) -> FileImport | None:
    """The newest import of the same file that was not undone."""
    rows = campaign.imports.filter(kind=kind, sha256=sha256, state=FileImportState.MADE)
    return rows.order_by("-number").first()


def said_again(earlier: FileImport | None, *, is_new: bool) -> str:
    """That the same file was imported before, as a sentence to add to what an import did; empty where it was not.

    `is_new` says whether it brought anything this time.
    """
    if earlier is None:
        return ""
    values = {"day": f"{earlier.made_at:%Y-%m-%d}", "number": str(earlier.number)}
    if is_new:
        said = say("This file was imported on {day} as import {number}.", **values)
    else:
        said = say("This file was imported on {day} as import {number}; nothing new.", **values)
    return f" {said}"


def imported_since(source: FileImport) -> str:
    """The later imports that were not undone, newest first, in a sentence; empty where there are none."""
    later = source.campaign.imports.filter(number__gt=source.number, state=FileImportState.MADE)
    rows = list(later.order_by("-number").values_list("number", "file")[: LISTED + 1])
    named = ", ".join(f"{number} ({file})" for number, file in rows[:LISTED])
    if len(rows) > LISTED:
        return say("Imported since: {imports} and earlier ones.", imports=named)
    return say("Imported since: {imports}.", imports=named) if rows else ""


def trace_of(source: FileImport) -> Trace:
    """What an import did to the tables; nothing where it is not known."""
    try:
        return Trace.unpacked(bytes(source.trace.packed))
    except ImportTrace.DoesNotExist:
        return Trace()


def remarks_on(source: FileImport) -> Sequence[str]:
    """What else somebody should know before an import is undone."""
    return KINDS[source.kind].remarks(source)


def dependents_of(source: FileImport) -> Sequence[str]:
    """What was built on an import since, in sentences; while there is anything, it cannot be undone."""
    return KINDS[source.kind].dependents(source)


def undone_rows(source: FileImport) -> dict[str, list[str]]:
    """Of which rows an undo removes, puts back as before, and brings back: how many of each table, in words.

    None of what goes back through its own history (judgments, decisions): of that, `remarks_on` tells.
    """
    tables = trace_of(source).tables
    parts = {
        name: [(table.label, len(getattr(table, part))) for table in tables]
        for name, part in (("removes", "made"), ("puts_back", "changed"), ("brings_back", "removed"))
    }
    return {
        name: [counted(label, number) for label, number in rows if number] for name, rows in parts.items()
    }

"""Files of document lists as programs send them: what one would do is found by storing it and taking that back at once."""

from collections.abc import Sequence

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.document_lists import KIND, import_document_lists, mark_of_lists
from assessment.campaigns.services.examples import ids_of_questions, lines_example
from assessment.campaigns.services.intakes import SEEN, Intake, Sent, Taken, register_intake
from assessment.campaigns.services.planned import seen_in
from assessment.campaigns.services.rehearsals import rehearsed
from assessment.campaigns.services.source_files import SourceFile
from assessment.people.selectors.access import Permission
from assessment.shared.say import say, say_n, sentence
from documents.selectors import near_docids

NAMED = 20  # documents that a note names


def check(sent: Sent) -> Taken:
    """What the file would do; nothing is stored."""
    seen = mark_of_lists(sent.campaign)
    taken = rehearsed(sent, _store)
    review = {**(taken.review or {}), "seen": seen}
    facts = [
        (say("Lists"), review["lists"]),
        (say("Documents in them"), review["documents"]),
        (say("Present lists, which they replace"), review["replaced"]),
    ]
    unknown = review["unknown"]
    review["unknown"] = None if unknown is None else len(unknown)
    notes = [_note(sent.campaign.collection_slug, unknown)] if unknown else []
    return taken._replace(review={**review, "facts": facts, "notes": notes})


def _note(collection: str, unknown: Sequence[str]) -> str:
    """Which documents of the lists the collection has not, with what may be meant."""
    named = unknown[:NAMED]
    meant = near_docids(collection, named)
    said = [
        say("{id} (did you mean {other}?)", id=one, other=meant[one]) if one in meant else one
        for one in named
    ]
    return say_n(
        "{n} document is not in the collection {collection}: {named}.",
        "{n} documents are not in the collection {collection}: {named}.",
        len(unknown),
        collection=collection,
        named=", ".join([*said, *(["…"] if len(unknown) > NAMED else [])]),
    )


def store(sent: Sent) -> Taken:
    """Import the file in place of all lists there were."""
    return _store(sent)._replace(review=None)


def _store(sent: Sent) -> Taken:
    found = import_document_lists(campaign=sent.campaign, file=sent.source, by=sent.by, seen=seen_in(sent))
    review = {name: getattr(found, name) for name in ("lists", "documents", "unknown", "replaced")}
    return Taken(found.sentence, found.number, review=review)


def example(campaign: Campaign) -> SourceFile:
    """Two documents for the first series, or for the first question."""
    first = campaign.series.order_by("position").values_list("key", flat=True).first()
    target = first or ids_of_questions(campaign)[0]
    return lines_example("document-lists.txt", f"{target} 1 WIRE-1 2.5", f"{target} 2 WIRE-2 2.0")


register_intake(
    Intake(
        KIND,
        Permission.EDIT_CAMPAIGN,
        check,
        store,
        example,
        "how-to-bring-a-collection#document-lists-and-the-texts-of-the-top-50",
        frozenset({SEEN}),
        is_there=lambda access: access.campaign.track.document_lists,
        page="campaigns:import-document-lists",
        heading=sentence("Import document lists"),
        says=(
            sentence(
                "A target is the id of a series or of a question. All lists of the file are imported, or none; all errors "
                "are listed."
            ),
            sentence("They replace the present lists, as long as no run declares that it used them."),
        ),
    )
)

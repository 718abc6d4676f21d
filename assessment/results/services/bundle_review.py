"""What a bundle would become: read whole, as its import reads it, and looked at before anything of it is stored."""

from typing import Any

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.naming import free_slug
from assessment.results.services.bundle_import import ReadBundle
from assessment.results.services.bundle_judgments import people_of
from assessment.results.services.bundle_steps import abandoned
from assessment.shared.say import say
from documents.models import Collection
from scoring import evaluations
from scoring.records import Evaluation


def review_of(read: ReadBundle) -> dict[str, Any]:
    """What its import would make, in values that JSON has; `slug` is a short name that is free."""
    evaluation = read.evaluation
    slug, notes = evaluation.campaign, list(_notes(read))
    if is_taken(slug):
        free = free_slug(slug)
        notes.insert(0, say("There is already a campaign {name}; {free} is free.", name=slug, free=free))
        slug = free
    return {
        "sentence": say(
            "{title}, evaluated as {evaluation}. Its short name would be {slug}.",
            title=evaluation.title,
            evaluation=evaluations.get(evaluation.track, evaluation.definition).title,
            slug=slug,
        ),
        "facts": _facts(evaluation),
        "notes": notes,
        "slug": slug,
    }


def is_taken(slug: str) -> bool:
    """Whether a campaign has this short name, if only one that is being imported or deleted.

    Remains of an import that was cut off hold no name: the next import removes them.
    """
    return Campaign.objects.filter(slug=slug).exclude(pk__in=abandoned()).exists()


def _facts(evaluation: Evaluation) -> list[tuple[str, int]]:
    """How many of what."""
    responses = [one for of_run in evaluation.responses.values() for one in of_run]
    named = {one.docid for one in responses} | {item.docid for item in evaluation.pool}
    annotated = sum(len(one.annotations) for one in evaluation.annotations)
    return [
        (say("Series"), len(evaluation.topics.series)),
        (say("Questions"), len(evaluation.topics.questions)),
        (say("Teams"), len({run.team for run in evaluation.runs})),
        (say("Runs"), len(evaluation.runs)),
        (say("Responses"), len(responses)),
        (say("Documents named"), len(named - {""})),
        (say("Items in the pool"), len(evaluation.pool)),
        (say("Judgments"), len(evaluation.judgments) + annotated),
        (say("Decisions"), len(evaluation.adjudications)),
        (say("People, without accounts"), len(people_of(evaluation))),
    ]


def _notes(read: ReadBundle) -> list[str]:
    collection = str(read.content.get("collection", ""))
    if not collection or Collection.visible.filter(slug=collection).exists():
        return []
    return [
        say(
            "Its collection {name} is not on this site: nobody can open its documents until it is imported.",
            name=collection,
        )
    ]

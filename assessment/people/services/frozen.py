"""What of a campaign no longer changes: nothing of an archived one, of a released one nothing that its scores rest on.

The one refusal of each, for events, jobs and the ledger. Whatever changes a campaign writes an event or a change in the
same transaction, and so ends here.
"""

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import QuerySet

from assessment.shared.errors import Refused
from assessment.shared.gate import enter_gate
from assessment.shared.say import say
from documents.prepared import Prepared

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

# What people have a right to is done in archived campaigns too, and what happens by itself is noted.
ALLOWED = frozenset(
    {
        "account:removed",
        "campaign:archived",
        "campaign:unarchived",
        "campaign:exported",
        "job:cancelled",
        "webhook:failing",
        "webhook:gone",
    }
)

# What changes something that scores rest on, or what people said of it.
SCORED = frozenset(
    {
        "adjudication:accepted",
        "adjudication:decided",
        "adjudication:imported",
        "adjudication:undone",
        "adjudication:withdrawn",
        "annotations:imported",
        "assignment:added",
        "assignment:given_back",
        "assignment:handed_over",
        "assignment:made",
        "assignment:moved",
        "assignment:relieved",
        "assignment:removed",
        "assignment:reopened",
        "assignment:set_aside",
        "assignment:third",
        "batch:undone",
        "candidate:accepted",
        "classes:settled",
        "classes:unsettled",
        "development:imported",
        "experts:asked",
        "import:undone",
        "judgments:imported",
        "judgments:taken_back",
        "known:added",
        "known:changed",
        "known:removed",
        "machine:drafted",
        "machine:matched",
        "matches:imported",
        "notes:saved",
        "pool:made",
        "pool:taken_out",
        "post_editing:declared",
        "post_editing:withdrawn",
        "question:added",
        "question:corrected",
        "question:dropped",
        "question:edited",
        "question:finish_undone",
        "question:finished",
        "question:nil_settled",
        "question:no_answer_found",
        "question:restored",
        "questions:imported",
        "run:replaced",
        "run:submitted",
        "run:withdrawn",
        "sample:drawn",
        "sample:withdrawn",
        "series:edited",
        "table:imported",
        "votes:imported",
    }
)


def refuse_frozen(campaign: "Campaign", verb: str) -> None:
    """Refuse an event that an archived or released campaign does not allow, as it stands now."""
    if verb in SCORED:
        enter_gate(campaign.pk)
    found = _as_it_stands.first(pk=campaign.pk)
    if verb not in ALLOWED:
        refuse_archived(found)
    if verb in SCORED:
        refuse_released(found)


def refuse_released(campaign: "Campaign | None") -> None:
    """Refuse to change what released scores rest on, as the campaign was read."""
    if campaign and campaign.is_released:
        raise Refused(
            say(
                "The results of {campaign} are released, so nothing that they rest on can change. Nothing was changed.",
                campaign=campaign.title,
            ),
            "campaign_released",
            say("Take the release back first."),
        )


def refuse_archived(campaign: "Campaign | None") -> None:
    """Refuse to change what belongs to an archived campaign, as it was read."""
    if campaign and campaign.archived_at:
        raise archived(campaign)


def refuse_archived_now(campaign: "Campaign | None") -> None:
    """The same for a campaign that was read some time ago."""
    if campaign:
        refuse_archived(_as_it_stands.first(pk=campaign.pk))


@Prepared
def _as_it_stands(pk: int) -> "QuerySet[Any]":
    """What of a campaign says whether it is frozen. By name, as the foreign key: campaigns is further up the street."""
    campaigns = apps.get_model("campaigns", "Campaign")._base_manager
    return campaigns.filter(pk=pk).only("title", "state", "archived_at")


def archived(campaign: "Campaign") -> Refused:
    """Why nothing of the campaign changes, and who can help; not by whom, which teams and assessors are not told."""
    message = say(
        "{campaign} was archived on {day}, so nothing of it can be changed.",
        campaign=campaign.title,
        day=f"{campaign.archived_at:%Y-%m-%d}",
    )
    return Refused(message, "archived", say("An organizer can un-archive it on its settings page."))

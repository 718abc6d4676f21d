"""Whether what scores rest on is still what it was, without reading all of it."""

from django.db.models import Count, Max, QuerySet

from assessment.campaigns.models import Campaign
from assessment.judging.models import Change
from assessment.people.models import Event
from assessment.people.services.frozen import SCORED


def inputs_mark(campaign: Campaign) -> str:
    """A mark of everything that scores rest on, which is another one after each change of it.

    Whatever changes it adds a row to the history or the log in the same transaction, or is an import that ends with one
    and that nobody scores beside. Counted too, because a row with a smaller number may become visible after a larger one.
    """
    verbs = SCORED | {"campaign:edited"}
    changes = _rows(Change.objects.filter(question__campaign=campaign))
    return f"{changes}:{_rows(Event.objects.filter(campaign=campaign, verb__in=verbs))}"


def _rows(found: "QuerySet[Change] | QuerySet[Event]") -> str:
    counted = found.aggregate(n=Count("pk"), last=Max("pk"))
    return f"{counted['n']}-{counted['last'] or 0}"

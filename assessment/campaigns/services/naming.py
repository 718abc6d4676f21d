"""The short name of a campaign: free, and made of its title where it was given none."""

from itertools import count
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say

LONGEST = 64
MOST_NAMES = 10  # to find a free name while others take them
RESERVED_SLUGS = frozenset({"new"})  # an address under /campaigns/ of its own
_WITHOUT_LETTERS = "campaign"  # of a title that has no letter from a to z, as in Arabic


def free_slug(title: str) -> str:
    """A short name made of a title that no campaign has yet, with a number where others of its title have it.

    Campaigns that are being imported or deleted count as well: their names are not free.
    """
    wanted = slugify(title)[:LONGEST].strip("-_") or _WITHOUT_LETTERS
    numbered = (f"{wanted[: LONGEST - 6].rstrip('-_')}-{number}" for number in count(2))
    taken = set(
        Campaign.objects.filter(slug__startswith=wanted[: LONGEST - 6]).values_list("slug", flat=True)
    )
    taken |= RESERVED_SLUGS
    return wanted if wanted not in taken else next(slug for slug in numbered if slug not in taken)


def insert_campaign(slug: str | None, title: str, **columns: Any) -> Campaign:
    """One that is named by its title takes the next name where somebody was faster with this one."""
    for left in reversed(range(MOST_NAMES if slug is None else 1)):
        name = free_slug(title) if slug is None else slug
        try:
            with transaction.atomic():
                return Campaign.objects.create(slug=name, title=title, **columns)
        except IntegrityError:
            if not left:
                raise _taken(name) from None
    raise AssertionError("no try was made")


def _taken(slug: str) -> Refused:
    return Refused(
        say("There is already a campaign {name}. Nothing was created.", name=slug),
        "slug_taken",
        say("Choose another name."),
    )

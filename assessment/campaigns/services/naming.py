"""The short name of a campaign that was given none."""

from itertools import count

from django.utils.text import slugify

from assessment.campaigns.models import Campaign

LONGEST = 64
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

"""Rulings on the page of the guidelines, which belongs to campaigns and knows nothing of judging."""

from typing import Any

from django import template

from assessment.judging.selectors.rulings import rulings_beside_guidelines
from assessment.people.selectors.access import Access

register = template.Library()


@register.inclusion_tag("judging/_rulings_card.html", takes_context=True)
def rulings_card(context: template.Context, access: Access) -> dict[str, Any]:
    """The dated rulings of a campaign, as this reader may see them."""
    rulings = rulings_beside_guidelines(access)
    return {
        "rulings": rulings,
        "unread": sum(row.is_new for row in rulings),
        "campaign": access.campaign,
        "can": access.can,
        "csrf_token": context.get("csrf_token"),
    }

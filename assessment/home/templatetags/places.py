"""The way through a campaign, on each of its pages."""

from django import template

from assessment.home.selectors.places import Map, map_for
from assessment.people.selectors.access import Access

register = template.Library()


@register.simple_tag(takes_context=True)
def places(context: template.Context, access: Access, tab: str = "") -> Map:
    """Where the reader can go in this campaign, and where they are; found once for a page, whose crumbs ask for it, too."""
    kept: dict[tuple[int, str], Map] = context["request"].__dict__.setdefault("ways", {})
    key = access.campaign.pk, tab
    if key not in kept:
        kept[key] = map_for(access, tab)
    return kept[key]

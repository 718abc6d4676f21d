"""The way through a campaign, on each of its pages."""

from django import template

from assessment.home.selectors.places import Map, map_for
from assessment.people.selectors.access import Access

register = template.Library()


@register.simple_tag
def places(access: Access, tab: str = "") -> Map:
    """Where the reader can go in this campaign, and where they are."""
    return map_for(access, tab)

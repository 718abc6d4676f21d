"""Tables of an overview on a page."""

from django import template
from django.utils.safestring import SafeString

from scoring.overview import writers
from scoring.overview.tables import Table

register = template.Library()


@register.filter
def as_table(table: Table) -> SafeString:
    """The table as an element; the writer escapes every cell."""
    return SafeString(writers.html(table))

"""What a page says of how files look, beside the field that takes one."""

from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.forms import BoundField
from django.template import Context
from django.urls import reverse

from assessment.campaigns.services.examples import EXAMPLES, FileExample, first_lines
from assessment.campaigns.services.intakes import INTAKES
from assessment.people.selectors.access import Access

register = template.Library()


class ShownExample(NamedTuple):
    """The example of a kind of file as a page shows it."""

    title: str  # what such files are called; "" where the field takes no others
    name: str
    lines: str  # the first
    address: str  # of the whole
    manual: str  # the address where it tells of such files


@register.simple_tag(takes_context=True)
def examples_of(context: Context, field: BoundField) -> list[ShownExample]:
    """The examples of the kinds that a field takes, as far as its campaign has such files."""
    access, kinds = context.get("access") or None, getattr(field.field, "kinds", ())
    there = [one for one in (EXAMPLES[kind] for kind in kinds) if not access or one.is_there(access)]
    return [_shown(one, access, len(there) > 1) for one in there]


@register.simple_tag(takes_context=True)
def most_bytes(context: Context) -> int:
    """How large a file may be that the page takes."""
    match = getattr(context.get("request"), "resolver_match", None)
    takes_corpora = getattr(match and match.func, "takes_corpora", False)
    most: int = settings.MAX_CORPUS_BYTES if takes_corpora else settings.MAX_RUN_BYTES
    return most


def _shown(example: FileExample, access: Access | None, is_named: bool) -> ShownExample:
    of_campaign: tuple[Any, ...] = (access.campaign,) if access and example.permission else ()
    file = example.make(*of_campaign)
    page, _, heading = example.manual.partition("#")
    return ShownExample(
        INTAKES[example.kind].name if is_named else "",
        file.name,
        "\n".join(first_lines(file)),
        _address(example.kind, access if of_campaign else None),
        reverse("judging:manual", args=[page]) + (f"#{heading}" if heading else ""),
    )


def _address(kind: str, access: Access | None) -> str:
    if access:
        return reverse("campaigns:file-example", args=[access.campaign.slug, kind])
    return reverse("campaigns:site-example", args=[kind])

"""Who may read what, by the key in the address."""

from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.http import HttpRequest

from documents import links
from documents.remote.setting import Remote, setting_named


class Permit(NamedTuple):
    """Whether the visitor may read, for whom the address was made, and which setting its key covers."""

    may_read: bool
    reader: str = ""
    remote: Remote = "off"


def permit_for(request: HttpRequest, collection: str, docid: str) -> Permit:
    """What an address of a document lets its visitor do. A part edited by hand is worth nothing, also to a superuser."""
    remote = setting_named(request.GET.get("remote", ""))
    reader = links.reader_of(request.GET.get("key", ""), collection, docid, remote)
    return Permit(_is_reader(request, reader), reader or "", remote if reader else "off")


def may_see_picture(request: HttpRequest, collection: str, digest: str) -> bool:
    """Whether an address of an archived picture is this visitor's."""
    return _is_reader(request, links.picture_reader(request.GET.get("key", ""), collection, digest))


def _is_reader(request: HttpRequest, reader: str | None) -> bool:
    """Whether the key is this visitor's: a signed-in other person's is not, nor that of a closed account."""
    if request.user.is_authenticated:
        return request.user.is_superuser or str(request.user.pk) == reader
    return reader is not None and get_user_model()._default_manager.filter(pk=reader, is_active=True).exists()

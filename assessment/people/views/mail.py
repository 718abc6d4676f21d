"""Links that people need: mailed where mail is set up, else shown to whoever made them to hand over."""

import logging
from collections.abc import Iterable
from smtplib import SMTPException
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.core.mail import send_mail
from django.http import HttpRequest
from django.utils import translation

from assessment.people.models import Account
from assessment.people.services.invitations import Link
from assessment.shared.roles import role_words
from assessment.shared.say import say

logger = logging.getLogger(__name__)


def mail_is_set_up() -> bool:
    """Whether this site can send mail."""
    return bool(settings.MAIL_URL)


def mail_link(*, path: str, to: Account, subject: str, text: str) -> bool:
    """Mail a link to this site, and tell nobody else; whether the server for mail took it.

    Subject and text are marked, and said in the account's language.
    """
    with translation.override(to.mail_language):
        said, body = (
            say(subject),
            f"{say(text)}\n\n{settings.SITE_URL}{path}\n",
        )  # whatever host was asked for
    try:
        send_mail(said, body, None, [to.email])
    except (SMTPException, OSError) as error:  # its words hold addresses, which the log does not
        logger.warning("A link was not mailed: %s", type(error).__name__)
        return False
    return True


def hand_over(request: HttpRequest, *, path: str, to: Account, subject: str, text: str) -> None:
    """Mail a link, or show it on the next page."""
    if mail_is_set_up() and to.email:
        if mail_link(path=path, to=to, subject=subject, text=text):
            messages.success(request, say("The link was mailed to {email}.", email=to.email))
            return
        messages.warning(request, say("The mail to {email} could not be sent.", email=to.email))
    _show_link(request, path)


def show_invitation(request: HttpRequest, link: str, email: str) -> None:
    """Say that an invitation is mailed, which its notice does; or show its link on the next page."""
    if mail_is_set_up() and email:
        messages.success(
            request,
            say("The invitation goes by mail to {email}; Messages shows when it was sent.", email=email),
        )
        return
    _show_link(request, link)


def _show_link(request: HttpRequest, path: str) -> None:
    link = request.build_absolute_uri(path)
    messages.success(request, say("Hand this link over: {link}", link=link), extra_tags="link")


class Handed(NamedTuple):
    """An invitation's link as a page shows it."""

    name: str
    email: str
    roles: str
    address: str
    mailed: bool

    @property
    def line(self) -> str:
        """It as a line of text."""
        return "\t".join((self.name, self.email, self.address))


def handed(request: HttpRequest, links: Iterable[Link]) -> list[Handed]:
    """Invitations for showing, and which of them go by mail: their notices send them."""
    return [
        Handed(
            invitation.name,
            invitation.email,
            role_words(invitation.roles),
            request.build_absolute_uri(path),
            mailed=bool(mail_is_set_up() and invitation.email),
        )
        for invitation, path in links
    ]

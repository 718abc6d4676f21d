"""Making notices in the transaction of what they tell of, and sending each once, by a job."""

import logging
from collections.abc import Callable, Iterable, Sequence
from smtplib import SMTPException
from typing import NamedTuple

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone, translation

from assessment.campaigns.models import Campaign
from assessment.jobs.services.lifecycle import enqueue
from assessment.notices.models import Notice, NoticeKind, NoticeState, Unwanted
from assessment.people.models import Account, Invitation
from assessment.people.selectors.accounts import invitation_path
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say

logger = logging.getLogger(__name__)
CHOOSE_LESS = "/account/notices/"


class Text(NamedTuple):
    """What is said: the subject, the sentences, and the path of the page that they are about."""

    subject: str
    sentences: str
    path: str = ""


def notify(
    *,
    kind: NoticeKind,
    campaign: Campaign | None,
    to: Iterable[Account],
    text: Callable[[], Text],
    about: str,
    by: Account | None = None,
) -> list[Notice]:
    """Tell some people something, once each; `about` names what it is. Those who do not want it, or have no address, are left out.

    `text` is called for each language among them, with that language in force.
    Within a transaction; a job sends it on commit. Without a mail server it waits to be handed over.
    """
    people = {account.pk: account for account in to if account.email and account.is_active}
    unwanted = set(Unwanted.objects.filter(kind=kind, account__in=people).values_list("account", flat=True))
    wanted = [account for pk, account in people.items() if pk not in unwanted]
    if not wanted:
        return []
    state = NoticeState.WAITING if settings.MAIL_URL else NoticeState.TO_HAND_OVER
    where = campaign.pk if campaign else ""
    texts = {language: _in_language(text, language) for language in {one.mail_language for one in wanted}}
    rows = [
        Notice(
            campaign=campaign,
            account=account,
            kind=kind,
            key=f"{kind}:{where}:{account.pk}:{about}"[:200],
            name=str(account),
            email=account.email,
            subject=texts[account.mail_language].subject,
            text=texts[account.mail_language].sentences,
            state=state,
            made_by=by,
        )
        for account in wanted
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if settings.MAIL_URL:
        enqueue(kind="notices.send", by=None)
    return rows


def _in_language(text: Callable[[], Text], language: str) -> Text:
    """A subject and a whole mail in a language."""
    with translation.override(language):
        said = text()
        link = f"\n\n{settings.SITE_URL}{said.path}" if said.path else ""
        choose_less = say(
            "Choose which mail you get: {link}", link=f"{settings.SITE_URL}{settings.PREFIX}{CHOOSE_LESS}"
        )
        subject = " ".join(said.subject.split())[:200]
        return Text(subject, f"{said.sentences}{link}\n\n{choose_less}\n")


def invite_by_mail(
    *, campaign: Campaign | None, invitations: Iterable[Invitation], by: Account | None
) -> None:
    """Have the links of invitations mailed, each once. Without a server or an address the log says that they were handed over.

    The link is put in when the mail goes out, so that the log never holds it. Who has no account yet is written to in
    English.
    """
    title = campaign.title if campaign else "Assize"
    with translation.override("en"):
        subject, text = say("Invitation to {campaign}", campaign=title), _invites(by, title)
    rows = [
        Notice(
            campaign=campaign,
            kind=NoticeKind.INVITATION,
            invitation=row,
            key=f"invitation:{row.pk}:{row.link_seed}",
            name=row.name,
            email=row.email,
            subject=subject[:200],
            text=text,
            state=NoticeState.WAITING if settings.MAIL_URL and row.email else NoticeState.HANDED_OVER,
            made_by=by,
            ended_at=None if settings.MAIL_URL and row.email else timezone.now(),
        )
        for row in invitations
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if any(row.state == NoticeState.WAITING for row in rows):
        enqueue(kind="notices.send", by=None)


def _invites(by: Account | None, title: str) -> str:
    if by:
        return say("{inviter} invites you to {campaign}. Open this link to join:", inviter=by, campaign=title)
    return say("You are invited to {campaign}. Open this link to join:", campaign=title)


def send_what_waits() -> None:
    """Have what waits sent, where something does: its job may have ended at the moment when it was made."""
    if settings.MAIL_URL and Notice.objects.filter(state=NoticeState.WAITING).exists():
        enqueue(kind="notices.send", by=None)


def send_waiting() -> tuple[int, int]:
    """Send all that waits; how many were sent, and how many could not be."""
    sent = failed = 0
    waiting = Notice.objects.filter(state=NoticeState.WAITING).order_by("pk").values_list("pk", flat=True)
    while rows := list(waiting.all()):  # those too that were made while others were sent
        outcomes = [_send(pk) for pk in rows]
        sent += outcomes.count(True)
        failed += outcomes.count(False)
    return sent, failed


def _send(pk: int) -> bool | None:
    """Send one; None where another worker took it. It is marked before, so that it never goes out twice."""
    mine = Notice.objects.filter(pk=pk, state=NoticeState.WAITING)
    if not mine.update(state=NoticeState.SENDING):
        return None
    notice = Notice.objects.select_related("invitation").get(pk=pk)
    try:
        send_mail(notice.subject, _mailed(notice), None, [notice.email])
    except Refused as error:
        Notice.objects.filter(pk=pk).update(state=NoticeState.FAILED, error=str(error)[:300])
        return False
    except (SMTPException, OSError) as error:
        logger.warning("Notice %s was not sent: %s", pk, type(error).__name__)  # its words hold addresses
        Notice.objects.filter(pk=pk).update(state=NoticeState.FAILED, error=str(error)[:300])
        return False
    Notice.objects.filter(pk=pk).update(state=NoticeState.SENT, ended_at=timezone.now(), error="")
    return True


def _mailed(notice: Notice) -> str:
    """The text of the mail; that of an invitation with its link, unless the invitation is over."""
    if notice.invitation is None:
        return notice.text
    path = invitation_path(notice.invitation)
    if not path or notice.key != f"invitation:{notice.invitation.pk}:{notice.invitation.link_seed}":
        raise Refused(
            say("This link no longer works."),
            "invitation_over",
            say("Renew the invitation on the page People."),
        )
    return f"{notice.text}\n\n{settings.SITE_URL}{path}\n"


@transaction.atomic
def send_again(*, notice: Notice) -> Notice:
    """Send what was not sent, or may not have been; or make it one to hand over where there is no server any more."""
    if notice.kind == NoticeKind.INVITATION and not settings.MAIL_URL:
        raise Refused(
            say("This site sends no mail, and the link is not kept. Nothing was sent."),
            "no_mail",
            say("Renew the invitation on the page People and hand the new link over."),
        )
    state = NoticeState.WAITING if settings.MAIL_URL else NoticeState.TO_HAND_OVER
    again = (NoticeState.FAILED, NoticeState.SENDING, NoticeState.TO_HAND_OVER)
    if not Notice.objects.filter(pk=notice.pk, state__in=again).update(state=state, error=""):
        raise Refused(
            say("This notice went out already. Nothing was sent."), "notice_sent", say("Reload the page.")
        )
    if settings.MAIL_URL:
        enqueue(kind="notices.send", by=None)
    notice.refresh_from_db()
    return notice


def mark_handed_over(*, notices: Iterable[int], campaign: Campaign) -> int:
    """Note that somebody told the people themselves; how many notices that were."""
    mine = Notice.objects.filter(pk__in=list(notices), campaign=campaign, state=NoticeState.TO_HAND_OVER)
    return mine.update(state=NoticeState.HANDED_OVER, ended_at=timezone.now())


@transaction.atomic
def choose(*, account: Account, wanted: Iterable[str], offered: Sequence[str]) -> None:
    """Keep which kinds of notice somebody wants, of those that were offered."""
    unwanted = sorted(set(offered) - set(wanted))
    Unwanted.objects.filter(account=account, kind__in=offered).delete()
    Unwanted.objects.bulk_create(Unwanted(account=account, kind=kind) for kind in unwanted)


@transaction.atomic
def send_message(
    *, campaign: Campaign, to: Sequence[Account], subject: str, text: str, by: Account | None, about: str
) -> list[Notice]:
    """Write to people of a campaign; `about` is the page's name for this message, so that a repeat is harmless."""
    said = Text(f"{campaign.title}: {subject.strip()}", text.strip())
    made = notify(kind=NoticeKind.MESSAGE, campaign=campaign, to=to, text=lambda: said, about=about, by=by)
    if not made:
        raise Refused(
            say("None of these people has an e-mail address. Nothing was sent."),
            "no_address",
            say("They can enter one on the page of their account."),
        )
    record_event(
        by=by, campaign=campaign, verb="message:sent", subject=subject.strip()[:150], people=len(made)
    )
    return made

"""What people are told: once each, to whom it concerns, shown in the log, sent or handed over."""

import re
from datetime import timedelta
from io import StringIO
from smtplib import SMTPServerDisconnected
from typing import Any
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.utils import timezone, translation

from assessment.assignments.services.handover import add_assessor, reopen
from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.deadlines import move_deadline
from assessment.judging.services.questions import finish
from assessment.judging.services.rulings import ask_organizer, write_ruling
from assessment.notices.models import CHOOSABLE, Notice, NoticeKind, NoticeState, Unwanted
from assessment.notices.services.notify import Text, notify, send_waiting
from assessment.notices.services.occasions import tell_near_deadlines
from assessment.people.models import Account, Invitation
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.datetimes import ZonedDatetime
from assessment.submissions.services.teams import ensure_team
from tests.bring import bring_by_page
from tests.client import Client
from tests.factory import (
    make_account,
    make_assignment,
    make_campaign,
    make_items,
    make_member,
    make_questions,
)

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/trial/messages/"


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(state=State.OPEN, deadline=timezone.now() + timedelta(days=30))


@pytest.fixture
def olga(campaign: Campaign) -> Account:
    return _with_mail(make_member(campaign, "olga", "organizer"))


@pytest.fixture
def lake(campaign: Campaign) -> Account:
    """Somebody of the team lake."""
    account = _with_mail(make_account("lake-person"))
    member = ensure_member(
        campaign=campaign, name="lake-person", roles=["participant"], by=None, account=account
    )
    ensure_team(by=None, campaign=campaign, name="lake").members.add(member)
    return account


@pytest.fixture
def mail(settings: Any) -> None:
    settings.MAIL_URL = "smtp://mail.test"


def _with_mail(account: Account) -> Account:
    account.email = f"{account.username}@example.org"
    account.save()
    return account


def _move(campaign: Campaign, team: str = "", days: int = 40) -> None:
    deadline = ZonedDatetime(timezone.now() + timedelta(days=days), "UTC")
    move_deadline(campaign=campaign, deadline=deadline, reason="a holiday", by=None, team_name=team)


# Who is told what


def test_a_moved_deadline_is_told_to_the_teams(campaign: Campaign, lake: Account, olga: Account) -> None:
    _move(campaign)
    (notice,) = Notice.objects.all()
    assert (notice.account, notice.kind) == (lake, NoticeKind.DEADLINE_MOVED)
    assert "Reason: a holiday" in notice.text
    assert "http://127.0.0.1:8000/campaigns/trial/runs/" in notice.text


def test_everybody_is_told_in_the_language_of_their_account(
    campaign: Campaign, lake: Account, olga: Account
) -> None:
    lake.page_language = "de"
    lake.save()

    def text() -> Text:
        return Text(f"in {translation.get_language()}", "Hello.")

    with translation.override("fr"):  # of whoever does what people are told of
        notify(kind=NoticeKind.DEADLINE_MOVED, campaign=campaign, to=[lake, olga], text=text, about="this")
        assert translation.get_language() == "fr"
    told = {notice.account: notice.subject for notice in Notice.objects.all()}
    assert told == {lake: "in de", olga: "in en"}


def test_a_deadline_of_one_team_is_told_to_no_other(campaign: Campaign, lake: Account) -> None:
    other = _with_mail(make_account("tern-person"))
    member = ensure_member(
        campaign=campaign, name="tern-person", roles=["participant"], by=None, account=other
    )
    ensure_team(by=None, campaign=campaign, name="tern").members.add(member)
    _move(campaign, "tern")
    assert [notice.account for notice in Notice.objects.all()] == [other]


def test_assessors_are_told_once_of_what_they_were_given(campaign: Campaign) -> None:
    first, second = make_questions(campaign, "1", "2", type="factoid")
    for question in (first, second):
        make_items(question, ("D1", "a ferry"))
    ada = _with_mail(make_account("ada"))
    member = ensure_member(campaign=campaign, name="ada", roles=["assessor"], by=None, account=ada)
    add_assessor(question=first, member=member, by=None)
    add_assessor(question=second, member=member, by=None)
    texts = [notice.text for notice in Notice.objects.order_by("pk")]
    assert [text.split(" to judge")[0] for text in texts] == ["You have 1 question", "You have 2 questions"]


@pytest.mark.both_databases
def test_a_reopened_question_is_told_to_its_assessor_and_the_end_to_organizers(
    campaign: Campaign, olga: Account
) -> None:
    (question,) = make_questions(campaign, "1", type="factoid")
    make_items(question, ("D1", "a ferry"))
    work = make_assignment(question, _with_mail(make_account("ada")))
    work.judged = 1
    work.save()
    finish(by=work.member.account, assignment_id=work.pk, no_answer_found=True)
    assert [(notice.account, notice.kind) for notice in Notice.objects.all()] == [
        (olga, NoticeKind.JUDGING_DONE)
    ]
    reopen(assignment=work, by=olga)
    assert Notice.objects.get(kind=NoticeKind.QUESTION_REOPENED).account == work.member.account


@pytest.mark.both_databases
def test_a_question_is_told_to_organizers_and_its_ruling_to_who_asked(
    campaign: Campaign, olga: Account
) -> None:
    (question,) = make_questions(campaign, "1", type="factoid")
    item = make_items(question, ("D1", "a ferry"))[0]
    work, other = (make_assignment(question, _with_mail(make_account(name))) for name in ("ada", "ben"))
    client_id = uuid4()
    for _ in range(2):  # sent again, it is told once
        asked = ask_organizer(
            by=work.member.account,
            assignment_id=work.pk,
            text="Does it count?",
            item_id=item.pk,
            client_id=client_id,
        )
    notice = Notice.objects.get()
    assert (notice.account, notice.kind) == (olga, NoticeKind.RULING_ASKED)
    assert "ada asks about “a ferry” in D1" in notice.text
    assert f"/campaigns/trial/rulings/#ruling-{asked.pk}" in notice.text
    for text in ("It does.", "It does.", "It does not."):
        write_ruling(campaign=campaign, text=text, by=olga, ruling=asked.pk)
    write_ruling(campaign=campaign, text="Names count.", by=olga)  # nobody asked
    told = Notice.objects.filter(kind=NoticeKind.RULING_MADE).order_by("pk")
    assert [notice.account for notice in told] == [work.member.account] * 2
    assert "It does not." in told[1].text
    assert not Notice.objects.filter(account=other.member.account).exists()


def test_a_private_release_is_told_to_teams_and_a_public_one_to_all(
    campaign: Campaign, lake: Account
) -> None:
    ada = _with_mail(make_member(campaign, "ada", "assessor"))
    record_event(by=None, campaign=campaign, verb="scores:told_teams", subject="version 1")
    assert [notice.account for notice in Notice.objects.all()] == [lake]
    assert "not public yet" in Notice.objects.get().text
    record_event(by=None, campaign=campaign, verb="scores:released", subject="version 1")
    assert {notice.account for notice in Notice.objects.all()} == {lake, ada}


def test_a_near_deadline_is_told_once_for_each_date(campaign: Campaign, lake: Account) -> None:
    tell_near_deadlines()
    assert not Notice.objects.exists()
    Campaign.objects.update(deadline=timezone.now() + timedelta(hours=30))
    assert tell_near_deadlines() == 1
    tell_near_deadlines()
    (notice,) = Notice.objects.all()
    assert "lake has submitted no run yet." in notice.text


@pytest.mark.both_databases
def test_who_wants_less_gets_less(client: Client, campaign: Campaign, lake: Account) -> None:
    client.force_login(lake)
    page = client.get("/account/notices/").text
    assert page.count(" checked") == len(CHOOSABLE)
    client.post("/account/notices/", {"wanted": ["receipt", "released"]})
    assert Unwanted.objects.filter(account=lake, kind="deadline_moved").exists()
    _move(campaign)
    assert not Notice.objects.exists()
    client.post("/account/notices/", {"wanted": ["deadline_moved"]})
    _move(campaign, days=50)
    assert Notice.objects.count() == 1


@pytest.mark.both_databases
def test_who_has_no_address_is_left_out(campaign: Campaign, lake: Account) -> None:
    Account.objects.update(email="")
    _move(campaign)
    assert not Notice.objects.exists()


# Sending


def test_each_goes_out_once_by_a_job(
    campaign: Campaign, lake: Account, mail: None, mailoutbox: list[EmailMessage]
) -> None:
    _move(campaign)
    assert send_waiting() == (1, 0)
    assert send_waiting() == (0, 0)
    (sent,) = mailoutbox
    assert sent.to == ["lake-person@example.org"]
    assert "deadline moved" in sent.subject
    assert Notice.objects.get().state == NoticeState.SENT


@pytest.mark.both_databases
def test_what_was_being_sent_when_its_process_died_is_not_sent_again_by_itself(
    client: Client,
    campaign: Campaign,
    lake: Account,
    olga: Account,
    mail: None,
    mailoutbox: list[EmailMessage],
) -> None:
    _move(campaign)
    Notice.objects.update(state=NoticeState.SENDING)
    assert send_waiting() == (0, 0)
    client.force_login(olga)
    assert "Send again" in client.get(PAGE).text
    client.post(f"{PAGE}{Notice.objects.get().pk}/send/")
    send_waiting()
    assert len(mailoutbox) == 1


def test_a_server_that_refuses_is_named_in_the_log(
    client: Client,
    campaign: Campaign,
    lake: Account,
    olga: Account,
    mail: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any) -> None:
        raise SMTPServerDisconnected("the server hung up")

    monkeypatch.setattr("assessment.notices.services.notify.send_mail", refuse)
    _move(campaign)
    assert send_waiting() == (0, 1)
    client.force_login(olga)
    assert "Not sent: the server hung up" in client.get(PAGE).text


@pytest.mark.both_databases
def test_without_a_server_it_is_handed_over(
    client: Client, campaign: Campaign, lake: Account, olga: Account, mailoutbox: list[EmailMessage]
) -> None:
    _move(campaign)
    client.force_login(olga)
    page = client.get(PAGE).text
    assert "this site sends no mail" in page
    assert "Reason: a holiday" in page
    client.post(PAGE + "handed-over/", {"notice": [Notice.objects.get().pk]})
    assert Notice.objects.get().state == NoticeState.HANDED_OVER
    assert not mailoutbox


def test_a_refused_change_tells_nobody(campaign: Campaign, lake: Account) -> None:
    with pytest.raises(Exception, match="A reason is needed"):
        move_deadline(campaign=campaign, deadline=None, reason=" ", by=None)
    assert not Notice.objects.exists()


# Messages


def test_organizers_write_to_teams_and_a_repeat_is_harmless(
    client: Client, campaign: Campaign, lake: Account, olga: Account
) -> None:
    client.force_login(olga)
    said = {"to": "teams", "subject": "A\u2028question", "text": "Please look at 4.2.", "about": uuid4().hex}
    assert client.post(PAGE, said, follow=True).text.count("hand your message to 1 person yourself") == 1
    client.post(PAGE, said)
    (notice,) = Notice.objects.filter(kind=NoticeKind.MESSAGE)
    assert notice.subject == "Trial: A question"
    assert notice.text.startswith("Please look at 4.2.")


def test_a_message_to_nobody_is_refused_and_kept_in_the_form(client: Client, olga: Account) -> None:
    client.force_login(olga)
    said = {"to": "adjudicators", "subject": "Hello", "text": "A long text.", "about": uuid4().hex}
    answer = client.post(PAGE, said)
    assert answer.status_code == 422
    assert "None of these people has an e-mail address" in answer.text
    assert "A long text." in answer.text


@pytest.mark.both_databases
def test_commands_write_and_list(campaign: Campaign, lake: Account) -> None:
    out = StringIO()
    call_command("message", "trial", to="teams", subject="Hello", text="A text.", stdout=out)
    call_command("notices", "trial", stdout=out)
    assert "Wrote to 1 person." in out.getvalue()
    assert "To hand over       lake-person <lake-person@example.org>: Trial: Hello" in out.getvalue()
    with pytest.raises(CommandError, match="None of these people"):
        call_command("message", "trial", to="assessors", subject="Hello", text="A text.", stdout=StringIO())


PEOPLE = "/campaigns/trial/people/"
ZED = {"invite-name": "Zed", "invite-email": "zed@example.org", "invite-roles": ["assessor"]}


def _link(mail: EmailMessage) -> str:
    """The path of the link that a mail brings."""
    found = re.search(r"/invitations/[^/]+/", str(mail.body))
    assert found
    return found[0]


def test_an_invitation_handed_over_is_in_the_log_without_its_link(client: Client, olga: Account) -> None:
    client.force_login(olga)
    client.post(f"{PEOPLE}invite/", ZED)
    (notice,) = Notice.objects.all()
    assert (notice.kind, notice.name, notice.state) == (NoticeKind.INVITATION, "Zed", NoticeState.HANDED_OVER)
    assert "/invitations/" not in notice.text


@pytest.mark.both_databases
def test_invitations_of_a_table_are_mailed_by_the_job_once_each(
    client: Client, olga: Account, mail: None, mailoutbox: list[EmailMessage]
) -> None:
    client.force_login(olga)
    table = "name,email,roles\nZed,zed@example.org,assessor\nYan,,assessor\nXia,xia@example.org,assessor\n"
    said = bring_by_page(client, f"{PEOPLE}import/", text=table).text
    assert said.count("goes to ") == 2
    assert mailoutbox == []
    assert sorted(Notice.objects.values_list("name", "state")) == [
        ("Xia", NoticeState.WAITING),
        ("Yan", NoticeState.HANDED_OVER),
        ("Zed", NoticeState.WAITING),
    ]
    assert send_waiting() == (2, 0)
    assert send_waiting() == (0, 0)
    assert sorted(one.to[0] for one in mailoutbox) == ["xia@example.org", "zed@example.org"]
    assert "olga invites you to Trial." in mailoutbox[0].body
    for one in mailoutbox:
        assert _link(one) in said
        assert Client().get(_link(one)).status_code == 200
        assert not Notice.objects.filter(text__contains=_link(one)).exists()
    assert client.get(PAGE).text.count("Invitation to Trial") == 3


def test_a_renewed_invitation_is_mailed_with_its_new_link(
    client: Client, olga: Account, mail: None, mailoutbox: list[EmailMessage]
) -> None:
    client.force_login(olga)
    client.post(f"{PEOPLE}invite/", ZED)
    send_waiting()
    client.post(f"{PEOPLE}invitations/renew/", {"invitation": Invitation.objects.get().pk})
    send_waiting()
    former, new = map(_link, mailoutbox)
    assert former != new
    assert Client().get(former).status_code == 404
    assert Client().get(new).status_code == 200


@pytest.mark.both_databases
def test_an_invitation_that_was_withdrawn_or_renewed_before_its_mail_is_not_sent(
    client: Client, olga: Account, mail: None, mailoutbox: list[EmailMessage]
) -> None:
    client.force_login(olga)
    client.post(f"{PEOPLE}invite/", ZED)
    row = Invitation.objects.get()
    client.post(f"{PEOPLE}invitations/renew/", {"invitation": row.pk})
    assert send_waiting() == (1, 1)
    client.post(f"{PEOPLE}invite/", ZED | {"invite-name": "Yan"})
    client.post(f"{PEOPLE}invitations/{Invitation.objects.get(name='Yan').pk}/withdraw/")
    assert send_waiting() == (0, 1)
    assert [one.to for one in mailoutbox] == [["zed@example.org"]]
    assert client.get(PAGE).text.count("Not sent: This link no longer works.") == 2


def test_a_link_that_is_not_kept_cannot_be_sent_without_mail(
    client: Client, olga: Account, mail: None, settings: Any
) -> None:
    client.force_login(olga)
    client.post(f"{PEOPLE}invite/", ZED)
    Notice.objects.update(state=NoticeState.FAILED)
    settings.MAIL_URL = ""
    answer = client.post(f"{PAGE}{Notice.objects.get().pk}/send/", follow=True)
    assert "Renew the invitation on the page People" in answer.text
    assert Notice.objects.get().state == NoticeState.FAILED


@pytest.mark.parametrize("role", ["assessor", "participant", "adjudicator"])
def test_the_log_is_for_organizers(client: Client, campaign: Campaign, role: str) -> None:
    client.force_login(make_member(campaign, "someone", role))
    assert client.get(PAGE).status_code == 404

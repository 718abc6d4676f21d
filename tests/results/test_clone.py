"""A campaign is cloned: what was set up goes along by choice, what came of it never does."""

from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass, Judgment, Ruling
from assessment.judging.services.rulings import write_ruling
from assessment.people.models import Event
from assessment.results.services.bundle_import import import_folder
from assessment.submissions.models import PoolItem
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member, make_questions
from tests.results.golden import golden

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def origin() -> Campaign:
    """A judged campaign in series, with known answers, guidelines, an organizer and a deadline."""
    made = import_folder(folder=golden("series_small"), slug="first", by=None).campaign
    question = made.questions.in_order()[0]
    AnswerClass.objects.get_or_create(question=question, name="known", label="Ada", origin="development")
    question.drop_reason = "ambiguous"
    question.save()
    made.guidelines.create(version=1, text="Be fair.")
    make_member(made, "olga", "organizer")
    call_command("settings", "first", "judges=3", "deadline=2098-01-01 12:00 UTC")
    return made


def test_all_parts_go_along_and_nothing_of_what_came_of_them(
    origin: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    held = (Judgment.objects.count(), PoolItem.objects.count())
    call_command("clone_campaign", "first", "second", all=True, title="Second")
    said = capsys.readouterr().out
    assert "Created second from first, a draft without a deadline:" in said
    made = Campaign.visible.get(slug="second")
    assert (made.title, made.state, made.deadline, made.rules["judges"]) == ("Second", "draft", None, 3)
    assert list(made.questions.in_order().values_list("qid", "type", "text")) == list(
        origin.questions.in_order().values_list("qid", "type", "text")
    )
    assert list(made.series.values_list("key", "target")) == list(origin.series.values_list("key", "target"))
    assert not made.questions.exclude(drop_reason="").exists()
    assert made.guidelines.get().text == "Be fair."
    assert made.members.get(account__username="olga").role_names() == ["organizer"]
    assert AnswerClass.objects.filter(question__campaign=made, label="Ada").count() == 1
    assert not made.runs.exists()
    assert (Judgment.objects.count(), PoolItem.objects.count()) == held
    assert Event.objects.filter(campaign=made, verb="campaign:cloned").get().subject == origin.title


def test_rulings_go_along_by_choice_with_their_dates_and_without_who_asked(origin: Campaign) -> None:
    question = origin.questions.in_order()[0]
    asker = origin.members.order_by("pk")[0]
    waits = Ruling.objects.create(campaign=origin, client_id=uuid4(), asked="And names?", asked_by=asker)
    of_one = Ruling.objects.create(
        campaign=origin, question=question, client_id=uuid4(), asked="?", asked_by=asker
    )
    for row, text in ((None, "Names count."), (of_one.pk, "Years count.")):
        write_ruling(campaign=origin, text=text, by=None, ruling=row)
    call_command("clone_campaign", "first", "bare", rulings=True)
    bare = Ruling.objects.get(campaign__slug="bare")  # that of a question stays behind with it
    former = Ruling.objects.get(campaign=origin, text="Names count.")
    assert (bare.text, bare.ruled_at) == ("Names count.", former.ruled_at)
    call_command("clone_campaign", "first", "second", rulings=True, questions=True)
    rows = Ruling.objects.filter(campaign__slug="second").order_by("pk")
    assert {row.text for row in rows} == {"Names count.", "Years count."}
    assert all(row.asked == "" and row.asked_by is None for row in rows)
    assert waits.text == ""


def test_without_parts_the_settings_alone(origin: Campaign) -> None:
    call_command("clone_campaign", "first", "bare")
    made = Campaign.visible.get(slug="bare")
    assert (made.questions.count(), made.members.count(), made.guidelines.count()) == (0, 0, 0)


def test_what_could_only_fail_is_said_at_once(origin: Campaign) -> None:
    make_campaign("taken")
    with pytest.raises(CommandError, match="There is already a campaign taken"):
        call_command("clone_campaign", "first", "taken")
    with pytest.raises(CommandError, match="go along with the questions alone"):
        call_command("clone_campaign", "first", "second", known=True)
    with pytest.raises(CommandError, match="cannot be the short name"):
        call_command("clone_campaign", "first", "new")
    assert Campaign.objects.count() == 2


def test_by_page_whoever_may_create_is_its_admin() -> None:
    campaign = make_campaign("first")
    make_questions(campaign, "1", type="factoid")
    olga = make_member(campaign, "olga", "organizer")
    client = Client()
    client.force_login(olga)
    assert client.get("/campaigns/first/clone/").status_code == 404
    call_command("let_create", "olga")
    assert 'value="people" ' in client.get("/campaigns/first/clone/").content.decode()
    sent = {"title": "Second", "slug": "second", "parts": ["questions", "people"]}
    page = client.post("/campaigns/first/clone/", sent, follow=True)
    assert page.redirect_chain[-1][0] == "/campaigns/second/settings/"
    made = Campaign.visible.get(slug="second")
    assert made.members.get().role_names() == ["admin", "organizer"]
    again = client.post("/campaigns/first/clone/", sent)
    assert again.status_code == 422
    assert "There is already a campaign second." in again.content.decode()
    assert make_account("eve") not in [member.account for member in made.members.all()]


def test_an_archived_campaign_can_be_cloned(origin: Campaign) -> None:
    call_command("archive", "first")
    call_command("clone_campaign", "first", "second", questions=True)
    made = Campaign.visible.get(slug="second")
    assert made.archived_at is None
    assert made.questions.count() == origin.questions.count()

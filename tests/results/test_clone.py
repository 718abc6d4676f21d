"""A campaign is cloned: what was set up goes along by choice, what came of it never does."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass, Judgment, Ruling
from assessment.judging.services.rulings import write_ruling
from assessment.people.models import Account, Event
from assessment.results.services import cloning
from assessment.results.services.bundle_import import import_folder
from assessment.submissions.models import PoolItem
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member, make_questions
from tests.results.golden import golden

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def origin() -> Campaign:
    """A judged campaign in series, with known answers, guidelines, an organizer and a deadline."""
    made = import_folder(folder=golden("series_small"), slug="first", by=None).campaign
    question = made.questions.in_order()[0]
    AnswerClass.objects.get_or_create(question=question, name="known", text="Ada", origin="development")
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
    assert AnswerClass.objects.filter(question__campaign=made, text="Ada").count() == 1
    assert not made.runs.exists()
    assert (Judgment.objects.count(), PoolItem.objects.count()) == held
    assert Event.objects.filter(campaign=made, verb="campaign:cloned").get().subject == origin.title


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_what_could_only_fail_is_said_at_once(origin: Campaign) -> None:
    make_campaign("taken")
    with pytest.raises(CommandError, match="There is already a campaign taken"):
        call_command("clone_campaign", "first", "taken")
    with pytest.raises(CommandError, match="go along with the questions alone"):
        call_command("clone_campaign", "first", "second", known=True)
    with pytest.raises(CommandError, match="cannot be the short name"):
        call_command("clone_campaign", "first", "new")
    assert Campaign.objects.count() == 2


@pytest.mark.both_databases
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


def split(slug: str, sizes: str, part: int, seed: int = 11, origin: str = "first") -> Campaign:
    parts = {"questions": True, "known": True, "lists": True}
    call_command("clone_campaign", origin, slug, split=sizes, part=part, seed=seed, **parts)
    return Campaign.visible.get(slug=slug)


def test_parts_of_a_split_are_whole_and_have_nothing_in_common(origin: Campaign) -> None:
    """Drawn by the seed; a series stays together, with what is known of its questions."""
    parts = [split(f"part-{number}", "2:1", number) for number in (1, 2)]
    held = [set(part.questions.values_list("qid", flat=True)) for part in parts]
    assert held[0] | held[1] == set(origin.questions.values_list("qid", flat=True))
    assert not held[0] & held[1]
    keys = [set(part.series.values_list("key", flat=True)) for part in parts]
    assert keys[0].isdisjoint(keys[1])
    for part, qids in zip(parts, held, strict=True):
        whole = origin.questions.filter(series__key__in=part.series.values("key"))
        assert set(whole.values_list("qid", flat=True)) == qids
        known = AnswerClass.objects.filter(origin="development", member=None, removed=False)
        assert (
            known.filter(question__campaign=part).count()
            == known.filter(question__campaign=origin, question__qid__in=qids).count()
        )
    again = split("again", "2:1", 2)
    assert set(again.questions.values_list("qid", flat=True)) == held[1]
    event = Event.objects.get(campaign=again, verb="campaign:cloned")
    assert (event.data["sizes"], event.data["part"], event.data["seed"]) == ([2, 1], 2, 11)


def test_parts_have_about_their_shares_and_stay_apart_when_questions_come() -> None:
    many = make_campaign("many")
    make_questions(many, *map(str, range(1, 501)))
    train = set(split("train", "80:10:10", 1, origin="many").questions.values_list("qid", flat=True))
    assert 370 <= len(train) <= 430  # 400, and three standard deviations of a draw
    make_questions(many, *map(str, range(501, 601)))
    for part in (2, 3):
        held = set(
            split(f"part-{part}", "80:10:10", part, origin="many").questions.values_list("qid", flat=True)
        )
        assert held
        assert not held & train


@pytest.mark.parametrize(
    ("sizes", "part", "says"),
    [
        ("80:0", 1, "no sizes"),
        ("a:b", 1, "no sizes"),
        ("80:", 1, "no sizes"),
        ("1:1", 3, "no part 3 of 2"),
        ("1:1", None, "no part 0 of 2"),
        ("1:9999", 1, "holds no question"),
    ],
)
def test_a_split_that_is_none_is_refused(origin: Campaign, sizes: str, part: int | None, says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("clone_campaign", "first", "second", questions=True, split=sizes, part=part)
    with pytest.raises(CommandError, match="needs the sizes"):
        call_command("clone_campaign", "first", "second", questions=True, part=1)
    with pytest.raises(CommandError, match="Training samples are of all parts"):
        call_command("clone_campaign", "first", "second", all=True, split="1:1", part=1)
    with pytest.raises(CommandError, match="only where questions do"):
        call_command("clone_campaign", "first", "second", people=True, split="1:1", part=1)
    assert not Campaign.objects.filter(slug="second").exists()


def test_a_test_that_is_kept_apart_is_seen_by_its_organizer_alone(origin: Campaign) -> None:
    """Made without people: whoever was in the campaign sees nothing of it."""
    admin = make_member(origin, "ida", "organizer")
    call_command("let_create", "ida")
    client = Client()
    client.force_login(admin)
    form = {"title": "Test", "slug": "kept", "parts": ["questions"], "split": "1:1", "part": 2, "seed": 3}
    assert client.post("/campaigns/first/clone/", form).status_code in (200, 302)
    assert client.get("/campaigns/kept/questions/").status_code == 200
    other = Client()
    other.force_login(Account.objects.get(username="olga"))
    assert other.get("/campaigns/kept/questions/").status_code == 404
    assert other.get("/campaigns/first/questions/").status_code == 200


@pytest.mark.parametrize("place", ["_guidelines", "_people", "_known"])
def test_questions_that_are_replaced_while_they_are_copied_leave_no_clone(
    origin: Campaign, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Else the answers of one question could become those of another that got its id."""
    copy = getattr(cloning, place)

    def replaced(*given: Any) -> Any:
        question = Question.objects.get(campaign=origin, qid="1.1")
        Question.objects.filter(pk=question.pk).update(text="What else is asked?")
        return copy(*given)

    monkeypatch.setattr(cloning, place, replaced)
    with pytest.raises(CommandError, match="changed while they were copied"):
        call_command("clone_campaign", "first", "second", all=True)
    assert not Campaign.objects.filter(slug="second").exists()
    monkeypatch.undo()
    call_command("clone_campaign", "first", "second", all=True)
    assert Campaign.visible.get(slug="second").questions.get(qid="1.1").text == "What else is asked?"

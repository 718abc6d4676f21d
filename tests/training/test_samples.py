"""Organizers write sample questions as versions: a change keeps what was tried before."""

from typing import Any

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Event, Member
from assessment.shared.errors import Conflict, Refused
from assessment.training.models import TrainingItem, TrainingPlan, TrainingQuestion
from assessment.training.models.samples import Sample
from assessment.training.services.samples import write_sample
from assessment.training.services.training import begin_try
from tests.client import Client
from tests.query_counts import QueryCount
from tests.training.conftest import COACH, SAMPLE, Enter

URL = "/campaigns/facts/training/"


def fields(*items: dict[str, str], **question: Any) -> dict[str, Any]:
    """What the page of a sample sends."""
    sent = {"name": "time-1", "type": "factoid", "text": "Who is mayor?", "seen": 0, **question}
    sent |= {"items-TOTAL_FORMS": len(items), "items-INITIAL_FORMS": 0}
    for number, item in enumerate(items):
        sent |= {f"items-{number}-{column}": value for column, value in item.items()}
    return sent


MAYOR = {
    "docid": "AP-9",
    "supporting_text": "Mayor Vasquez spoke.",
    "answer": "Vasquez",
    "right_grade": "yes",
    "reason": "Enough.",
}
EMPTY = dict.fromkeys(MAYOR, "")
SPEECH = MAYOR | {"supporting_text": "", "answer": "spoke", "right_grade": "no", "reason": "No name."}


@pytest.fixture
def olga(campaign: Campaign, enter: Enter) -> Client:
    return enter("olga")


def test_a_sample_is_written_on_its_page(olga: Client, campaign: Campaign) -> None:
    assert olga.get(f"{URL}new/").status_code == 200
    response = olga.post(f"{URL}new/", fields(MAYOR, EMPTY, SPEECH))
    assert (response.status_code, response.headers["Location"]) == (302, URL)
    stored = campaign.training_questions.get()
    assert (stored.name, stored.version, stored.type, stored.scale_name) == ("time-1", 1, "factoid", "yes-no")
    answers = stored.items.order_by("pk").values_list("answer", "right_grade", "supporting_text")
    assert list(answers) == [
        ("Vasquez", "yes", "Mayor Vasquez spoke."),
        ("spoke", "no", "Mayor Vasquez spoke."),
    ]
    event = Event.objects.get(verb="training:sample_written")
    assert (event.subject, str(event.account)) == ("time-1", "olga")


def test_faults_stand_at_their_fields_and_all_that_was_typed_stays(olga: Client) -> None:
    sent = fields(EMPTY, MAYOR | {"right_grade": "", "reason": ""}, MAYOR, name="time one", text="")
    response = olga.post(f"{URL}new/", sent)
    page = response.content.decode()
    assert response.status_code == 422
    for said in (
        "cannot be a name",
        "The question has no text",
        "is not a grade of this question’s type",
        "No reason is given",
        "is in the pool twice",
        "Mayor Vasquez spoke.",
        'value="time one"',
    ):
        assert said in page, said
    assert not TrainingQuestion.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"items-TOTAL_FORMS": "x"},
        fields(MAYOR | {"answer": "a\0b"}),
        fields(MAYOR, type="list"),
        fields(MAYOR, seen="many"),
        fields(),
    ],
)
def test_odd_forms_are_refused_whole(olga: Client, sent: dict[str, Any]) -> None:
    assert olga.post(f"{URL}new/", sent).status_code == 422
    assert not TrainingItem.objects.exists()


def test_more_answers_keep_what_was_typed(olga: Client) -> None:
    page = olga.post(f"{URL}new/", fields(MAYOR, EMPTY, more="1")).content.decode()
    assert "Mayor Vasquez spoke." in page
    assert 'name="items-TOTAL_FORMS" value="4"' in page
    assert 'class="field-error"' not in page
    assert not TrainingQuestion.objects.exists()


def test_a_change_is_the_next_version_and_keeps_the_former(olga: Client, sample: TrainingQuestion) -> None:
    page = olga.get(f"{URL}samples/names-1/").content.decode()
    assert page.count("coached him") == 1  # a document's text stands once
    response = olga.post(f"{URL}samples/names-1/", fields(MAYOR, seen=1))
    assert response.status_code == 302
    former, now = TrainingQuestion.objects.order_by("version")
    assert (former.text, former.retired_at is None, former.items.count()) == (SAMPLE.text, False, 3)
    assert (now.name, now.version, now.text, now.items.count()) == ("names-1", 2, "Who is mayor?", 1)


def test_storing_the_same_makes_no_version(campaign: Campaign, sample: TrainingQuestion) -> None:
    assert write_sample(campaign=campaign, sample=SAMPLE, seen=1, by=None) == sample
    assert TrainingQuestion.objects.count() == 1


def test_two_who_change_one_sample_both_hear_of_it(olga: Client, sample: TrainingQuestion) -> None:
    olga.post(f"{URL}samples/names-1/", fields(MAYOR, seen=1, text="First?"))
    late = fields(MAYOR, seen=1, text="Second?")
    response = olga.post(f"{URL}samples/names-1/", late)
    assert response.status_code == 409
    page = response.content.decode()
    assert "Somebody changed names-1 meanwhile" in page
    assert "Second?" in page
    assert 'name="seen" value="2"' in page
    assert olga.post(f"{URL}samples/names-1/", late | {"seen": 2}).status_code == 302
    assert TrainingQuestion.objects.current().get().text == "Second?"


def test_a_name_is_taken_once(olga: Client, sample: TrainingQuestion) -> None:
    response = olga.post(f"{URL}new/", fields(MAYOR, name="names-1"))
    assert response.status_code == 409
    assert "There is already a sample question names-1" in response.content.decode()


def test_what_is_typed_outlives_a_removal(olga: Client, sample: TrainingQuestion) -> None:
    olga.post(f"{URL}samples/names-1/remove/")
    assert olga.get(f"{URL}samples/names-1/").status_code == 404
    response = olga.post(f"{URL}samples/names-1/", fields(MAYOR, seen=1))
    assert response.status_code == 409
    assert "it was removed" in response.content.decode()
    assert olga.post(f"{URL}samples/names-1/", fields(MAYOR, seen=0)).status_code == 302
    assert TrainingQuestion.objects.current().get().version == 2


def test_a_removed_sample_keeps_its_tries(olga: Client, sample: TrainingQuestion) -> None:
    attempt = begin_try(question=sample, member=Member.objects.get(name="ada"), by=None)
    olga.post(f"{URL}samples/names-1/remove/")
    page = olga.get(URL).content.decode()
    assert "taken away" in page
    assert f"{URL}tries/{attempt.pk}/" in page
    assert olga.post(f"{URL}samples/names-1/remove/").status_code == 404


def test_samples_are_put_in_order(olga: Client, campaign: Campaign, sample: TrainingQuestion) -> None:
    for name in ("b", "c"):
        write_sample(campaign=campaign, sample=SAMPLE._replace(name=name), seen=0, by=None)
    olga.post(f"{URL}samples/c/move/")
    olga.post(f"{URL}samples/names-1/move/")
    assert [row.name for row in campaign.training_questions.current()] == ["names-1", "c", "b"]
    write_sample(campaign=campaign, sample=SAMPLE._replace(name="c", text="Who?"), seen=1, by=None)
    assert [row.name for row in campaign.training_questions.current()] == ["names-1", "c", "b"]


def test_the_service_refuses_what_the_page_would(campaign: Campaign) -> None:
    with pytest.raises(Refused) as refused:
        write_sample(campaign=campaign, sample=SAMPLE._replace(items=()), seen=0, by=None)
    assert refused.value.code == "no_answers"
    with pytest.raises(Refused) as refused:
        write_sample(campaign=campaign, sample=SAMPLE._replace(items=SAMPLE.items[:1] * 101), seen=0, by=None)
    assert refused.value.code == "many_answers"
    with pytest.raises(Conflict):
        write_sample(campaign=campaign, sample=SAMPLE, seen=4, by=None)


def test_training_can_be_asked_for(olga: Client, campaign: Campaign) -> None:
    olga.post(f"{URL}required/", {"required": "on"})
    assert TrainingPlan.objects.get(campaign=campaign).required
    olga.post(f"{URL}required/")
    assert not TrainingPlan.objects.get(campaign=campaign).required
    verbs = Event.objects.filter(verb__startswith="training").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["training:required", "training:not_required"]


def test_a_five_way_sample_keeps_its_scale(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(track_slug="series2004", settings={"grades": 5})
    campaign.refresh_from_db()
    item = SAMPLE.items[0]._replace(right_grade="locally_correct")
    five = Sample("five", "FACTOID", "Mathis", "Who coached him?", (item,))
    stored = write_sample(campaign=campaign, sample=five, seen=0, by=None)
    campaign.settings = {}
    campaign.save()
    assert stored.scale.grades[1] == "locally_correct"


def test_the_organizers_pages_take_few_queries(
    olga: Client, campaign: Campaign, sample: TrainingQuestion, query_count: QueryCount
) -> None:
    for name in "bcdefg":
        write_sample(
            campaign=campaign, sample=SAMPLE._replace(name=name, text=f"{name} {COACH}"), seen=0, by=None
        )
    for name in ("ada", "ben"):
        for question in campaign.training_questions.current():
            begin_try(question=question, member=Member.objects.get(name=name), by=None)
    olga.get(URL)
    with query_count("training: organizer"):
        olga.get(URL)
    with query_count("training: a sample question"):
        olga.get(f"{URL}samples/names-1/")

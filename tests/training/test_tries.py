"""An assessor judges a whole sample question, then sees the review; every try is kept."""

import re
from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connections

from assessment.campaigns.models import Campaign
from assessment.people.models import Account, Event, Member, Role
from assessment.shared.errors import Refused
from assessment.training.models import TrainingAnswer, TrainingAttempt, TrainingQuestion
from assessment.training.services.samples import require_training, write_sample
from assessment.training.services.training import begin_try, finish_try, save_grades
from tests.client import Client
from tests.query_counts import QueryCount
from tests.training.conftest import SAMPLE, SECRETS, Enter, write_nugget_sample

URL = "/campaigns/facts/training/"


@pytest.fixture
def ada(sample: TrainingQuestion, enter: Enter) -> Client:
    return enter("ada")


def begin(client: Client, name: str = "names-1") -> str:
    """The address of the try."""
    response = client.post(f"{URL}samples/{name}/begin/")
    assert response.status_code == 302
    return str(response.headers["Location"])


def grades(sample: TrainingQuestion, **by_answer: str) -> dict[str, str]:
    """The form's fields, by the first word of the answer; the Vasquez of AP-1 is called Other."""
    fields = {}
    for item in sample.items.all():
        word = "Other" if item.docid == "AP-1" else item.answer.split()[0].replace(".", "")
        if word in by_answer:
            fields[f"grade-{item.pk}"] = by_answer[word]
    return fields


ALL = {"Vasquez": "yes", "OJ": "yes", "Other": "no"}  # the key says no to O.J. Simpson and Lou Vasquez


def try_it(client: Client, sample: TrainingQuestion, **by_answer: str) -> str:
    address = begin(client, sample.name)
    client.post(f"{address}finish/", grades(sample, **(by_answer or ALL)))
    return address


def test_a_whole_sample_is_judged_and_then_reviewed(ada: Client, sample: TrainingQuestion) -> None:
    address = begin(ada)
    page = ada.get(address).content.decode()
    assert "Who was Mathis’s track coach?" in page
    assert page.index("AP-1") < page.index("AP-2")
    assert '<mark data-of="2">O.J. Simpson and Lou </mark><mark data-of="2 3">Vasquez</mark>' in page
    assert page.count('type="radio"') == 6
    response = ada.post(f"{address}finish/", grades(sample, **ALL))
    assert (response.status_code, response.headers["Location"]) == (302, address)
    review = ada.get(address).content.decode()
    assert "2 of 3 agree with the key" in review
    assert review.count("<b>differs</b>") == 1
    for reason in SECRETS:
        assert reason in review
    attempt = TrainingAttempt.objects.get()
    assert (attempt.agreed, attempt.items) == (2, 3)
    assert attempt.guidelines
    assert attempt.guidelines.version == 1
    assert attempt.finished_at
    done = Event.objects.get(verb="training:finished")
    assert (done.subject, done.data, str(done.account)) == ("names-1", {"agreed": 2, "items": 3}, "ada")


def test_nothing_gives_the_key_away_before_the_end(ada: Client, sample: TrainingQuestion) -> None:
    address = begin(ada)
    answers = [
        ada.get(URL),
        ada.get("/"),
        ada.get(address),
        ada.post(f"{address}save/", grades(sample, Vasquez="yes")),
        ada.post(f"{address}finish/", grades(sample, OJ="yes")),
    ]
    for response in answers:
        text = response.content.decode()
        assert not any(secret in text for secret in SECRETS)
        assert "right <span" not in text


def test_finishing_waits_for_every_answer_and_keeps_the_rest(ada: Client, sample: TrainingQuestion) -> None:
    address = begin(ada)
    response = ada.post(f"{address}finish/", grades(sample, Vasquez="yes", OJ="no"))
    assert response.status_code == 422
    page = response.content.decode()
    assert "One answer has no grade yet. Those you gave are kept." in page
    assert page.count("<b>no grade yet</b>") == 1
    assert page.count("checked") == 2
    assert TrainingAttempt.objects.get().finished_at is None
    assert ada.post(f"{address}finish/", grades(sample, Other="no")).status_code == 302
    assert TrainingAttempt.objects.get().agreed == 3


def test_grades_are_kept_for_later_and_can_change(ada: Client, sample: TrainingQuestion) -> None:
    address = begin(ada)
    assert ada.post(f"{address}save/", grades(sample, Vasquez="no")).headers["Location"] == URL
    quiet = ada.post(f"{address}save/", grades(sample, Vasquez="yes", OJ="no") | {"quietly": "1"})
    assert (quiet.status_code, quiet.content) == (204, b"")
    assert TrainingAnswer.objects.count() == 2
    assert "begun, not finished" in ada.get(URL).content.decode()
    assert begin(ada) == address
    assert Event.objects.filter(verb="training:begun").count() == 1


def test_a_finished_try_no_longer_changes(ada: Client, sample: TrainingQuestion) -> None:
    address = try_it(ada, sample)
    for action in ("save", "finish"):
        response = ada.post(f"{address}{action}/", grades(sample, OJ="no"), follow=True)
        assert "This attempt is finished" in response.content.decode()
    quiet = ada.post(f"{address}save/", grades(sample, OJ="no") | {"quietly": "1"})
    assert quiet.status_code == 422
    assert TrainingAttempt.objects.get().agreed == 2
    assert TrainingAnswer.objects.filter(grade="yes").count() == 2


def test_each_try_is_kept(ada: Client, sample: TrainingQuestion, enter: Enter) -> None:
    first, second = try_it(ada, sample), try_it(ada, sample, Vasquez="yes", OJ="no", Other="no")
    assert first != second
    page = ada.get(URL).content.decode()
    assert "2 of 3 agree with the key" in page
    assert "3 of 3 agree with the key" in page
    page = enter("olga").get(URL).content.decode()
    assert page.index(f"{first}") < page.index(f"{second}")
    assert "1 of 2 done" in page  # ada and ben
    assert "2 of 3 agree" in enter("olga").get(first).content.decode()


def test_a_review_shows_what_was_judged_then(
    ada: Client, campaign: Campaign, sample: TrainingQuestion
) -> None:
    address = try_it(ada, sample)
    open_try = begin(ada)
    changed = SAMPLE._replace(text="Who coached Mathis?", items=SAMPLE.items[:1])
    now = write_sample(campaign=campaign, sample=changed, seen=1, by=None)
    assert "Another Vasquez." in ada.get(address).content.decode()
    assert "version 1" in ada.get(address).content.decode()
    assert ada.post(f"{open_try}finish/", grades(sample, **ALL)).status_code == 302
    assert begin(ada) not in (address, open_try)
    assert TrainingAttempt.objects.get(question=now).items == 1
    assert "an earlier version" in ada.get(URL).content.decode()


@pytest.mark.parametrize(
    "field", [{"grade-0": "yes"}, {"grade-x": "yes"}, {"grade-²": "yes"}, {"grade-": ""}]
)
def test_grades_of_other_answers_are_refused(
    ada: Client, sample: TrainingQuestion, field: dict[str, str]
) -> None:
    address = begin(ada)
    response = ada.post(f"{address}save/", grades(sample, Vasquez="yes") | field, follow=True)
    assert "An answer is not of this sample question" in response.content.decode()
    assert not TrainingAnswer.objects.exists()


@pytest.mark.parametrize("grade", ["correct", "", "y\0", "yes " * 30])
def test_grades_of_other_scales_are_refused(ada: Client, sample: TrainingQuestion, grade: str) -> None:
    address = begin(ada)
    response = ada.post(f"{address}finish/", grades(sample, Vasquez=grade), follow=True)
    assert "There is no grade" in response.content.decode()
    assert not TrainingAnswer.objects.exists()


def test_an_answer_of_another_sample_is_refused(
    ada: Client, campaign: Campaign, sample: TrainingQuestion
) -> None:
    other = write_sample(campaign=campaign, sample=SAMPLE._replace(name="other"), seen=0, by=None)
    ada.post(f"{begin(ada)}save/", grades(other, Vasquez="yes"))
    assert not TrainingAnswer.objects.exists()


def test_tries_are_ones_own(ada: Client, sample: TrainingQuestion, enter: Enter) -> None:
    address = try_it(ada, sample)
    for name in ("ben", "jude"):
        assert enter(name).get(address).status_code == 404
    for name in ("ben", "jude", "olga"):
        assert enter(name).post(f"{address}save/", grades(sample, OJ="no")).status_code == 404
        assert enter(name).post(f"{address}finish/").status_code == 404
    assert enter("jude").get(URL).status_code == 404
    assert enter("olga").post(f"{URL}samples/names-1/begin/").status_code == 404
    assert (
        ada.get(f"/campaigns/elsewhere/training/tries/{TrainingAttempt.objects.get().pk}/").status_code == 404
    )
    assert not re.search(r"\bada\b", enter("ben").get(URL).content.decode())  # tokens have letters, too


@pytest.mark.both_databases
def test_who_no_longer_judges_no_longer_trains(ada: Client, sample: TrainingQuestion) -> None:
    address = begin(ada)
    Role.objects.filter(member__name="ada").delete()
    assert ada.get(address).status_code == 404
    assert ada.post(f"{address}save/", grades(sample, OJ="no")).status_code == 404


def test_my_work_says_how_far_training_is(ada: Client, campaign: Campaign, sample: TrainingQuestion) -> None:
    assert "0 of 1 sample question done" in ada.get("/").content.decode()
    require_training(campaign=campaign, required=True, by=None)
    assert "Training comes first" in ada.get("/").content.decode()
    assert "Please do the training first" in ada.get(URL).content.decode()
    try_it(ada, sample)
    page = ada.get("/").content.decode()
    assert "Training comes first" not in page
    assert "1 of 1 sample question done ✓" in page


@pytest.mark.both_databases
def test_without_samples_my_work_says_nothing_of_training(campaign: Campaign, enter: Enter) -> None:
    require_training(campaign=campaign, required=True, by=None)
    assert "sample question" not in enter("ada").get("/").content.decode()
    assert "No sample questions yet" in enter("ada").get(URL).content.decode()


def test_the_pages_of_training_take_few_queries(
    ada: Client, campaign: Campaign, sample: TrainingQuestion, query_count: QueryCount
) -> None:
    for name in "bcdefg":
        write_sample(campaign=campaign, sample=SAMPLE._replace(name=name), seen=0, by=None)
    finished, address = try_it(ada, sample), begin(ada)
    for page, name in ((URL, "training"), (address, "training: a try"), (finished, "training: a review")):
        ada.get(page)
        with query_count(name):
            ada.get(page)
    with query_count("my work"):
        ada.get("/")


def at_once(action: Callable[[], object]) -> list[str]:
    """What four people's clicks at the same moment lead to, in order."""
    barrier = Barrier(4)
    ends: list[str] = []

    def click() -> None:
        barrier.wait()
        try:
            ends.append(str(action()))
        except Refused as refusal:
            ends.append(refusal.code)
        finally:
            connections.close_all()

    threads = [Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(ends)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_clicks_at_once_begin_one_try_and_finish_it_once(sample: TrainingQuestion) -> None:
    member, account = Member.objects.get(name="ada"), Account.objects.get(username="ada")
    begun = at_once(lambda: begin_try(question=sample, member=member, by=account).pk)
    attempt = TrainingAttempt.objects.get()
    assert begun == [str(attempt.pk)] * 4
    right = {item.pk: item.right_grade for item in sample.items.all()}
    save_grades(try_id=attempt.pk, grades=right, by=account)
    ends = at_once(lambda: finish_try(try_id=attempt.pk, by=account).agreed)
    assert ends == ["3", *["training_finished"] * 3]
    verbs = Event.objects.filter(verb__startswith="training:").order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["training:begun", "training:finished"]


@pytest.mark.both_databases
def test_of_a_nugget_question_it_is_judged_which_nuggets_an_answer_holds(
    campaign: Campaign, enter: Enter
) -> None:
    sample = write_nugget_sample(campaign)
    ada, olga = enter("ada"), enter("olga")
    address = begin(ada)
    page = ada.get(address).text
    assert page.index("coached Mathis") < page.index("ran for mayor")
    assert page.count("Does it hold the nugget?") == 2
    assert page.count('<mark data-of="1">Vasquez</mark>') == page.count(
        "<mark "
    )  # once, whichever nugget is asked of
    assert page.count('data-marks="1"') == 2
    ada.post(f"{address}finish/", {f"grade-{one.pk}": "yes" for one in sample.items.all()})
    review = ada.get(address).text
    assert "1 of 2 agree with the key" in review
    assert "ran for mayor" in review
    form = olga.get(f"{URL}samples/names-1/").text
    assert re.search(r'<textarea name="items-0-nugget"[^>]*>\s*coached Mathis</textarea>', form)

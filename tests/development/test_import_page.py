"""Files of known answers, nuggets and pyramids by page: looked at before anything is stored, then stored or discarded."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.services.checked_files import CHECK
from assessment.jobs.models import Job
from assessment.judging.models import AnswerClass, Nugget, NuggetVote
from assessment.judging.services.nuggets import write_nugget
from assessment.people.models import Member
from tests.client import Client
from tests.factory import give, make_member

PAGE = "/campaigns/comet/import-development/"
ANSWERS = "1.1 1910\n1.1 1986\n1.2 Ada Rehn\n"
PYRAMID = "1.3\t1\t0.25\tseen by the naked eye\n1.3\t2\t1\tcame in 1910\n"


@pytest.fixture
def organizer(comet: Campaign, enter: Callable[[Campaign | None, str], Client]) -> Client:
    return enter(comet, "organizer")


def send(client: Client, content: str, format_: str = "answers") -> Any:
    file = SimpleUploadedFile("known.txt", content.encode())
    return client.post(PAGE, {"file": file, "format": format_}, follow=True)


def check() -> Job:
    return Job.objects.filter(kind=CHECK).latest("pk")


def test_a_preview_stores_nothing_until_it_is_confirmed(organizer: Client, comet: Campaign) -> None:
    page = send(organizer, ANSWERS).content.decode()
    assert "Added 3 known answers to 2 questions of comet." in page
    assert "Ada Rehn" in page
    assert not AnswerClass.objects.exists()
    assert comet.imports.count() == 1
    done = organizer.post(f"{PAGE}{check().pk}/import/", follow=True).content.decode()
    assert "Undo import</button>" in done
    assert AnswerClass.objects.count() == 3
    assert FileImport.objects.get(kind="answers").file == "known.txt"
    gone = organizer.post(f"{PAGE}{check().pk}/import/")
    assert gone.status_code == 422
    assert "no longer kept" in gone.content.decode()


def test_a_pyramid_is_looked_at_imported_and_undone(organizer: Client, comet: Campaign) -> None:
    send(organizer, PYRAMID, "pyramid")
    assert not Member.objects.filter(campaign=comet, account=None).exists()
    organizer.post(f"{PAGE}{check().pk}/import/")
    assert (Nugget.objects.count(), NuggetVote.objects.exists()) == (2, True)
    undone = organizer.post("/campaigns/comet/imports/2/undo/", {"reason": "another year"}, follow=True)
    assert "Undid import 2" in undone.content.decode()
    assert not Nugget.objects.exists()
    assert not NuggetVote.objects.exists()
    assert not Member.objects.filter(campaign=comet, account=None).exists()


def test_a_pyramid_is_undone_though_nuggets_were_written_since(organizer: Client, comet: Campaign) -> None:
    send(organizer, PYRAMID, "pyramid")
    organizer.post(f"{PAGE}{check().pk}/import/")
    ada = make_member(comet, "ada", "assessor")
    row = give(comet.questions.get(qid="1.3"), ada.memberships.get(), primary=True)
    write_nugget(
        by=ada,
        assignment_id=row.pk,
        client_id=uuid4(),
        uid=uuid4(),
        text="a third",
        vote="okay",
    )
    undone = organizer.post("/campaigns/comet/imports/2/undo/", {"reason": "another year"}, follow=True)
    assert "Undid import 2" in undone.text
    assert [one.text for one in Nugget.objects.all()] == ["a third"]


def test_a_discarded_file_is_gone(organizer: Client) -> None:
    send(organizer, ANSWERS)
    organizer.post(f"{PAGE}{check().pk}/discard/")
    assert "File no longer available" in organizer.get(f"{PAGE}?job={check().pk}").content.decode()


def test_faults_are_told_by_rule_where_they_are_many(organizer: Client) -> None:
    few = send(organizer, "9.9 nothing\n")
    assert (few.status_code, "problems by rule" in few.content.decode()) == (422, False)
    many = send(organizer, "".join(f"9.{number} nothing\n" for number in range(60))).content.decode()
    assert "60 problems by rule" in many
    assert "10 more</summary>" in many


def test_formats_are_those_that_the_track_takes(organizer: Client) -> None:
    assert send(organizer, "x", "gold").status_code == 422


def test_the_same_file_again_is_said_in_the_preview(organizer: Client) -> None:
    send(organizer, ANSWERS)
    organizer.post(f"{PAGE}{check().pk}/import/")
    assert "as import 2; nothing new." in send(organizer, ANSWERS).content.decode()
    again = organizer.post(f"{PAGE}{check().pk}/import/", follow=True).content.decode()
    assert "nothing new" in again
    assert FileImport.objects.filter(kind="answers").count() == 1

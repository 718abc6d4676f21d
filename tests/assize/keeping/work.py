"""Runs inside an installation under test: `python -m tests.assize.keeping.work make`, `… save NAME NAME`."""

import os
import sys
from datetime import timedelta
from itertools import count
from uuid import uuid4

import django

ITEMS = 30


def make() -> None:
    """A campaign with two assessors, and a job whose uploaded file still waits."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.utils import timezone

    from assessment.campaigns.services.collections import FROM_LIST, enqueue_about
    from assessment.jobs.services.uploads import keep_upload
    from assessment.judging.services.sealing import seal_history
    from assessment.people.models import Event
    from tests import factory

    campaign = factory.make_campaign(track="series2004")
    question = factory.make_questions(campaign, "1.1", series="1")[0]
    factory.make_items(question, *((f"D-{number}", f"answer {number}") for number in range(ITEMS)))
    for name in ("ada", "ben"):
        factory.make_assignment(question, factory.make_account(name))
    olga = factory.make_account("olga", site_admin=True)
    # All this was three days ago, and is sealed.
    Event.objects.update(at=timezone.now() - timedelta(days=3))
    assert seal_history()
    kept = keep_upload(SimpleUploadedFile("ids.txt", b"A-1\nA-2\n"))
    enqueue_about(FROM_LIST, olga, {"path": str(kept), "slug": "known-ids", "replace": True})


def save(name: str) -> None:
    """Judge item after item, for ever; each change that was kept is printed with its number."""
    from assessment.judging.models import Assignment
    from assessment.judging.services.judgments import record_judgment

    assignment = Assignment.objects.get(member__name=name)
    items = list(assignment.question.pool_items.order_by("pk").values_list("pk", flat=True))
    for number in count():
        seen, item = divmod(number, len(items))
        record_judgment(
            by=assignment.member.account,
            assignment_id=assignment.pk,
            item_id=items[item],
            grade=("correct", "inexact")[seen % 2],
            note=str(number),
            seen=seen,
            client_id=uuid4(),
        )
        os.write(sys.stdout.fileno(), f"{name} {number}\n".encode())  # whole, however many write there


def save_at_once(names: list[str]) -> None:
    """Each in a process of its own, of which none has to load the site again."""
    for name in names:
        if os.fork() == 0:
            save(name)
    os.wait()


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "make":
        make()
    else:
        save_at_once(sys.argv[2:])

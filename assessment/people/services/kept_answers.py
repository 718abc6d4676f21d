"""Answers to requests that are done once, however often they are sent."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from assessment.people.models import Account, KeptAnswer
from assessment.shared.errors import Conflict, Refused

KEPT = timedelta(days=2)


class Answer(NamedTuple):
    """What was answered: the status, and the body as JSON has it."""

    status: int
    body: Any


class Given(NamedTuple):
    """An answer, and whether it had been given before."""

    answer: Answer
    repeated: bool


def answer_once(*, account: Account, key: str, request_hash: str, work: Callable[[], Answer]) -> Given:
    """Do some work in one transaction with the note that it is done; where it was done before, give its answer.

    The key of another request is Refused. Whoever comes while the first is at work waits for it (PostgreSQL, SQLite).
    """
    try:
        with transaction.atomic():
            _forget_old(account)
            kept = KeptAnswer.objects.create(account=account, key=key, request_hash=request_hash)
            answer = work()
            kept.status, kept.body = answer
            kept.save(update_fields=["status", "body"])
            return Given(answer, False)
    except IntegrityError:
        found = KeptAnswer.objects.filter(account=account, key=key).first()
        if found is None:
            raise
    return Given(_again(found, request_hash), True)


def _again(kept: KeptAnswer, request_hash: str) -> Answer:
    if kept.request_hash != request_hash:
        raise Refused(
            "Another request had this Idempotency-Key. Nothing was done.",
            "idempotency_key_used",
            "Give each request a key of its own.",
        )
    if kept.status is None:
        raise Conflict("The same request is at work.", "at_work", "Send it again in a moment.")
    return Answer(kept.status, kept.body)


def _forget_old(account: Account) -> None:
    KeptAnswer.objects.filter(account=account, made_at__lt=timezone.now() - KEPT).delete()

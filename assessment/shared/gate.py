"""Whoever changes what scores are made of goes through a gate; a release closes it for a moment, to see what stands.

Writers never wait for each other in it. On SQLite one transaction writes at a time, so nobody is in the gate while a
release looks. On PostgreSQL it is an advisory lock of the campaign: shared by writers until their transaction ends, and
held alone by a release, which tries again and again instead of queueing, so that nobody waits behind it.

Another such lock is of a series: shared by whoever begins what builds on a question of it, and held alone by whoever
opens such a question again.
"""

from time import monotonic, sleep

from django.db import connection

from assessment.shared.errors import Conflict
from assessment.shared.say import say

_GATE, _SERIES = 0x61737A, 0x61737B  # tell these advisory locks from others
PATIENCE = 10.0  # seconds until a release gives up
AGAIN = 0.005  # seconds between two tries


def enter_gate(campaign: int) -> None:
    """Go through the gate of a campaign (its key), until the transaction ends: read its state only after this."""
    _ask("SELECT pg_advisory_xact_lock_shared(%s, %s)", campaign)


def enter_gate_by(assignment: int) -> None:
    """The same for the campaign of an assignment, in one question to the database."""
    _ask(
        "SELECT pg_advisory_xact_lock_shared(%s, campaign_id::int) FROM campaigns_question"
        " JOIN judging_assignment ON question_id = campaigns_question.id WHERE judging_assignment.id = %s",
        assignment,
    )


def close_gate(campaign: int) -> None:
    """Wait until nobody is in the gate, and let nobody in until the transaction ends. Conflict where people never stop."""
    end = monotonic() + PATIENCE
    while not _ask("SELECT pg_try_advisory_xact_lock(%s, %s)", campaign):
        if monotonic() > end:
            raise Conflict(
                say("Others change the campaign without a pause. Nothing was released."),
                "busy",
                say("Try again in a moment."),
            )
        sleep(AGAIN)


def build_on(series: int) -> None:
    """Keep what comes before in a series (its key) finished until the transaction ends: look at it only after this.

    Locked after one's assignments. Those who build on it never wait for each other.
    """
    _ask("SELECT pg_advisory_xact_lock_shared(%s, %s)", series, _SERIES)


def open_again_in(series: int) -> None:
    """Let nobody begin in a series what builds on a question that is opened again, until the transaction ends."""
    _ask("SELECT pg_advisory_xact_lock(%s, %s)", series, _SERIES)


def _ask(question: str, key: int, kind: int = _GATE) -> bool:
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(question, [kind, key])
        row = cursor.fetchone()
    return row is not None and row[0] is not False

"""Prepared statements: the same rows as of the queryset, whatever the values, and nothing kept of an earlier call."""

import threading
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign
from assessment.judging.models import WorkDay
from assessment.people.models import Account, Member
from documents.prepared import Prepared, PreparedUpdate
from tests.factory import make_account, make_campaign, make_member

pytestmark = pytest.mark.django_db


@Prepared
def named(name: str) -> "QuerySet[Account]":
    return Account.objects.filter(username=name).order_by("pk")


@Prepared
def with_key(pk: int) -> "QuerySet[Account, tuple[int, str]]":
    return Account.objects.filter(pk=pk).values_list("pk", "username")


@Prepared
def to_write(pk: int) -> "QuerySet[Account]":
    return Account.objects.filter(pk=pk).select_for_update()


@Prepared
def members_of(account: int) -> "QuerySet[Member]":
    return Member.objects.filter(account=account).select_related("account", "campaign").order_by("pk")


@PreparedUpdate
def add(member: int, day: date, seconds: int, now: datetime) -> "tuple[QuerySet[WorkDay], dict[str, Any]]":
    return WorkDay.objects.filter(member=member, day=day), {"seconds": F("seconds") + seconds, "last_at": now}


def _member() -> Member:
    make_member(make_campaign(), "ada", "assessor")
    return Member.objects.get()


def test_each_call_has_its_own_values() -> None:
    ada, ben = make_account("ada"), make_account("ben")
    assert [named(name="ada"), named(name="ben"), named(name="cleo"), named(name="ada")] == [
        [ada],
        [ben],
        [],
        [ada],
    ]
    assert with_key(pk=ben.pk) == [(ben.pk, "ben")]
    assert named.first(name="' OR 1=1 --") is None


@pytest.mark.both_databases
def test_nothing_is_kept_of_rows_that_changed() -> None:
    ada = make_account("ada")
    assert named(name="ada")[0].display_name == ada.display_name
    Account.objects.update(display_name="Ada L.")
    assert named(name="ada")[0].display_name == "Ada L."


@pytest.mark.parametrize("key", [2**63, -(2**63), 10**30, 4_611_686_018_427_000_000, 0, -1])
def test_a_key_that_nobody_has_finds_nothing(key: int) -> None:
    assert with_key(pk=key) == []


def test_what_belongs_to_a_row_comes_with_it() -> None:
    member, campaign = _member(), Campaign.objects.get()
    account = Account.objects.get().pk
    assert members_of(account=account)
    with CaptureQueriesContext(connection) as queries:
        (found,) = members_of(account=account)
        assert (found, str(found.account), found.campaign) == (member, "ada", campaign)
    assert len(queries) == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_within_a_transaction_alone() -> None:
    ada = make_account("ada")
    with transaction.atomic():
        assert to_write(pk=ada.pk) == [ada]
    with pytest.raises(TransactionManagementError):
        to_write(pk=ada.pk)


@pytest.mark.both_databases
def test_an_update_adds_and_counts() -> None:
    member = _member()
    day, now = date(2026, 3, 1), datetime(2026, 3, 1, 12, tzinfo=UTC)
    WorkDay.objects.create(member=member, day=day, seconds=5, judged=0, last_at=now)
    later = datetime(2026, 3, 1, 13, 0, 0, 7, tzinfo=UTC)
    assert add(member=member.pk, day=day, seconds=3, now=later) == 1
    assert add(member=member.pk, day=day, seconds=-1, now=later) == 1
    assert add(member=member.pk, day=date(2026, 3, 2), seconds=3, now=later) == 0
    found = WorkDay.objects.get()
    assert (found.seconds, found.last_at) == (7, later)


@pytest.mark.both_databases
def test_a_value_that_the_statement_changes_is_refused_at_once() -> None:
    @Prepared
    def like(name: str) -> "QuerySet[Any]":
        return get_user_model().objects.filter(username__contains=name)

    with pytest.raises(AssertionError):
        like(name="a")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_threads_do_not_meet_in_a_statement() -> None:
    keys = {name: make_account(name).pk for name in ("ada", "ben", "cleo", "dora")}
    wrong: list[tuple[str, list[Account]]] = []

    def ask(name: str) -> None:
        try:
            for _ in range(100):
                found = named(name=name)
                if [account.pk for account in found] != [keys[name]]:
                    wrong.append((name, found))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=[name]) for name in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def _prepared_on_server() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE name LIKE 'assize%%'", [])
        return [statement for (statement,) in cursor.fetchall()]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite plans in no time")
def test_what_comes_again_is_prepared_on_the_server_until_the_connection_ends() -> None:
    ada, ben = make_account("ada"), make_account("ben")
    connection.close()
    assert named(name="ada") == [ada]
    assert _prepared_on_server() == []
    assert [named(name="ben"), named(name="ada"), named(name="' OR 1=1 --")] == [[ben], [ada], []]
    (statement,) = _prepared_on_server()
    assert "$1" in statement
    assert "ben" not in statement
    connection.close()
    assert [named(name="ada"), named(name="ben"), named(name="ada")] == [[ada], [ben], [ada]]
    assert len(_prepared_on_server()) == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no server that could go away")
def test_a_server_that_goes_away_before_it_prepares_is_told_as_ever() -> None:
    ada = make_account("ada")
    connection.close()
    assert named(name="ada") == [ada]
    _end_the_connection()
    with pytest.raises(OperationalError):
        named(name="ada")
    connection.close()
    assert named(name="ada") == [ada]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no server that could go away")
def test_a_connection_that_takes_the_place_of_a_dead_one_prepares_anew() -> None:
    ada = make_account("ada")
    for _ in range(3):
        assert named(name="ada") == [ada]
    _end_the_connection()
    used: Any = connection  # whose types do not know of these
    used.health_check_enabled, used.health_check_done = True, False  # as when a request begins
    assert [named(name="ada"), named(name="ada")] == [[ada], [ada]]


def _end_the_connection() -> None:
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    other.close()


@pytest.mark.both_databases
def test_what_was_prepared_in_a_transaction_that_failed_runs_after_it() -> None:
    ada = make_account("ada")

    def fail() -> None:
        for _ in range(3):
            assert with_key(pk=ada.pk) == [(ada.pk, "ada")]
        Account.objects.create(pk=ada.pk, username="again")

    with pytest.raises(IntegrityError), transaction.atomic():
        fail()
    assert with_key(pk=ada.pk) == [(ada.pk, "ada")]

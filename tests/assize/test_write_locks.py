"""The instrument that says how long, and over how many rows, others are kept from writing."""

import threading

import pytest
from django.db import connection, transaction

from assessment.people.models import Account
from tests.write_locks import watch_writes

pytestmark = pytest.mark.both_databases


def accounts(*names: str) -> None:
    Account.objects.bulk_create(Account(username=name) for name in names)


@pytest.mark.django_db
def test_transactions_inside_that_of_a_test_are_told_apart() -> None:
    with watch_writes() as watch:
        with transaction.atomic():
            accounts("ann", "bo", "cy")
            with transaction.atomic():
                Account.objects.update(first_name="new")
        Account.objects.filter(username="bo").delete()
        with transaction.atomic(), pytest.raises(ZeroDivisionError), transaction.atomic():
            raise ZeroDivisionError
    assert watch.transactions[0].rows == watch.most_rows == 6
    assert watch.transactions[-1].rows == 0
    assert watch.most_statements >= 2
    assert watch.longest == max(done.seconds for done in watch.transactions) > 0


@pytest.mark.django_db(transaction=True)
def test_transactions_of_threads_and_single_statements_count() -> None:
    def work() -> None:
        Account.objects.filter(pk__gt=0).update(first_name="new")
        connection.close()

    accounts("ann", "bo")
    with watch_writes() as watch:
        thread = threading.Thread(target=work, name="beside")
        thread.start()
        thread.join()
    assert [(done.thread, done.rows, done.statements) for done in watch.transactions] == [("beside", 2, 1)]

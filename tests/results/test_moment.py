"""Long reads see one state of the database, and nobody waits for them."""

from threading import Thread

import pytest
from django.db import connection

from assessment.campaigns.models import Campaign
from assessment.shared.consistent_read import consistent_read
from tests.factory import make_campaign

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


def elsewhere() -> None:
    """Write in another connection."""

    def write() -> None:
        try:
            make_campaign("second")
        finally:
            connection.close()

    thread = Thread(target=write)
    thread.start()
    thread.join(timeout=10)
    assert not thread.is_alive()


def test_what_is_written_meanwhile_is_seen_only_afterwards() -> None:
    make_campaign("first")
    with consistent_read():
        assert Campaign.visible.count() == 1
        elsewhere()
        assert Campaign.visible.count() == 1
    assert Campaign.visible.count() == 2


def test_a_failed_read_leaves_the_connection_usable() -> None:
    with pytest.raises(ZeroDivisionError), consistent_read():
        assert Campaign.visible.count() / 0
    make_campaign("first")
    assert Campaign.visible.count() == 1

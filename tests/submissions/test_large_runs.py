"""A large run is stored whole, and others write while it is made ready."""

from pathlib import Path
from threading import Thread

import pytest
from django.db import connections

from assessment.people.models import Account
from assessment.shared.errors import AssizeError
from assessment.submissions.models import Response, Run
from assessment.submissions.services import storage
from scoring import records
from tests.factory import make_account
from tests.submissions.scene import as_bytes, campaign_with_ids, organizer, submit, whole_run

COLUMNS = ("question__qid", "line", "rank", "docid", "passage", "answer", "key", "noa", "prediction")


def stored(run: Run) -> list[tuple[object, ...]]:
    return list(Response.objects.filter(run=run).order_by("pk").values_list(*COLUMNS))


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_large_run_is_stored_as_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = campaign_with_ids(tmp_path)
    answer = "\u202eа, \"quoted\" {}\ttab '' %s"
    small = submit(campaign, as_bytes(whole_run("small", answer)), team="one")
    monkeypatch.setattr(storage, "LARGE", 1)
    large = submit(campaign, as_bytes(whole_run("large", answer)), team="two")
    again = submit(campaign, as_bytes(whole_run("more", answer)), team="three")
    assert stored(large) == stored(again) == stored(small)
    assert len(stored(large)) == 4


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_others_write_while_a_large_run_is_made_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, other = campaign_with_ids(tmp_path), make_account("other")
    organizer(campaign)
    monkeypatch.setattr(storage, "LARGE", 1)
    make_row, written = storage._row, list[bool]()

    def write() -> None:
        Account.objects.filter(pk=other.pk).update(display_name="Written")
        connections.close_all()

    def row_beside_a_write(question: int, response: records.Response) -> tuple[int | str, ...]:
        if not written:
            writer = Thread(target=write)
            writer.start()
            writer.join(5)  # it would wait for the run
            written.append(not writer.is_alive())
        return make_row(question, response)

    monkeypatch.setattr(storage, "_row", row_beside_a_write)
    submit(campaign, as_bytes(whole_run()))
    assert written == [True]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_nothing_is_left_of_a_large_run_that_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = campaign_with_ids(tmp_path)
    submit(campaign, as_bytes(whole_run("lkg1")), team="one")
    monkeypatch.setattr(storage, "LARGE", 1)
    with pytest.raises(AssizeError):
        submit(campaign, as_bytes(whole_run("lkg1", "other {}")), team="two")  # the id of another team's run
    late = submit(campaign, as_bytes(whole_run("late")), team="two")
    assert len(stored(late)) == 4
    assert Response.objects.count() == 8

"""Bundles come in in short steps: hidden until they are whole, and removed where they never are."""

from datetime import timedelta

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from assessment.people.models import Member
from assessment.results.services import bundle_import, bundle_judgments
from assessment.results.services.bundle_import import import_folder
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem, Response
from documents import steps
from tests.results.golden import golden
from tests.write_locks import watch_writes

pytestmark = pytest.mark.django_db(transaction=True)


def _held() -> tuple[int, ...]:
    return tuple(model._base_manager.count() for model in (Campaign, Member, Judgment, PoolItem, Response))


def test_no_transaction_of_an_import_writes_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FEWEST", "FIRST", "MOST"):
        monkeypatch.setattr(steps, name, 3)
    seen = list[int]()
    store = bundle_judgments.store_judging

    def look(*arguments: object) -> None:
        seen.append(Campaign.visible.count())
        store(*arguments)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(bundle_import, "store_judging", look)
    with watch_writes() as watch:
        made = import_folder(folder=golden("trec8_small"), slug="", by=None)
    assert seen == [0]
    assert Campaign.visible.get() == made.campaign
    assert sum(done.rows >= 3 for done in watch.transactions) > 10
    assert Response.objects.count() > 15 >= watch.most_rows


@pytest.mark.both_databases
def test_an_import_that_was_cut_off_is_hidden_and_removed_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(bundle_import, "recount", die)
        with pytest.raises(KeyboardInterrupt):
            import_folder(folder=golden("trec8_small"), slug="", by=None)
    assert not Campaign.visible.exists()
    left = Campaign.objects.get()
    with pytest.raises(Refused) as result:
        import_folder(folder=golden("trec8_small"), slug="", by=None)
    assert result.value.code == "import_under_way"
    half = _held()
    assert left.importing
    Campaign.objects.update(importing=left.importing - timedelta(minutes=10))
    made = import_folder(folder=golden("trec8_small"), slug="", by=None)
    assert (made.campaign.pk != left.pk, _held()) == (True, half)


@pytest.mark.both_databases
def test_an_import_that_fails_half_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Refused("No.", "no", "")

    monkeypatch.setattr(bundle_import, "recount", fail)
    with pytest.raises(Refused):
        import_folder(folder=golden("trec8_small"), slug="", by=None)
    assert _held() == (0, 0, 0, 0, 0)

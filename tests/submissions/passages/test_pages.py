"""Pages of a campaign with paragraphs, silence and a gold standard."""

from django.core.management import call_command

from tests import factory
from tests.client import Client
from tests.submissions.passages.conftest import Acts


def organizer(acts: Acts) -> Client:
    account = factory.make_account("olga")
    account.is_superuser = True
    account.save()
    return acts.browser(account)


def test_gold_stands_on_the_pages_of_pool_and_question(acts: Acts) -> None:
    acts.import_gold()
    acts.pool()
    client = organizer(acts)
    assert "Settled by gold" in client.get("/campaigns/acts/pool/").content.decode()
    assert client.get("/campaigns/acts/pool/0001/").content.decode().count("right by gold") == 2
    page = client.get("/campaigns/acts/questions/0001/").content.decode()
    assert "Gold standard" in page
    assert "24  months" in page


def test_a_run_page_tells_how_its_score_came_about(acts: Acts) -> None:
    acts.import_gold()
    acts.pool()
    call_command("score", "acts")
    client = organizer(acts)
    board = client.get("/campaigns/acts/results/").content.decode()
    assert board.index("AS EN → EN") < board.index("PS EN → EN")
    page = client.get("/campaigns/acts/results/1/runs/lake101PSenen/").content.decode()
    assert "(1 + 2 · 1 / 4) / 4" in page  # one right, two silent of four
    assert "No NOA" in page
    assert "Paragraphs alone" not in page
    exact = client.get("/campaigns/acts/results/1/runs/lake102ASenen/").content.decode()
    assert "Paragraphs alone" in exact

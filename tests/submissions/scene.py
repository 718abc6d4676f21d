"""What the tests of runs and pools start from: a campaign with four questions, five documents and two teams."""

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services import SourceFile
from assessment.people.models import Account, Member
from assessment.submissions import services
from assessment.submissions.models import PoolItem, Run, Team
from documents.services import import_ids
from scoring.tracks.base import Declaration
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member, make_questions

QIDS = ("1", "2", "3", "10")
DOCIDS = ("LA010190-0001", "FT911-3", "FT911-30", "FBIS3-1", "AP-9")

Line = tuple[str, str, int, str]  # question, document, rank, answer


def campaign_with_ids(folder: Path, track: str = "trec8", slug: str = "trial", **settings: Any) -> Campaign:
    """An open campaign whose collection is known by its ids alone."""
    listed = folder / "ids.txt"
    listed.write_text("".join(f"{docid}\n" for docid in DOCIDS), encoding="utf-8")
    import_ids(listed, slug="ids")
    campaign = make_campaign(slug, track, collection_slug="ids", state=State.OPEN, settings=settings)
    make_questions(campaign, *QIDS, type="factoid" if track == "trec8" else "FACTOID")
    return campaign


def whole_run(tag: str = "lkg1", answer: str = "Halden {}") -> list[str]:
    """The lines of a sound trec8 run, one for each question."""
    return [
        f"{qid} Q0 {docid} 1 0.5 {tag} {answer.format(qid)}" for qid, docid in zip(QIDS, DOCIDS, strict=False)
    ]


def as_bytes(lines: Iterable[str]) -> bytes:
    """A run file."""
    return "".join(f"{line}\n" for line in lines).encode()


def team_of(campaign: Campaign, name: str, *usernames: str) -> Team:
    """A team whose members are participants."""
    for username in usernames:
        make_member(campaign, username, "participant")
    members = Member.objects.filter(campaign=campaign, name__in=usernames)
    return services.create_team(by=organizer(campaign), campaign=campaign, name=name, members=members)


def organizer(campaign: Campaign) -> Account:
    """The campaign's organizer."""
    found = Account.objects.filter(username="olga").first()
    return found or make_member(campaign, "olga", "organizer")


def client_of(username: str) -> Client:
    """A browser in which somebody is signed in; strangers get an account."""
    client = Client()
    client.force_login(Account.objects.filter(username=username).first() or make_account(username))
    return client


def form(
    team: str = "lkg", data: bytes | None = None, name: str = "run.txt", **fields: Any
) -> dict[str, Any]:
    """What the submit form sends."""
    filled = {
        "team": team,
        "run_id": "",
        "priority": "1",
        "automatic": "yes",
        "description": "",
        "scope": "all",
        "length_limit": "250",
        "encoding": "utf-8",
        "declared_later_questions": "no",
        "declared_independent": "yes",
        "action": "submit",
    }
    content = as_bytes(whole_run()) if data is None else data
    return filled | fields | {"file": SimpleUploadedFile(name, content)}


def submit(campaign: Campaign, data: bytes, team: str = "lkg", **declared: Any) -> Run:
    """A run loaded by an organizer."""
    if campaign.track.length_limits:
        declared.setdefault("length_limit", 250)
    return services.submit_run(
        by=None,
        campaign=campaign,
        declaration=Declaration(team=team, **declared),
        file=SourceFile("run.txt", data),
        organizer=True,
    )


def pooled_contents(campaign: Campaign) -> set[tuple[str, str, str]]:
    """What the pools hold: (question, document, answer)."""
    items = PoolItem.objects.filter(question__campaign=campaign)
    return set(items.values_list("question__qid", "docid", "answer"))


def at_once(*actions: Callable[[], object]) -> list[object]:
    """What each of some deeds gives or raises, done at the same moment in threads of their own."""
    start = Barrier(len(actions))
    outcomes: list[object] = [None] * len(actions)

    def run(number: int) -> None:
        try:
            start.wait(timeout=30)
            outcomes[number] = actions[number]()
        except Exception as error:
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(number,)) for number in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return outcomes

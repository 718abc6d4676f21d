"""A campaign of 200 runs × 500 questions, made in bulk, and how quick its pages are.

`python -m bench.wide [SLUG]` makes it in the database of the site (ASSIZE_DATA_DIR), to look at; `make bench` has the case
`wide`, which measures every address of PAGES on it.
"""

import os
import random
import sys
import zlib
from collections.abc import Sequence
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign, Question
    from assessment.people.models import Member
    from assessment.submissions.models import PoolItem, Response, Run
    from bench.site import Figures

SLUG, RUNS, QUESTIONS, TEAMS, ASSESSORS = "wide", 200, 500, 50, 20
CANDIDATES, GIVEN = 10, 2  # strings of a question's pool; responses of a run to a question
LATE = 10  # runs that were never pooled
BATCH, REPEATS = 5000, 5
PAGES = (
    "",
    "results/",
    "results/release/",
    "results/1/runs/run001/",
    "runs/",
    "runs/run001/",
    "pool/",
    "questions/",
    "assign/",
)
LISTS = ("questions/", "pool/", "patterns/", "agreement/")
DOWNLOADS = ("results/1/judged-runs.zip", "exports/runs.zip", "exports/bundle.zip")


def wide_campaign(
    slug: str = SLUG, runs: int = RUNS, questions: int = QUESTIONS, teams: int = TEAMS, seed: int = 1
) -> "Campaign":
    """A closed campaign whose pools are judged by a rule of thumb; its organizer's name is olga."""
    from assessment.campaigns.models import State
    from tests.factory import make_campaign, make_member, make_questions

    chance = random.Random(seed)
    campaign = make_campaign(slug, "trec8", state=State.CLOSED, settings={"judges": 1})
    make_member(campaign, f"{slug}-olga", "organizer")
    asked = make_questions(campaign, *(str(number) for number in range(1, questions + 1)), type="factoid")
    items = _pools(campaign, asked, runs)
    _responses(_runs(campaign, runs, teams, questions), items, chance)
    _judge(campaign, asked, items, chance)
    return campaign


def _pools(campaign: "Campaign", asked: Sequence["Question"], runs: int) -> list[list["PoolItem"]]:
    """Ten items for each question."""
    from assessment.submissions.models import PoolItem, PoolRound, QuestionPool
    from scoring.records import item_key

    added = len(asked) * CANDIDATES
    round_ = PoolRound.objects.create(campaign=campaign, number=1, runs=runs - LATE, added=added)
    made = []
    for question in asked:
        given = [
            (f"D{question.qid}-{n:02}", f"answer {n} to question {question.qid}") for n in range(CANDIDATES)
        ]
        made.append(
            [
                PoolItem(
                    question=question,
                    key=item_key(question.qid, docid, "", answer),
                    docid=docid,
                    answer=answer,
                    round=round_,
                )
                for docid, answer in given
            ]
        )
    PoolItem.objects.bulk_create([item for items in made for item in items], batch_size=BATCH)
    counts = {"items": CANDIDATES, "documents": CANDIDATES, "shared": CANDIDATES}
    QuestionPool.objects.bulk_create(QuestionPool(question=question, **counts) for question in asked)
    return made


def _runs(campaign: "Campaign", runs: int, teams: int, questions: int) -> list["Run"]:
    """The runs of teams in their turn, the last of them never pooled; each team has a participant."""
    from assessment.submissions.models import Run, Team
    from tests.factory import make_member

    named = Team.objects.bulk_create(Team(campaign=campaign, name=f"team{n:02}") for n in range(1, teams + 1))
    account = make_member(campaign, f"{campaign.slug}-pat", "participant")
    named[0].members.add(account.memberships.get(campaign=campaign))
    return Run.objects.bulk_create(
        Run(
            campaign=campaign,
            team=named[n % teams],
            run_id=f"run{n + 1:03}",
            run_key=f"run{n + 1:03}",
            priority=n // teams + 1,
            sha256=f"{n:064x}",
            responses_count=questions * GIVEN,
            pooled=n < runs - LATE,
        )
        for n in range(runs)
    )


def _responses(runs: Sequence["Run"], items: Sequence[Sequence["PoolItem"]], chance: random.Random) -> None:
    """Two answers of each run to each question; better runs find the first items, which are right."""
    from assessment.submissions.models import Response, RunFile

    rows: list[Response] = []
    for place, run in enumerate(runs):
        weights = [1 + (len(runs) - place) / len(runs) * (CANDIDATES - n) for n in range(CANDIDATES)]
        for number, pool in enumerate(items):
            first = chance.choices(range(CANDIDATES), weights)[0]
            for rank, item in enumerate((pool[first], pool[(first + 3) % CANDIDATES]), 1):
                rows.append(
                    Response(
                        run=run,
                        question=item.question,
                        line=number * GIVEN + rank,
                        rank=rank,
                        docid=item.docid,
                        answer=item.answer,
                        key=item.key,
                    )
                )
        RunFile.objects.create(run=run, name=f"{run}.txt", compressed=file_of(rows[-len(items) * GIVEN :]))
        if len(rows) > BATCH:
            Response.objects.bulk_create(rows, batch_size=BATCH)
            rows = []
    Response.objects.bulk_create(rows, batch_size=BATCH)


def file_of(rows: Sequence["Response"]) -> bytes:
    """The file of a run, as it is kept."""
    lines = (f"{row.question.qid} Q0 {row.docid} {row.rank} 1.0 {row.run} {row.answer}\n" for row in rows)
    return zlib.compress("".join(lines).encode())


def _judge(
    campaign: "Campaign",
    asked: Sequence["Question"],
    items: Sequence[Sequence["PoolItem"]],
    chance: random.Random,
) -> None:
    """One assessor's grades of each pool: yes for the first two or three items."""
    from django.utils import timezone

    from assessment.judging.models import Assignment, Judgment

    now, people = timezone.now(), _assessors(campaign)
    assigned = Assignment.objects.bulk_create(
        Assignment(
            question=question,
            member=people[n % len(people)],
            stage=question.kind.form.first.name,
            judged=CANDIDATES,
            finished_at=now,
            seconds=chance.randint(60, 900),
        )
        for n, question in enumerate(asked)
    )
    Judgment.objects.bulk_create(
        (
            Judgment(
                item=item,
                member=row.member,
                assignment=row,
                grade="yes" if place < 2 + n % 2 else "no",
                judged_at=now,
            )
            for n, (row, pool) in enumerate(zip(assigned, items, strict=True))
            for place, item in enumerate(pool)
        ),
        batch_size=BATCH,
    )


def _assessors(campaign: "Campaign") -> list["Member"]:
    from tests.factory import make_member

    accounts = [
        make_member(campaign, f"{campaign.slug}-assessor{n:02}", "assessor") for n in range(ASSESSORS)
    ]
    return [account.memberships.get(campaign=campaign) for account in accounts]


def wide() -> "Figures":
    """Pages of a campaign of 200 runs × 500 questions (targets: under 300 ms and 15 statements each)."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from assessment.people.models import Account

    settings.ALLOWED_HOSTS.append("testserver")
    wide_campaign()
    call_command("score", SLUG, stdout=open(os.devnull, "w"))  # noqa: SIM115  # as long as the process
    client = Client()
    client.force_login(Account.objects.get(username=f"{SLUG}-olga"))
    figures: dict[str, Any] = {}
    for page in PAGES:
        figures |= measured_page(
            client, f"/campaigns/{SLUG}/{page}", page.strip("/").replace("/", " ") or "board"
        )
    for address in DOWNLOADS:
        figures |= measured_download(client, f"/campaigns/{SLUG}/{address}", address.split("/")[-1])
    return figures


def lists() -> "Figures":
    """Lists of 1,000 questions with 10,000 judgments (targets: 150 ms and 40 kB each; agreement, which is worked out, 700 ms)."""
    from django.conf import settings
    from django.test import Client

    from assessment.people.models import Account

    settings.ALLOWED_HOSTS.append("testserver")
    wide_campaign(runs=LATE + 1, questions=1000, teams=1)
    client = Client()
    client.force_login(Account.objects.get(username=f"{SLUG}-olga"))
    figures: dict[str, Any] = {}
    for name in LISTS:
        figures |= measured_page(client, f"/campaigns/{SLUG}/{name}", name.strip("/"))
    return figures


def measured_download(client: Any, address: str, name: str) -> dict[str, float | int]:
    """Milliseconds to the first byte, and to the last with those of the processor, and the bytes of a file."""
    began, cpu = perf_counter(), process_time()
    pieces = iter(client.get(address).streaming_content)
    size = len(next(pieces))
    first = perf_counter() - began
    size += sum(map(len, pieces))
    return {
        f"{name} first ms": 1000 * first,
        f"{name} ms": 1000 * (perf_counter() - began),
        f"{name} cpu ms": 1000 * (process_time() - cpu),
        f"{name} bytes": size,
    }


def measured_page(client: Any, address: str, name: str) -> dict[str, float | int]:
    """Milliseconds (median), statements and bytes of a page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from bench.site import got, timed

    got(client.get(address))
    times = [timed(lambda: got(client.get(address)))[0] for _ in range(REPEATS)]
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    asked = [
        query for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
    ]
    return {
        f"{name} ms": median(1000 * time.wall for time in times),
        f"{name} cpu ms": median(1000 * time.cpu for time in times),
        f"{name} queries": len(asked),
        f"{name} bytes": len(response.content),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    import django

    django.setup()
    made = wide_campaign(sys.argv[1] if len(sys.argv) > 1 else SLUG)
    print(
        f"{made.slug}: {RUNS} runs, {QUESTIONS} questions. Its organizer is {made.slug}-olga (correct horse)."
    )

"""How long an import of judgments takes, and how long assessors wait for their saves meanwhile."""

import csv
import tempfile
import threading
import time
from importlib import import_module
from pathlib import Path
from statistics import quantiles
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.checked_files import import_here
from assessment.campaigns.services.intakes import Sent
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import bundle_in_temporary_folder
from assessment.submissions.models import PoolItem
from assize.garbage import keep_what_is_loaded
from bench.limits import written_at_once
from bench.site import Figures, Time, timed
from tests.factory import make_campaign, make_items, make_questions
from tests.write_locks import watch_writes

QUESTIONS, ITEMS, ASSESSORS = 495, 58, 3
ALONE = 3_480  # items, each judged by three: 10,440 judgments
MANY = 33_350  # the same: 100,050 judgments
REST = 245  # items of one more question: 86,865 judgments in all
SAVERS, PAUSE = 8, 0.5  # assessors who save beside it, and the seconds they think


def importing() -> Figures:
    """86,865 judgments imported while 8 assessors save (targets: no lock over 200 ms, p95 of saves under 1 s)."""
    campaign = _campaign()
    savers = [_Saver(assignment, items) for assignment, items in _to_judge(campaign)]
    with tempfile.TemporaryDirectory() as name:
        pool = PoolItem.objects.exclude(question__qid=str(QUESTIONS + 1))
        data = _table(Path(name), pool)
    with watch_writes() as watch:
        for saver in savers:
            saver.start()
        time_taken, said = timed(lambda: _import(campaign, data))
        for saver in savers:
            saver.ended.set()
            saver.join()
    saves = sorted(seconds for saver in savers for seconds in saver.seconds)
    holds = [done.seconds for done in watch.transactions if not done.thread.startswith("saver")]
    cuts = quantiles(saves, n=100)
    return {
        "judgments": Judgment.objects.filter(source__isnull=False).count(),
        "seconds": time_taken.wall,
        "longest_hold_ms": 1000 * max(holds),
        "p99_hold_ms": 1000 * quantiles(holds, n=100)[98],
        "saves": len(saves),
        "failed_saves": sum(saver.failed for saver in savers),
        "save_p50_ms": 1000 * cuts[49],
        "save_p95_ms": 1000 * cuts[94],
        "save_max_ms": 1000 * saves[-1],
        "said": said,
    }


def import_alone() -> Figures:
    """10,000 judgments imported while nobody else writes (target: 2 s; limit: executemany of the same rows into a table with the same indexes)."""
    _, time_taken, said = _imported(ALONE)
    return _beside_limit(time_taken, said, ALONE)


def import_many() -> Figures:
    """100,000 judgments imported while nobody else writes (target: 15 s; limit: as import_alone)."""
    _, time_taken, said = _imported(MANY)
    return _beside_limit(time_taken, said, MANY)


def import_bundle() -> Figures:
    """A campaign of 100,000 judgments imported as a bundle (target: 12 s; limit: as import_alone)."""
    campaign, *_ = _imported(MANY)
    with bundle_in_temporary_folder(campaign) as folder:
        time_taken, made = timed(lambda: import_folder(folder=folder, slug="copy", by=None))
    return _beside_limit(time_taken, made.sentence, MANY)


def _imported(items: int) -> tuple[Campaign, Time, str]:
    """A campaign of so many items whose judgments were imported, as a site does it that has been at work before."""
    campaign = make_campaign("bench")
    with transaction.atomic():
        for question in make_questions(campaign, *map(str, range(1, items // ITEMS + 1)), type="factoid"):
            make_items(question, *((f"DOC-{n}", f"answer {n} of {question.qid}") for n in range(ITEMS)))
    with tempfile.TemporaryDirectory() as name:
        data = _table(Path(name), PoolItem.objects.all())
    import_module(settings.ROOT_URLCONF)  # and with it every page
    keep_what_is_loaded()
    time_taken, said = timed(lambda: _import(campaign, data))
    return campaign, time_taken, said


def _beside_limit(time_taken: Time, said: str, items: int) -> Figures:
    limit = written_at_once(Judgment, items * ASSESSORS)
    return {
        "judgments": items * ASSESSORS,
        "seconds": time_taken.wall,
        "cpu_seconds": time_taken.cpu,
        "limit_cpu_seconds": limit,
        "times_the_limit": time_taken.cpu / limit,
        "said": said,
    }


class _Saver(threading.Thread):
    """Somebody who judges beside the import."""

    def __init__(self, assignment: Assignment, items: list[int]) -> None:
        super().__init__(daemon=True, name=f"saver {assignment.pk}")
        self.assignment, self.items = assignment, items
        self.ended = threading.Event()
        self.seconds: list[float] = []
        self.failed = 0

    def run(self) -> None:
        for number in range(100_000):
            if self.ended.wait(PAUSE):
                break
            self._save(self.items[number % len(self.items)], number // len(self.items))
        connection.close()

    def _save(self, item: int, seen: int) -> None:
        began = time.perf_counter()
        try:
            record_judgment(
                by=None,
                assignment_id=self.assignment.pk,
                item_id=item,
                seen=seen,
                client_id=uuid4(),
                grade="no" if seen % 2 else "yes",
            )
        except Exception:
            self.failed += 1
        self.seconds.append(time.perf_counter() - began)


def _campaign() -> Campaign:
    campaign = make_campaign("bench")
    sizes = [ITEMS] * QUESTIONS + [ITEMS * 4, REST]
    qids = [str(number) for number in range(1, len(sizes) + 1)]
    with transaction.atomic():
        for question, size in zip(make_questions(campaign, *qids, type="factoid"), sizes, strict=True):
            make_items(question, *((f"DOC-{n}", f"answer {n} of {question.qid}") for n in range(size)))
    return campaign


def _to_judge(campaign: Campaign) -> list[tuple[Assignment, list[int]]]:
    """Assignments of the last question but one, with its items."""
    question = campaign.questions.get(qid=str(QUESTIONS + 1))
    items = list(question.pool_items.order_by("pk").values_list("pk", flat=True))
    return [
        (
            Assignment.objects.create(question=question, member=member, stage=question.kind.form.first.name),
            items,
        )
        for member in _members(campaign)
    ]


def _members(campaign: Campaign) -> list[Member]:
    return [
        ensure_member(campaign=campaign, name=f"saver{n}", roles=["assessor"], by=None) for n in range(SAVERS)
    ]


def _table(folder: Path, pool: QuerySet[PoolItem]) -> bytes:
    file = folder / "judgments.csv"
    with file.open("w", newline="") as target:
        table = csv.writer(target)
        table.writerow(
            ["qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at"]
        )
        rows = pool.order_by("pk").values_list("question__qid", "docid", "passage", "answer")
        for number, row in enumerate(rows.iterator()):
            for person in range(ASSESSORS):
                grade = "yes" if (number + (person if number % 17 == 0 else 0)) % 9 == 0 else "no"
                table.writerow([*row, f"a{person}", grade, "", "", "2026-11-02T10:00:00Z"])
    return file.read_bytes()


def _import(campaign: Campaign, data: bytes) -> str:
    sent = Sent(campaign, SourceFile("judgments.csv", data), None, newcomers=True, replace=True)
    return import_here("judgments", sent).sentence

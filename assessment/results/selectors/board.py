"""What the campaign's board shows: the nine steps, judging so far, and what needs a look."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, F, Max, Min, Q, Sum
from django.urls import reverse

from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import Assignment
from assessment.results.models import RunScore, ScoreSet
from assessment.submissions.models import PoolItem, QuestionPool, Run, Team
from documents.models import Collection

UNITS_SHOWN = 12
LOOKS_SHOWN = 12
SECONDS_A_DAY = 86_400


class Step(NamedTuple):
    """One of the nine steps; `state` is done, now or todo."""

    name: str
    state: str
    detail: str
    address: str


class Cell(NamedTuple):
    """How far one assessor is with one unit (a question, or a whole series)."""

    judged: int
    items: int
    finished: bool

    @property
    def percent(self) -> int:
        """Share judged, rounded down so that 100 means all."""
        return 100 * self.judged // self.items if self.items else 100


class Unit(NamedTuple):
    """A row of the progress matrix."""

    label: str
    address: str
    cells: Sequence[Cell | None]
    disputed: int
    items: int


class Look(NamedTuple):
    """Something that needs a look."""

    what: str
    sentence: str
    address: str


class Board(NamedTuple):
    """Everything on the board."""

    steps: Sequence[Step]
    assessors: Sequence[str]
    units: Sequence[Unit]
    more_units: int
    disputed: int
    undecided: int
    items: int
    looks: Sequence[Look]
    scores: ScoreSet | None
    leaders: Sequence[RunScore]


class _Work(NamedTuple):
    """Assignments that count, as plain rows."""

    question: int
    unit: str
    label: str
    member: str
    judged: int
    items: int
    finished: bool
    no_answer: bool


def board(campaign: Campaign) -> Board:
    """Read the board with a fixed number of queries, whatever the campaign's size."""
    work = _work(campaign)
    disputed = _disputed(campaign)
    pools = QuestionPool.objects.filter(question__campaign=campaign).aggregate(
        n=Count("pk"), items=Sum("items")
    )
    scores = ScoreSet.objects.filter(qrels__campaign=campaign).select_related("qrels").order_by("-pk").first()
    undecided = sum(row["open"] for row in disputed.values())
    units, assessors = _matrix(campaign, work, disputed)
    unfinished = [unit for unit in units if any(cell and not cell.finished for cell in unit.cells)]
    shown = (unfinished or units)[:UNITS_SHOWN]
    items = pools["items"] or 0
    return Board(
        steps=_steps(campaign, work, items, pools["n"], undecided, scores),
        assessors=assessors,
        units=shown,
        more_units=len(units) - len(shown),
        disputed=sum(row["disputed"] for row in disputed.values()),
        undecided=undecided,
        items=items,
        looks=_looks(campaign, work, scores),
        scores=scores,
        leaders=_leaders(scores),
    )


def _work(campaign: Campaign) -> list[_Work]:
    rows = (
        Assignment.objects.counting()
        .filter(question__campaign=campaign)
        .order_by("question__position", "member__name")
        .values_list(
            "question_id",
            "question__series__key",
            "question__series__target",
            "question__qid",
            "question__text",
            "member__name",
            "judged",
            "question__pool__items",
            "finished_at",
            "no_answer_found",
        )
    )
    return [
        _Work(
            question,
            key or qid,
            f"{key} {target}" if key else f"{qid} {text}",
            name,
            judged,
            items or 0,
            finished is not None and judged >= (items or 0),
            no_answer,
        )
        for question, key, target, qid, text, name, judged, items, finished, no_answer in rows
    ]


def _disputed(campaign: Campaign) -> dict[str, dict[str, int]]:
    """Disputed items by unit: all, and those without a decision. The partial index holds only disputed ones."""
    rows = (
        PoolItem.objects.filter(question__campaign=campaign, disputed=True)
        .values("question__qid", "question__series__key")
        .annotate(
            disputed=Count("pk"),
            open=Count("pk", filter=Q(adjudication__isnull=True) | Q(adjudication__grade="")),
        )
        .order_by("question__qid")
    )
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        unit = found.setdefault(
            row["question__series__key"] or row["question__qid"], {"disputed": 0, "open": 0}
        )
        unit["disputed"] += row["disputed"]
        unit["open"] += row["open"]
    return found


def _matrix(
    campaign: Campaign, work: Sequence[_Work], disputed: dict[str, dict[str, int]]
) -> tuple[list[Unit], list[str]]:
    assessors = sorted({row.member for row in work})
    cells: dict[str, dict[str, list[_Work]]] = {}
    labels: dict[str, str] = {}
    for row in work:
        cells.setdefault(row.unit, {}).setdefault(row.member, []).append(row)
        labels[row.unit] = row.label
    units = [
        Unit(
            labels[unit],
            reverse("judging:assign", args=[campaign.slug]),
            [_cell(by_member.get(name, ())) for name in assessors],
            disputed.get(unit, {}).get("disputed", 0),
            sum({row.question: row.items for rows in by_member.values() for row in rows}.values()),
        )
        for unit, by_member in cells.items()
    ]
    return units, assessors


def _cell(rows: Iterable[_Work]) -> Cell | None:
    rows = list(rows)
    if not rows:
        return None
    return Cell(
        sum(row.judged for row in rows), sum(row.items for row in rows), all(row.finished for row in rows)
    )


def _steps(
    campaign: Campaign,
    work: Sequence[_Work],
    items: int,
    pooled_questions: int,
    undecided: int,
    scores: ScoreSet | None,
) -> list[Step]:
    """Each step says how far it is; the first that is not done is the one to do now."""
    slug = campaign.slug
    questions = campaign.questions.count()
    retained = Question.objects.filter(campaign=campaign).retained().count()
    runs = (
        Run.objects.filter(campaign=campaign)
        .standing()
        .aggregate(n=Count("pk"), waiting=Count("pk", filter=Q(pooled=False)))
    )
    teams = Team.objects.filter(campaign=campaign, runs__state="submitted").distinct().count()
    collection = Collection.objects.filter(slug=campaign.collection_slug).first()
    assigned = len({row.question for row in work})
    judged, due = sum(row.judged for row in work), sum(row.items for row in work)
    dropped = questions - retained
    done_judging = bool(due) and judged >= due and all(row.finished for row in work)
    parts = [
        (
            "Questions",
            questions > 0,
            f"{questions}" + (f", {dropped} dropped" if dropped else ""),
            "campaigns:questions",
        ),
        (
            "Collection",
            collection is not None,
            _collection_detail(campaign, collection),
            "campaigns:settings",
        ),
        (
            "Runs",
            runs["n"] > 0,
            f"{runs['n']} of {teams} team{'' if teams == 1 else 's'}",
            "submissions:runs",
        ),
        ("Pool", items > 0 and not runs["waiting"], _pool_detail(items, runs["waiting"]), "submissions:pool"),
        (
            "Assign",
            assigned > 0 and assigned >= pooled_questions,
            f"{assigned} of {pooled_questions} questions",
            "judging:assign",
        ),
        ("Judge", done_judging, _judge_detail(campaign, judged, due), "judging:assign"),
        ("Adjudicate", done_judging and not undecided, f"{undecided} open", "judging:adjudicate"),
        (
            "Score",
            scores is not None and campaign.state == State.RELEASED,
            _score_detail(scores),
            "results:results",
        ),
        ("Release", campaign.state == State.RELEASED, campaign.get_state_display(), "results:results"),
    ]
    first_open = next((n for n, part in enumerate(parts) if not part[1]), len(parts))
    states = ["done" if part[1] else "now" if n == first_open else "todo" for n, part in enumerate(parts)]
    return [
        Step(name, state, detail, reverse(address, args=[slug]))
        for (name, _, detail, address), state in zip(parts, states, strict=True)
    ]


def _collection_detail(campaign: Campaign, collection: Collection | None) -> str:
    if collection is None:
        return f"{campaign.collection_slug} is not loaded" if campaign.collection_slug else "none chosen"
    return f"{collection.documents:,} " + ("documents" if collection.held else "ids, no texts")


def _pool_detail(items: int, waiting: int) -> str:
    return f"{items:,} items" + (
        f", {waiting} run{'' if waiting == 1 else 's'} not pooled" if waiting else ""
    )


def _judge_detail(campaign: Campaign, judged: int, due: int) -> str:
    if not due:
        return "nothing assigned"
    share = f"{100 * judged // due} %"
    days = _days_left(campaign, judged, due)
    return f"{share}, done in about {days} day{'' if days == 1 else 's'}" if days else share


def _days_left(campaign: Campaign, judged: int, due: int) -> int | None:
    """Forecast at the pace since the first assignment; unknown in the first hour and when all is judged."""
    if not 0 < judged < due:
        return None
    times = Assignment.objects.filter(question__campaign=campaign).aggregate(
        first=Min("assigned_at"), last=Max("judgments__judged_at")
    )
    elapsed = (times["last"] - times["first"]).total_seconds() if times["last"] else 0
    if elapsed < SECONDS_A_DAY / 24:
        return None
    return round(elapsed * (due - judged) / judged / SECONDS_A_DAY) or 1


def _score_detail(scores: ScoreSet | None) -> str:
    return f"{scores.qrels.rule}, version {scores.qrels.version}" if scores else "not yet"


def _looks(campaign: Campaign, work: Sequence[_Work], scores: ScoreSet | None) -> list[Look]:
    """Alarms: questions without a correct answer, work waiting after a late run, what the scores warn of."""
    looks = []
    no_answer: dict[str, list[str]] = {}
    for row in work:
        if row.no_answer:
            no_answer.setdefault(row.label, []).append(row.member)
    for label, members in no_answer.items():
        people = "assessor" if len(members) == 1 else "assessors"
        sentence = f"No correct answer found by {len(members)} {people}. Check the question or drop it."
        looks.append(
            Look(label.split(" ")[0], sentence, reverse("campaigns:questions", args=[campaign.slug]))
        )
    for warning in (scores.report.get("warnings", []) if scores else [])[:LOOKS_SHOWN]:
        looks.append(Look("scores", warning, reverse("results:results", args=[campaign.slug])))
    return looks[:LOOKS_SHOWN]


def _leaders(scores: ScoreSet | None) -> list[RunScore]:
    if scores is None:
        return []
    rows = RunScore.objects.filter(score_set=scores).select_related("run__team").defer("questions", "series")
    return list(rows.order_by(F("score").desc(nulls_last=True), "run__run_id")[:10])

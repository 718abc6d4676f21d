"""A version of the scores as files: CSV, JSON, SVG, and the qrels."""

import io
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.models import RunScore
from assessment.results.selectors.access import access_judged_runs, access_qrels, access_version
from assessment.results.selectors.judged_runs import judged_runs as answers_of_runs
from assessment.results.selectors.leaderboard import Leaderboard, leaderboard
from assessment.results.selectors.leaderboard_asked import AS_IT_IS, asked_of
from assessment.results.selectors.leaderboard_rows import LeaderboardRow
from assessment.results.selectors.report import report_json
from assessment.results.selectors.sight import sight_of
from assessment.results.views.exports import streamed
from assessment.shared import figures
from assessment.shared.spreadsheets import Table
from assessment.shared.zips import begun, stream_zip
from scoring.spans.scores import PARTS

FORMS = ("csv", "json", "svg")


@require_safe
@login_required
def leaderboard_file(request: HttpRequest, slug: str, version: int, form: str) -> HttpResponse:
    """The leaderboard as csv, json (scores of single runs and questions only for those who may see all) or svg."""
    scores, score_set = access_version(request.user, slug, version)
    if score_set is None or form not in FORMS:
        raise Http404
    sight = sight_of(scores)
    board = leaderboard(score_set, asked_of(request.GET, score_set.track), sight)
    if form == "csv":
        content, kind = as_csv(board), "text/csv; charset=utf-8"
    elif form == "svg":
        content, kind = render_to_string("results/leaderboard.svg", {"board": board}), "image/svg+xml"
    else:
        content, kind = report_json(score_set, whole=scores.all_versions, sight=sight), "application/json"
    return as_file(content.encode(), kind, f"{slug}-scores-{version}.{form}")


def as_csv(board: Leaderboard) -> str:
    """The leaderboard as a table, numbers in full."""
    target = io.StringIO(newline="")
    write = Table(target).writerow
    measures = board.track.measures
    further = ("score_by_type",) if board.in_series else BEST_COLUMNS if board.has_parts else ()
    write([*LEADERBOARD_COLUMNS, *measures, *further, "rank"])
    # By the score, whatever the page is ordered by.
    rows = [row for part in replace(board, asked=AS_IT_IS).divided for row in part.rows]
    for row in sorted(rows, key=lambda row: row.best_first):
        score = row.score
        own = (score.score_by_type,) if board.in_series else best_cells(score) if board.has_parts else ()
        values = (score.measures.get(name) for name in measures)
        write([*leaderboard_cells(row), *values, *own, row.place_by_score])
    return target.getvalue()


BEST_COLUMNS = tuple(f"{part}_best_{name}" for part in PARTS for name in ("f1", "threshold"))


def best_cells(row: RunScore) -> list[object]:
    """F1 of long and short answers at the run's best threshold, and which it is."""
    points = [row.summary.get(part) or {} for part in PARTS]
    return [point.get(name) for point in points for name in ("f1", "threshold")]


LEADERBOARD_COLUMNS = (
    "run_id",
    "team",
    "score",
    "interval_low",
    "interval_high",
    "judged",
    "unjudged",
    "lower_bound",
    "upper_bound",
)


def leaderboard_cells(row: LeaderboardRow) -> list[object]:
    """A run's score and what it rests on; without a name where the reader may not know it."""
    score = row.score
    low, high = score.bounds["low"], score.bounds["high"]
    ends = (score.interval_low, score.interval_high)
    team = row.team if row.is_named else ""
    return [row.run_id, team, score.score, *ends, score.judged, score.unjudged, low, high]


@require_safe
@login_required
def qrels(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The frozen qrels file of a version."""
    snapshot = access_qrels(request.user, slug, version)
    rule = snapshot.rule.replace(":", "-")
    return as_file(snapshot.text, "text/plain; charset=utf-8", f"{slug}-qrels-{version}-{rule}.txt")


@require_safe
@login_required
def judged_runs(request: HttpRequest, slug: str, version: int) -> StreamingHttpResponse:
    """All released runs' answers with their grades, where the campaign gives them out."""
    scores, score_set = access_judged_runs(request.user, slug, version)
    if score_set.track.marks_places:
        raise Http404
    pieces = stream_zip(answers_of_runs(score_set, sight_of(scores)))
    return streamed(begun(pieces), f"{slug}-judged-runs-{version}.zip")


FIGURES = {"svg": (figures.svg, "image/svg+xml"), "csv": (figures.csv, "text/csv; charset=utf-8")}


def figure_as_file(figure: figures.Figure, form: str, name: str) -> HttpResponse:
    """A figure as SVG, or its values as CSV; Http404 for any other form. `name` is that of the file, without its end."""
    if form not in FIGURES:
        raise Http404
    write, kind = FIGURES[form]
    return as_file(write(figure), kind, f"{name}.{form}")


def as_file(content: bytes, kind: str, name: str) -> HttpResponse:
    """A download that no browser runs."""
    return HttpResponse(
        content,
        content_type=kind,
        headers={
            "Content-Disposition": str(content_disposition_header(True, name)),
            "X-Content-Type-Options": "nosniff",
        },
    )

"""Addresses of the results app."""

from django.urls import path

import assessment.shared.addresses  # noqa: F401  # <run:…>
from assessment.results.views import (
    annotations,
    board,
    changes,
    cloning,
    curves,
    deletion,
    downloads,
    exports,
    files,
    imports,
    release,
    results,
    scores,
    sheets,
)

app_name = "results"
urlpatterns = [
    path("campaigns/<slug:slug>/", board.board, name="board"),
    path("campaigns/<slug:slug>/next/", board.act, name="act"),
    path("campaigns/<slug:slug>/figures/<slug:name>.<slug:form>", board.figure, name="board-figure"),
    path("campaigns/<slug:slug>/clone/", cloning.clone, name="clone"),
    path("campaigns/<slug:slug>/delete/", deletion.delete, name="delete"),
    path("campaigns/<slug:slug>/results/", results.results, name="results"),
    path("campaigns/<slug:slug>/results/compare/", results.compare_rules, name="compare"),
    path("campaigns/<slug:slug>/results/release/", release.release, name="release"),
    path("campaigns/<slug:slug>/results/release/preview/", release.preview, name="release-preview"),
    path("campaigns/<slug:slug>/results/settle-nils/", release.settle_nils, name="settle-nils"),
    path("campaigns/<slug:slug>/results/take-back/", release.unrelease, name="unrelease"),
    path("campaigns/<slug:slug>/results/<int:version>/", results.version, name="version"),
    path(
        "campaigns/<slug:slug>/results/<int:version>/leaderboard.<str:form>",
        files.leaderboard_file,
        name="leaderboard-file",
    ),
    path("campaigns/<slug:slug>/results/<int:version>/qrels.txt", files.qrels, name="qrels"),
    path(
        "campaigns/<slug:slug>/results/<int:version>/runs/<run:run_id>/", scores.run_scores, name="run-scores"
    ),
    path("campaigns/<slug:slug>/results/<int:version>/own-runs.zip", sheets.own, name="own-runs"),
    path("campaigns/<slug:slug>/results/<int:version>/book.html", sheets.book, name="book"),
    path(
        "campaigns/<slug:slug>/results/<int:version>/runs/<run:run_id>/sheet.html",
        sheets.sheet,
        name="run-sheet",
    ),
    path(
        "campaigns/<slug:slug>/results/<int:version>/judged-runs.zip",
        files.judged_runs,
        name="judged-runs",
    ),
    path(
        "campaigns/<slug:slug>/results/<int:version>/runs/<run:run_id>/answers/",
        scores.answers_of_run,
        name="run-answers",
    ),
    path(
        "campaigns/<slug:slug>/results/<int:version>/runs/<run:run_id>/answers.csv",
        scores.answers_table,
        name="run-answers-table",
    ),
    path(
        "campaigns/<slug:slug>/results/<int:version>/runs/<run:run_id>/figures/<slug:name>.<slug:form>",
        scores.figure_of_run,
        name="run-figure",
    ),
    path(
        "campaigns/<slug:slug>/results/<int:version>/runs/<run:run_id>/curve.svg",
        curves.figure,
        name="run-curve",
    ),
    path(
        "campaigns/<slug:slug>/results/<int:version>/runs/<run:run_id>/curve-<str:part>.csv",
        curves.table,
        name="run-curve-table",
    ),
    path(
        "campaigns/<slug:slug>/results/<int:version>/questions/<path:qid>/",
        scores.question_scores,
        name="question-scores",
    ),
    path("campaigns/<slug:slug>/results/<int:version>/changes/", changes.changes, name="changes"),
    path("campaigns/<slug:slug>/results/<int:version>/series/", scores.all_series, name="series-list"),
    path(
        "campaigns/<slug:slug>/results/<int:version>/series/<path:series>/",
        scores.series_scores,
        name="series-scores",
    ),
    path("campaigns/<slug:slug>/annotators/", annotations.annotations, name="annotations"),
    path(
        "campaigns/<slug:slug>/annotators/table.csv",
        annotations.annotators_table,
        name="annotators-table",
    ),
    path("campaigns/<slug:slug>/exports/", exports.exports, name="exports"),
    path("campaigns/<slug:slug>/exports/bundle.zip", exports.download_bundle, name="bundle"),
    path(
        "campaigns/<slug:slug>/exports/bundle-without-names.zip",
        exports.download_bundle_without_names,
        name="bundle-without-names",
    ),
    path(
        "campaigns/<slug:slug>/exports/corpus/annotations.jsonl.gz",
        exports.download_annotations,
        name="corpus-annotations",
    ),
    path("campaigns/<slug:slug>/exports/runs.zip", exports.download_runs, name="trec-eval-runs"),
    path("campaigns/<slug:slug>/exports/judged.zip", downloads.judged, name="judged"),
    path("campaigns/<slug:slug>/exports/pyramid.txt", downloads.pyramid, name="pyramid"),
    path("campaigns/<slug:slug>/exports/answers/<str:rule>.txt", downloads.final_answer_sets, name="answers"),
    path("campaigns/<slug:slug>/exports/tables/<str:table>", exports.download_table, name="table"),
    path("campaigns/<slug:slug>/exports/<str:form>/<str:rule>.txt", exports.download_qrels, name="qrels-now"),
    path("import/", imports.import_bundle, name="import-bundle"),
]

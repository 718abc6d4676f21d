"""What is handed out of a version at the size of the largest evaluations: its report, and the book of all sheets."""

from collections.abc import Iterable

from assessment.results.selectors.sheets import ALL, Book
from assessment.results.services.scores import score
from assessment.results.services.sheets import book_pages
from assessment.studies.selectors.overview import overview_of
from assessment.studies.services.overview import files
from bench.site import Figures, peak_megabytes, timed
from bench.studies import campaign_of_ranked_runs, stored_campaign

RUNS, QUESTIONS = 200, 500


def version_files() -> Figures:
    """Report and book of a version of 200 runs and 500 questions, and as many times as long as scoring it takes (target: the book within a minute)."""
    campaign = stored_campaign(campaign_of_ranked_runs(QUESTIONS, RUNS))
    scoring, made = timed(lambda: score(campaign=campaign, rule="adjudicated", by=None))
    score_set, before = made.score_set, peak_megabytes()
    book, size_of_book = timed(lambda: _size(book_pages(Book(score_set, ALL))))
    after_book = peak_megabytes()
    report, size_of_report = timed(lambda: _size(content for _, content in files(overview_of(score_set))))
    return {
        "score_seconds": scoring.wall,
        "score_cpu_seconds": scoring.cpu,
        "book_seconds": book.wall,
        "book_cpu_seconds": book.cpu,
        "book_per_scoring": book.cpu / scoring.cpu,
        "book_mb": size_of_book,
        "report_seconds": report.wall,
        "report_cpu_seconds": report.cpu,
        "report_per_scoring": report.cpu / scoring.cpu,
        "report_mb": size_of_report,
        "peak_mb_before": before,
        "peak_mb_book": after_book,
        "peak_mb": peak_megabytes(),
    }


def _size(pieces: Iterable[bytes]) -> float:
    return sum(map(len, pieces)) / 1_000_000

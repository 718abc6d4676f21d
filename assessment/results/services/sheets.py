"""Sheets of runs as pages that need nothing else: one alone, or the book of all, made sheet by sheet."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.template.loader import get_template
from django.utils.translation import override

from assessment.campaigns.models import Campaign
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.access import ScoresAccess
from assessment.results.selectors.run_answers import run_answers_table
from assessment.results.selectors.sheets import ALL, BLIND, DESCRIPTION, Book, Entry, Sheet, telling_of
from assessment.results.selectors.version_files import Wanted, mark_with
from assessment.results.services.versions import version_of
from assessment.shared.say import say_n
from scoring.tracks.base import Track

ENGLISH = "en"  # a sheet is a file, and reads the same for everybody
ONE = "Sheet of a run"
BOOK = "results.book"  # kinds of jobs
OWN = "results.own_runs"
PLACE = "\N{OBJECT REPLACEMENT CHARACTER}sheet\N{OBJECT REPLACEMENT CHARACTER}"


def book_pages(book: Book) -> Iterator[bytes]:
    """The book of all runs, a sheet at a time, so that it is never in memory whole."""
    with override(ENGLISH):
        entries = book.entries
    yield from _pages(book, "Book of runs", entries, book.sheets())


def sheet_page(book: Book, row: RunScore) -> bytes:
    """The sheet of one run."""
    with override(ENGLISH):
        entry, sheet = book.sheet_of(row)
    return b"".join(_pages(book, ONE, [entry], [sheet]))


def _pages(book: Book, subject: str, entries: Sequence[Entry], sheets: Iterable[Sheet]) -> Iterator[bytes]:
    """The frame with a sheet in each of its places."""
    track = book.score_set.track
    frame, *rest = _frame(book, subject, entries, track).split(PLACE)
    yield frame.encode()
    made, template = iter(sheets), get_template("results/_sheet.html")
    for after in rest:
        with override(ENGLISH):  # which does not last while a part is sent
            sheet = template.render({"sheet": next(made), "track": track, "description": DESCRIPTION})
        yield (sheet + after).encode()


def _frame(book: Book, subject: str, entries: Sequence[Entry], track: Track) -> str:
    qrels = book.score_set.qrels
    context: dict[str, Any] = {
        "title": qrels.campaign.title.replace(PLACE, ""),
        "subject": subject,
        "sections": entries,
        "qrels": qrels,
        "track": track,
        "is_official": book.is_official,
        "place": PLACE,
    }
    with override(ENGLISH):
        return get_template("results/sheets.html").render(context)


def wanted_book(scores: ScoresAccess, score_set: ScoreSet) -> tuple[Wanted, Book]:
    """The book as the account may have it: its file, and what that is made of."""
    book = Book(score_set, telling_of(scores))
    mark = mark_with(score_set, *book.contents)
    return Wanted(score_set, "book.html", BOOK, mark, book.telling.reader), book


def wanted_own(scores: ScoresAccess, score_set: ScoreSet, own: Iterable[RunScore]) -> tuple[Wanted, Book]:
    """What a team gets of its runs, likewise."""
    book = Book(score_set, telling_of(scores))
    given = [scores.may_have_qrels, scores.judged_runs, [row.run_id for row in own]]
    mark = mark_with(score_set, *book.contents, *given)
    return Wanted(score_set, "own-runs.zip", OWN, mark, book.telling.reader), book


def own_files(
    scores: ScoresAccess, score_set: ScoreSet, own: Iterable[RunScore], book: Book
) -> Iterator[tuple[str, bytes]]:
    """What a team gets of its runs: their sheets, and as far as the campaign gives them out, judged answers and qrels."""
    if scores.may_have_qrels:
        yield "qrels.txt", score_set.qrels.text
    for row in own:
        run_id = row.run.run_id
        yield f"{run_id}/sheet.html", sheet_page(book, row)
        if scores.judged_runs != "none" and not score_set.track.marks_places:
            yield f"{run_id}/answers.csv", run_answers_table(score_set, row, scores.left_out)


class Written(NamedTuple):
    """What was written."""

    version: int
    folder: Path
    sheets: int

    @property
    def sentence(self) -> str:
        """It in words."""
        return say_n(
            "Wrote {n} sheet of version {version} to {folder}, and the book of all.",
            "Wrote {n} sheets of version {version} to {folder}, and the book of all.",
            self.sheets,
            version=str(self.version),
            folder=self.folder,
        )


def write_sheets(*, campaign: Campaign, folder: Path, version: int | None = None, blind: bool) -> Written:
    """Write the book and each run's sheet, under numbers where it is blind, into a folder that is there and empty."""
    score_set = version_of(campaign, version)
    book = Book(score_set, BLIND if blind else ALL)
    with (folder / "book.html").open("wb") as file:
        file.writelines(book_pages(book))
    (folder / "runs").mkdir()
    for entry, sheet in zip(book.entries, book.sheets(), strict=True):
        page = b"".join(_pages(book, ONE, [entry], [sheet]))
        (folder / "runs" / f"{entry.row.run_id or entry.name}.html").write_bytes(page)
    return Written(score_set.qrels.version, folder, len(book.entries))

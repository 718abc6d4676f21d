"""After the day: every acknowledged change is there exactly once, and everything is as it was last acknowledged."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from uuid import UUID

from tests.at_work.book import Book, State
from tests.at_work.installation import Installation


class Reckoning:
    """The books of the assessors held against the database, the export and the recount."""

    def __init__(self, site: Installation, books: Iterable[Book]) -> None:
        self.site = site
        self.books = {book.assignment: book for book in books}
        self.lost: list[str] = []
        self.doubled: list[str] = []
        self.wrong: list[str] = []
        self.acknowledged = 0

    def reckon(self) -> None:
        """Compare everything."""
        self._history()
        self._judgments()
        self._parts()
        self._assignments()
        for slug in ("facts", "series"):
            self._export(slug)
        for slug in ("facts", "series", "archive", "vault"):
            self.site.give("recount", slug)

    @property
    def errors(self) -> list[str]:
        return [
            *(f"lost: {line}" for line in self.lost),
            *(f"doubled: {line}" for line in self.doubled),
            *(f"not as it was acknowledged: {line}" for line in self.wrong),
        ]

    def __str__(self) -> str:
        counted = (
            f"{self.acknowledged:,} acknowledged changes: {len(self.lost)} lost, {len(self.doubled)} doubled"
        )
        return "\n".join([f"{counted}, {len(self.wrong)} wrong", *(f"  {line}" for line in self.errors[:20])])

    # The history

    def _history(self) -> None:
        """Every change is one row of the history."""
        rows = self.site.query(
            "SELECT assignment_id, client_id FROM judging_change WHERE assignment_id IS NOT NULL AND kind <> 'notes'"
        )
        acknowledged = {book.assignment: book.saved.keys() | book.changed for book in self.books.values()}
        stored: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for assignment, client_id in rows:
            stored[assignment][str(UUID(str(client_id)))] += 1
        for assignment, ids in acknowledged.items():
            book, found = self.books[assignment], stored[assignment]
            self.acknowledged += len(ids)
            self.lost += [f"{client_id} of {book.assessor}" for client_id in ids if not found[client_id]]
            self.doubled += [
                f"{client_id} of {book.assessor}" for client_id, number in found.items() if number > 1
            ]
            self.doubled += [
                f"{client_id}, sent by nobody" for client_id in found if client_id not in book.sent
            ]

    # How everything is now

    def _judgments(self) -> None:
        columns = "assignment_id, item_id, grade, note, later, changes"
        stored: defaultdict[int, dict[int, State]] = defaultdict(dict)
        for assignment, item, grade, note, later, changes in self.site.query(
            f"SELECT {columns} FROM judging_judgment"
        ):
            stored[assignment][item] = State(grade, note, bool(later), changes)
        for book in self.books.values():
            self._compare(book, "judgment", book.states, stored[book.assignment])

    def _parts(self) -> None:
        classes = self._by_book(
            "SELECT j.assignment_id, j.item_id, c.text FROM judging_judgment j "
            "JOIN judging_entry c ON c.id = j.answer_class_id"
        )
        marks: defaultdict[int, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for assignment, item, uid in self.site.query(
            "SELECT a.id, m.item_id, n.uid FROM judging_nuggetmatch m JOIN judging_entry n ON n.id = m.nugget_id "
            "JOIN judging_assignment a ON a.question_id = n.question_id AND a.member_id = m.member_id"
        ):
            marks[assignment][item].add(str(UUID(str(uid))))
        for book in self.books.values():
            self._compare(book, "class", book.classes, classes[book.assignment])
            marked = {item: uids for item, uids in {**book.written, **book.marks}.items() if uids}
            self._compare(book, "marks", marked, marks[book.assignment])

    def _assignments(self) -> None:
        rows = self.site.query("SELECT id, rules_of_thumb, notes_version FROM judging_assignment")
        for assignment, rules, version in rows:
            book = self.books.get(assignment)
            if book and (rules, version) != (book.rules, book.rules_version):
                self.wrong.append(
                    f"rules of {book.assessor}: {rules!r} {version}, not {book.rules!r} {book.rules_version}"
                )

    def _by_book(self, sql: str) -> defaultdict[int, dict[int, str]]:
        found: defaultdict[int, dict[int, str]] = defaultdict(dict)
        for assignment, item, value in self.site.query(sql):
            found[assignment][item] = value
        return found

    def _compare(
        self, book: Book, what: str, wanted: Mapping[int, object], stored: Mapping[int, object]
    ) -> None:
        for item in wanted.keys() | stored.keys():
            if wanted.get(item) != stored.get(item):
                result = f"{what} of {item} by {book.assessor}: {stored.get(item)}, not {wanted.get(item)}"
                self.wrong.append(result)

    # What leaves the site

    def _export(self, slug: str) -> None:
        """The bundle's judgments are those of the books."""
        items = {
            pk: (qid, *content)
            for pk, qid, *content in self.site.query(
                "SELECT i.id, q.qid, i.docid, i.passage, i.answer FROM submissions_poolitem i "
                "JOIN campaigns_question q ON q.id = i.question_id JOIN campaigns_campaign c ON c.id = q.campaign_id "
                f"WHERE c.slug = '{slug}'"
            )
        }
        wanted = {
            (*items[item], book.assessor): (state.grade, state.note)
            for book in self.books.values()
            for item, state in book.states.items()
            if item in items and state.grade
        }
        stored = dict(_exported(self.site, slug, {book.assessor for book in self.books.values()}))
        self.wrong += [
            f"{key} is exported as {stored.get(key)}, not {wanted.get(key)}"
            for key in wanted.keys() | stored.keys()
            if wanted.get(key) != stored.get(key)
        ]


def _exported(
    site: Installation, slug: str, names: set[str]
) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    file = site.export(slug) / "judgments.csv"
    if not file.exists():  # nobody judged anything
        return
    with file.open(newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            if row["assessor"] in names and row["grade"]:
                key = (row["qid"], row["docid"], row["passage"], row["answer"], row["assessor"])
                yield key, (row["grade"], row["note"])

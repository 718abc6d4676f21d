"""Assessors who judge as the judging page does: grades, notes, "later", undoings, classes, nuggets, finishing."""

import re
from typing import Any
from uuid import uuid4

from tests.at_work.book import Book, Sight, State, Undoable
from tests.at_work.person import Person, Workplace

ASSIGNMENT = re.compile(r'href="/judge/(\d+)/"')
BATCH = 40  # answers judged before the page is loaded anew
CLASSES = 6  # of a list
NUGGETS = 12
GROWN = frozenset({"answers_unjudged"})  # the pool grew since the page was loaded


class Assessor(Person):
    """Somebody who judges questions until the day is over."""

    def __init__(self, name: str, workplace: Workplace) -> None:
        super().__init__(name, workplace)
        self.books: dict[int, Book] = {}

    def work(self) -> None:
        """Judge question after question until the day is over, or everything is finished."""
        while not self.workplace.over.is_set():
            found = self.read("my work", "/")
            for pk in dict.fromkeys(map(int, ASSIGNMENT.findall(found.text if found else ""))):
                book = self.books.setdefault(pk, Book(pk, self.name))
                if not self.workplace.over.is_set() and not book.is_finished:
                    self._judge(book)
            if found and all(book.is_finished for book in self.books.values()):
                return
            self.rest()

    def _judge(self, book: Book) -> None:
        """A batch of answers of one question."""
        page = self.read("judging page", book.address)
        if page is None:
            return
        if 'id="workspace"' in page.text:
            self._look_for_nuggets(book, page.text)
            return
        sight = Sight.of(page.text)
        self._hold(book, sight)
        todo = [item for item in sight.states if not book.state(item).grade]
        for item, following in zip(todo[:BATCH], [*todo[1:], 0], strict=False):
            if self.workplace.over.is_set():
                return
            self._say(book, sight, item)
            self._open_document(book, following)
            self.rest()
        if f"{book.address}classes/" in page.text:
            self._group(book, sight)
        if all(book.state(item).grade for item in sight.states):
            self._finish(book, sight)

    def _hold(self, book: Book, sight: Sight) -> None:
        """The page shows what was acknowledged."""
        for item, state in sight.states.items():
            if item in book.states and state != book.states[item]:
                self.figures.refuse(f"{self.name}: {item} is shown as {state}, saved as {book.states[item]}")

    def _open_document(self, book: Book, item: int) -> None:
        """The document of the answer that comes next, made ready in a frame."""
        if item:
            panel = self.read("document", f"{book.address}document/?item={item}", fetch=True)
            if panel and (address := panel.json()["src"]):
                self.read("frame", address)

    # Judgments

    def _say(self, book: Book, sight: Sight, item: int) -> None:
        chance = self.dice.random()
        grade = self.dice.choice(sight.grades) if chance < 0.3 else sight.grades[-1]
        if chance < 0.03:
            self._save(book, item, note=f"note {self.dice.random()}")
        if 0.03 < chance < 0.06:
            self._save(book, item, later=True)
        note = {"note": f"seen {self.dice.random()} – “é”"} if 0.1 < chance < 0.2 else {}
        self._save(book, item, grade=grade, **note)
        if chance > 0.96:
            self._undo(book)
            self._save(book, item, grade=self.dice.choice(sight.grades))
        if 0.3 < chance < 0.34 and len(book.states) > 1:  # another look at an earlier answer
            earlier = self.dice.choice([other for other in book.states if other not in book.classes])
            self._save(book, earlier, grade=sight.grades[-1])
        if 0.34 < chance < 0.36:
            self._save_rules(book)

    def _save(self, book: Book, item: int, **change: Any) -> None:
        former, client_id = book.state(item), book.new_id()
        sent = {name: "1" if value is True else value for name, value in change.items()}
        fields = {"item": item, "seen": former.changes, "client_id": client_id, "seconds": 1, **sent}
        result = self.send("save", f"{book.address}save/", fields)
        if result is None:
            return
        settled: dict[str, Any] = {"later": False} if "grade" in change else {}
        wanted = former._replace(**settled, **change, changes=former.changes + 1)
        self._took(book, client_id, item, result, wanted)
        book.undoable.append(Undoable(client_id, item, former))

    def _undo(self, book: Book) -> None:
        last = book.undoable.pop()
        stood, client_id = book.state(last.item), book.new_id()
        result = self.send(
            "undo", f"{book.address}undo/", {"client_id": client_id, "of": last.client_id, "seconds": 1}
        )
        if result is None:
            return
        is_of_note = (stood.grade, stood.later) == (last.former.grade, last.former.later)
        note = last.former.note if is_of_note else stood.note
        wanted = State(last.former.grade, note, last.former.later, stood.changes + 1)
        self._took(book, client_id, last.item, result, wanted)

    def _took(self, book: Book, client_id: str, item: int, result: Any, wanted: State) -> None:
        stored = State(result["grade"], result["note"], result["later"], result["changes"])
        if stored != wanted or result["item"] != item:
            self.figures.refuse(f"{self.name}: {wanted} of {item} was answered with {result}")
        book.acknowledge(client_id, item, wanted)

    def _save_rules(self, book: Book) -> None:
        rules = f"{book.rules} no year: {self.dice.random()}".strip()
        result = self.send(
            "own rules", f"{book.address}sheet/", {"seen": book.rules_version, "rules_of_thumb": rules}
        )
        if result is not None:
            book.rules, book.rules_version = rules, result["version"]

    def _finish(self, book: Book, sight: Sight) -> None:
        found = any(book.state(item).grade in sight.correct for item in sight.states)
        fields = {} if found else {"no_answer_found": "1"}
        book.is_finished = bool(self.send("finish", f"{book.address}finish/", fields, provoked=GROWN))

    # Classes and nuggets

    def _group(self, book: Book, sight: Sight) -> None:
        """Put correct answers that have no class into one of a few."""
        for item in sight.states:
            if (
                book.state(item).grade in sight.correct
                and item not in book.classes
                and not self.workplace.over.is_set()
            ):
                label = f"class {self.dice.randrange(CLASSES)}"
                uid = self._class_of(book, label)
                client_id = book.new_id()
                fields = {"client_id": client_id, "seconds": 1, "item": item, "uid": uid, "label": label}
                if self.send("class", f"{book.address}classes/put/", fields) is not None:
                    book.changed.add(client_id)
                    book.classes[item] = label
                self.rest()

    def _class_of(self, book: Book, label: str) -> str:
        """The uid that this browser gave to a class."""
        return book.uids.setdefault(label, str(uuid4()))

    def _look_for_nuggets(self, book: Book, page: str) -> None:
        items = list(map(int, re.findall(r'<a\s+class="item"\s+data-item="(\d+)"', page)))
        todo = [item for item in items if item not in book.marks]
        for item in todo[:BATCH]:
            if self.workplace.over.is_set():
                return
            if len(book.nuggets) < NUGGETS and self.dice.random() < 0.4:
                self._write_nugget(book, item)
            self._mark(book, item)
            self._open_document(book, item)
            self.rest()
        if all(item in book.marks for item in items) and book.nuggets:
            book.is_finished = bool(self.send("finish", f"{book.address}finish/", {}, provoked=GROWN))

    def _write_nugget(self, book: Book, item: int) -> None:
        uid, client_id, text = (
            str(uuid4()),
            book.new_id(),
            f"nugget {len(book.nuggets) + 1} of {book.assignment}",
        )
        vote = self.dice.choice(["vital", "okay"]) if book.nuggets else "vital"
        fields = {"client_id": client_id, "uid": uid, "text": text, "vote": vote, "item": item, "seconds": 1}
        if self.send("nugget", f"{book.address}nuggets/write/", fields) is not None:
            book.changed.add(client_id)
            book.nuggets[uid] = text
            book.written[item] = {uid}

    def _mark(self, book: Book, item: int) -> None:
        shown = book.written.get(item, set())
        marked = shown | {uid for uid in book.nuggets if self.dice.random() < 0.15}
        client_id = book.new_id()
        fields = {
            "client_id": client_id,
            "item": item,
            "nugget": sorted(marked),
            "seen": " ".join(sorted(shown)),
        }
        if self.send("mark", f"{book.address}nuggets/mark/", fields) is not None:
            book.changed.add(client_id)
            book.marks[item] = marked

"""What an assessor's page believes of one question, and what the server acknowledged: held to account afterwards."""

import re
from typing import NamedTuple
from uuid import uuid4

from tests.at_work.browser import values_of

ITEM = re.compile(r'<a\s+class="item"\s[^>]*>')
GRADE = re.compile(r'<button\s[^>]*name="grade"\s+value="([^"]+)"[^>]*>')


class State(NamedTuple):
    """What is said of an answer."""

    grade: str = ""
    note: str = ""
    later: bool = False
    changes: int = 0


class Undoable(NamedTuple):
    """A change that can be taken back."""

    client_id: str
    item: int
    former: State


class Book:
    """One assignment."""

    def __init__(self, assignment: int, assessor: str) -> None:
        self.assignment, self.assessor = assignment, assessor
        self.is_finished = False
        self.states: dict[int, State] = {}
        self.undoable: list[Undoable] = []
        self.rules, self.rules_version = "", 0
        self.classes: dict[int, str] = {}  # label by answer
        self.uids: dict[str, str] = {}  # of classes, by label
        self.nuggets: dict[str, str] = {}  # text by uid
        self.written: dict[int, set[str]] = {}  # nuggets written at an answer
        self.marks: dict[int, set[str]] = {}  # nuggets by answer
        self.sent: set[str] = set()  # client ids of everything that was ever sent
        self.saved: dict[str, int] = {}  # client id -> answer, of acknowledged saves and undoings
        self.changed: set[str] = set()  # client ids of acknowledged changes of classes and nuggets

    def new_id(self) -> str:
        """A name for something that will be sent."""
        name = str(uuid4())
        self.sent.add(name)
        return name

    def state(self, item: int) -> State:
        return self.states.get(item, State())

    def acknowledge(self, client_id: str, item: int, state: State) -> None:
        """The server stored it."""
        self.saved[client_id] = item
        self.states[item] = state

    @property
    def address(self) -> str:
        return f"/judge/{self.assignment}/"


class Sight(NamedTuple):
    """What a judging page shows: every answer with its state, and the grades that can be given."""

    states: dict[int, State]
    grades: list[str]
    correct: list[str]

    @classmethod
    def of(cls, page: str) -> "Sight":
        """Read a judging page."""
        states = {}
        for tag in ITEM.findall(page):
            (item,), (grade,) = values_of(tag, "data-item"), values_of(tag, "data-grade")
            (note,), (later,) = values_of(tag, "data-note"), values_of(tag, "data-later")
            (changes,) = values_of(tag, "data-changes")
            states[int(item)] = State(grade, note, bool(later), int(changes or 0))
        buttons = [(found[1], "data-correct" in found[0]) for found in GRADE.finditer(page)]
        return cls(states, [grade for grade, _ in buttons], [grade for grade, right in buttons if right])

"""The actions of the judging pages and the keys they have until somebody changes them: the one table of both.

The pages' scripts know actions by these keys. The list of keys on each page and the page where an account changes its
keys are made from this table.
"""

from collections.abc import Mapping
from typing import NamedTuple

from assessment.shared.say import say, sentence


class Action(NamedTuple):
    """One thing a key does. `key` is its character; a longer name is a key that stays as it is."""

    name: str
    key: str
    text: str  # what it does
    number: str = ""  # in the text

    @property
    def does(self) -> str:
        """What it does, in the reader's language."""
        return say(self.text, number=self.number) if self.number else say(self.text)

    @property
    def group(self) -> str:
        """What it is for, as the heading of such keys, in the reader's language."""
        return say(next((heading for heading, names in _GROUPS.items() if self.name in names), _JUDGE))

    @property
    def is_fixed(self) -> bool:
        """Whether its key cannot be changed: it writes no character."""
        return len(self.key) > 1


# What the keys of a page are for; of an action that is not named here: to judge.
_JUDGE = sentence("Judge")
_GROUPS = {
    sentence("Move and select"): (
        "next",
        "previous",
        "cell",
        "box",
        "next-question",
        "list",
        "read",
        "select",
        "take",
    ),
    sentence("Read and find"): (
        *("place-next", "place-previous", "find", "whole", "scroll", "document", "words", "open"),
        *("decisions", "alike", "history", "guidelines", "ask"),
    ),
    sentence("Undo and finish"): ("undo", "unfinish", "back", "finish", "help", "leave"),
}


class Keymap(NamedTuple):
    """The keys of one kind of page."""

    heading: str
    actions: tuple[Action, ...]
    taken: str = ""  # characters that the page itself gives out

    @property
    def title(self) -> str:
        """What kind of page, in the reader's language."""
        return say(self.heading)

    def action(self, name: str) -> Action | None:
        """An action by its name."""
        return next((one for one in self.actions if one.name == name), None)


_GRADE = sentence("grade {number} of the buttons: judge, save, next answer")
_GRADES = tuple(Action(f"grade-{number}", str(number), _GRADE, str(number)) for number in range(1, 7))
_LABEL = sentence("label {number} of the buttons: save, next line")
_NEXT, _PREVIOUS = (
    Action("next", "j", sentence("next answer")),
    Action("previous", "k", sentence("previous answer")),
)
_UNDO = Action("undo", "u", sentence("undo, as far back as you like"))
_UNFINISH = Action("unfinish", "z", sentence("undo finishing, right after it"))
_FIND = Action("find", "/", sentence("find in the document"))
_PLACES = (
    Action("place-next", ".", sentence("next place in the document")),
    Action("place-previous", ",", sentence("previous place in the document")),
)
_HELP = Action("help", "?", sentence("this list"))
_SPACE = Action("scroll", "space", sentence("scroll the document; ⇧ space back"))
_ESC = Action("leave", "Esc", sentence("leave a field"))
_GUIDELINES = Action("guidelines", "g", sentence("guidelines beside the work"))
_END = (_UNDO, _UNFINISH, _HELP)

KEYMAPS: Mapping[str, Keymap] = {
    "answers": Keymap(
        sentence("Judging answers"),
        (
            *_GRADES,
            Action("cannot-judge", "c", sentence("it cannot be judged: say why")),
            Action("later", "l", sentence("decide later")),
            Action("note", "n", sentence("note on this answer")),
            _NEXT,
            _PREVIOUS,
            *_PLACES,
            _FIND,
            Action("whole", "w", sentence("whole answer")),
            Action("decisions", "d", sentence("my rules of thumb")),
            Action("accept", "m", sentence("accept the grade of the machine, where one is shown")),
            Action("alike", "a", sentence("similar answers and how you judged them")),
            Action("judge-alike", "A", sentence("judge those selected like this one")),
            Action("history", "h", sentence("what you said of this answer so far")),
            Action("ask", "o", sentence("ask the organizer")),
            _GUIDELINES,
            *_END,
            Action("finish", "Enter", sentence("finish the question, or go to what is missing")),
            _SPACE,
            _ESC,
        ),
    ),
    "classes": Keymap(
        sentence("Answer classes"),
        (
            _NEXT,
            _PREVIOUS,
            Action("select", "space", sentence("select the answer in focus, or deselect it")),
            Action("same-words", "a", sentence("select all with the same words")),
            *(
                Action(
                    f"class-{n}", str(n), sentence("into likely class {number}, as the buttons say"), str(n)
                )
                for n in range(1, 6)
            ),
            Action("same-as", "s", sentence("same as: type a label; a new one makes a class")),
            Action("new", "c", sentence("new class from the selection")),
            Action("out", "x", sentence("take out of the class")),
            Action("rename", "e", sentence("rename the class in focus")),
            Action("merge", "m", sentence("merge it into another; or drag its label there")),
            Action("document", "d", sentence("show the answer in its document")),
            *_END,
            Action("finish", "Enter", sentence("finish the question, when every answer has a class")),
            _ESC,
        ),
    ),
    "nuggets": Keymap(
        sentence("Nuggets"),
        (
            Action(
                "mark",
                "1–0, a–z",
                sentence("mark the nugget of that key in the answer, or take the mark away"),
            ),
            Action("read", "Enter", sentence("done: save, next answer; at the end, finish the question")),
            Action("new", "n", sentence("new nugget from the selected words; ↵ vital, ⇧↵ okay")),
            _NEXT,
            _PREVIOUS,
            Action("document", "d", sentence("document")),
            Action("find", "/", sentence("answers that contain …")),
            Action("decisions", "m", sentence("my rules of thumb")),
            Action("list", "]", sentence("the next list")),
            *_END,
            _SPACE,
            _ESC,
        ),
        taken="1234567890abcefghilopqrstvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ",
    ),
    "cells": Keymap(
        sentence("Labels of nuggets and criteria"),
        (
            *(Action(f"grade-{n}", str(n), _LABEL, str(n)) for n in range(1, 7)),
            Action("rest", "0", sentence("the last label for the rest of the answer")),
            Action("cell", "↑ ↓", sentence("previous, next line of the list")),
            Action("read", "Enter", sentence("next answer; at the end, finish the question")),
            Action("new", "n", sentence("new nugget from the selected words; ↵ vital, ⇧↵ okay")),
            _NEXT,
            _PREVIOUS,
            Action("document", "d", sentence("document")),
            Action("find", "/", sentence("answers that contain …")),
            Action("decisions", "m", sentence("my rules of thumb")),
            Action("list", "]", sentence("the next list")),
            *_END,
            _SPACE,
            _ESC,
        ),
    ),
    "votes": Keymap(
        sentence("Votes on nuggets"),
        (
            Action("vital", "v", sentence("vital, next nugget")),
            Action("okay", "o", sentence("okay, next nugget")),
            Action("next", "j", sentence("next nugget")),
            Action("previous", "k", sentence("previous nugget")),
            *_END,
            Action("finish", "Enter", sentence("finish voting")),
        ),
    ),
    "annotation": Keymap(
        sentence("Annotating pages"),
        (
            Action("good", "g", sentence("the question is good")),
            Action("bad", "b", sentence("the question is bad; then a number says why")),
            Action(
                "box",
                "↑ ↓ ← →",
                sentence("the larger box around, the smaller inside, the previous, the next"),
            ),
            Action(
                "choose", "Enter", sentence("choose the outlined box; these words are the answer; finish")
            ),
            Action("none", "n", sentence("no long answer, or no short one")),
            Action("words", "← →", sentence("previous, next word; with ⇧ one word more on that side")),
            Action("drop-first", ",", sentence("drop the first word")),
            Action("drop-last", ".", sentence("drop the last word")),
            Action(
                "mark", "space", sentence("choose the words, or take them away; elsewhere scroll the page")
            ),
            Action("remove", "x", sentence("take the last words away")),
            Action("yes", "y", sentence("short answer: yes")),
            Action("no", "o", sentence("short answer: no")),
            Action("back", "Backspace", sentence("one step back")),
            Action("take", "t", sentence("take the box that is offered instead")),
            Action("find", "/", sentence("find in the page")),
            Action("change", "c", sentence("at the end: change the last answer")),
            Action("first", "1", sentence("at the end: change whether the question is good; reason 1")),
            Action("second", "2", sentence("at the end: change the long answer; reason 2")),
            Action("third", "3", sentence("at the end: change the short answer; reason 3")),
            *_END,
            _ESC,
        ),
    ),
    "adjudication": Keymap(
        sentence("Adjudicating"),
        (
            Action("majority", "m", sentence("keep what most say, as a matter of opinion")),
            *(
                Action(f"grade-{n}", str(n), sentence("choose grade {number} of the buttons"), str(n))
                for n in range(1, 7)
            ),
            Action("misapplied", "g", sentence("decide: guideline misapplied")),
            Action("inconsistent", "i", sentence("decide: inconsistent")),
            Action("opinion", "o", sentence("decide: opinion, where there is no majority")),
            Action("note", "n", sentence("note on the decision")),
            Action("next", "j", sentence("next item")),
            Action("previous", "k", sentence("previous item")),
            Action("next-question", "q", sentence("next question, once this one is decided")),
            *_PLACES,
            _FIND,
            _UNDO,
            _HELP,
            _SPACE,
            _ESC,
        ),
    ),
    "search": Keymap(
        sentence("Searching"),
        (
            Action("next", "j", sentence("next document found")),
            Action("previous", "k", sentence("previous document found")),
            Action("open", "Enter", sentence("read it beside the list")),
            *_PLACES,
            Action("words", "/", sentence("search for something else")),
            _HELP,
            _SPACE,
            Action("leave", "Esc", sentence("close the document, or leave a field")),
        ),
    ),
}

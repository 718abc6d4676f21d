"""The actions of the judging pages and the keys they have until somebody changes them: the one table of both.

The pages' scripts know actions by these keys. The list of keys on each page and the page where an account changes its
keys are made from this table.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Action(NamedTuple):
    """One thing a key does. `key` is its character; a longer name is a key that stays as it is."""

    name: str
    key: str
    does: str

    @property
    def is_fixed(self) -> bool:
        """Whether its key cannot be changed: it writes no character."""
        return len(self.key) > 1


class Keymap(NamedTuple):
    """The keys of one kind of page."""

    title: str
    actions: tuple[Action, ...]
    taken: str = ""  # characters that the page itself gives out

    def action(self, name: str) -> Action | None:
        """An action by its name."""
        return next((one for one in self.actions if one.name == name), None)


_GRADES = tuple(
    Action(f"grade-{number}", str(number), f"grade {number} of the buttons: judge, save, next answer")
    for number in range(1, 7)
)
_NEXT, _PREVIOUS = Action("next", "j", "next answer"), Action("previous", "k", "previous answer")
_UNDO = Action("undo", "u", "undo, as far back as you like")
_UNFINISH = Action("unfinish", "z", "undo finishing, right after it")
_FIND = Action("find", "/", "find in the document")
_PLACES = (
    Action("place-next", ".", "next place in the document"),
    Action("place-previous", ",", "previous place in the document"),
)
_HELP = Action("help", "?", "this list")
_SPACE = Action("scroll", "space", "scroll the document; ⇧ space back")
_ESC = Action("leave", "Esc", "leave a field")
_GUIDELINES = Action("guidelines", "g", "guidelines beside the work")
_END = (_UNDO, _UNFINISH, _HELP)

KEYMAPS: Mapping[str, Keymap] = {
    "answers": Keymap(
        "Judging answers",
        (
            *_GRADES,
            Action("later", "l", "decide later"),
            Action("note", "n", "note on this answer"),
            _NEXT,
            _PREVIOUS,
            *_PLACES,
            _FIND,
            Action("whole", "w", "whole answer"),
            Action("decisions", "d", "my decisions"),
            Action("alike", "a", "similar answers and how you judged them"),
            Action("judge-alike", "A", "judge those selected like this one"),
            Action("history", "h", "what you said of this answer so far"),
            Action("ask", "o", "ask the organizer"),
            _GUIDELINES,
            *_END,
            Action("finish", "Enter", "finish the question, or go to what is missing"),
            _SPACE,
            _ESC,
        ),
    ),
    "classes": Keymap(
        "Answer classes",
        (
            _NEXT,
            _PREVIOUS,
            Action("select", "space", "select the answer in focus, or deselect it"),
            Action("same-words", "a", "select all with the same words"),
            *(
                Action(f"class-{n}", str(n), f"into likely class {n}, as the buttons say")
                for n in range(1, 6)
            ),
            Action("same-as", "s", "same as: type a label; a new one makes a class"),
            Action("new", "c", "new class from the selection"),
            Action("out", "x", "take out of the class"),
            Action("rename", "e", "rename the class in focus"),
            Action("merge", "m", "merge it into another; or drag its label there"),
            Action("document", "d", "show the answer in its document"),
            *_END,
            Action("finish", "Enter", "finish the question, when every answer has a class"),
            _ESC,
        ),
    ),
    "nuggets": Keymap(
        "Nuggets",
        (
            Action("mark", "1–0, a–z", "mark the nugget of that key in the answer, or take the mark away"),
            Action("read", "Enter", "done: save, next answer; at the end, finish the question"),
            Action("new", "n", "new nugget from the selected words; ↵ vital, ⇧↵ okay"),
            _NEXT,
            _PREVIOUS,
            Action("document", "d", "document"),
            Action("find", "/", "answers that contain …"),
            Action("decisions", "m", "my decisions"),
            Action("list", "]", "the next list"),
            *_END,
            _SPACE,
            _ESC,
        ),
        taken="1234567890abcefghilopqrstvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ",
    ),
    "votes": Keymap(
        "Votes on nuggets",
        (
            Action("vital", "v", "vital, next nugget"),
            Action("okay", "o", "okay, next nugget"),
            Action("next", "j", "next nugget"),
            Action("previous", "k", "previous nugget"),
            *_END,
            Action("finish", "Enter", "finish voting"),
        ),
    ),
    "annotation": Keymap(
        "Annotating pages",
        (
            Action("good", "g", "the question is good"),
            Action("bad", "b", "the question is bad; then a number says why"),
            Action("box", "↑ ↓ ← →", "the larger box around, the smaller inside, the previous, the next"),
            Action("choose", "Enter", "choose the outlined box; these words are the answer; finish"),
            Action("none", "n", "no long answer, or no short one"),
            Action("words", "← →", "previous, next word; with ⇧ one word more on that side"),
            Action("drop-first", ",", "drop the first word"),
            Action("drop-last", ".", "drop the last word"),
            Action("mark", "space", "choose the words, or take them away; elsewhere scroll the page"),
            Action("remove", "x", "take the last words away"),
            Action("yes", "y", "short answer: yes"),
            Action("no", "o", "short answer: no"),
            Action("back", "Backspace", "one stage back"),
            Action("take", "t", "take the box that is offered instead"),
            Action("find", "/", "find in the page"),
            Action("change", "c", "at the end: change the last answer"),
            Action("first", "1", "at the end: change whether the question is good; reason 1"),
            Action("second", "2", "at the end: change the long answer; reason 2"),
            Action("third", "3", "at the end: change the short answer; reason 3"),
            *_END,
            _ESC,
        ),
    ),
    "adjudication": Keymap(
        "Adjudicating",
        (
            Action("majority", "m", "keep what most say, as a matter of opinion"),
            *(Action(f"grade-{n}", str(n), f"choose grade {n} of the buttons") for n in range(1, 7)),
            Action("misapplied", "g", "decide: guideline misapplied"),
            Action("inconsistent", "i", "decide: inconsistent"),
            Action("opinion", "o", "decide: opinion, where there is no majority"),
            Action("note", "n", "note on the decision"),
            Action("next", "j", "next item"),
            Action("previous", "k", "previous item"),
            Action("next-question", "q", "next question, once this one is decided"),
            *_PLACES,
            _FIND,
            _UNDO,
            _HELP,
            _SPACE,
            _ESC,
        ),
    ),
}

"""The questions of a campaign as other programs name them: by their ids, or by their texts.

Texts are compared without case, compatibility forms and white space (`fold_label`). A text that two questions have names
neither.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.formats.folding import fold_label
from scoring.formats.narratives import wording_of
from scoring.formats.problems import shown
from scoring.records import Question
from scoring.say import say


class Unnamed(NamedTuple):
    """Why what a row says names no question: a stable code, a sentence and what to do."""

    code: str
    message: str
    hint: str


class AskedQuestions:
    """Finds the question that a row is about."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self.texts: dict[str, list[str]] = {}  # folded -> ids
        for question in questions:
            for folded in filter(None, {fold_label(question.text), fold_label(wording_of(question.text))}):
                self.texts.setdefault(folded, []).append(question.qid)

    def named(self, cells: Mapping[str, str]) -> str | Unnamed:
        """The id of the question of a row: its `qid`, else that of its `question`."""
        if "qid" in cells:
            return cells["qid"]
        text = cells.get("question", "")
        found = self.texts.get(fold_label(text), [])
        if len(found) == 1:
            return found[0]
        if found:
            message = say(
                "Questions {first} and {second} both ask {text}.",
                first=found[0],
                second=found[1],
                text=shown(text),
            )
            return Unnamed("question_twice", message, say("Name questions by their ids, in a column qid."))
        message = say("No question asks {text}.", text=shown(text))
        hint = say("Write it as the topics file has it; case and white space do not matter.")
        return Unnamed("unknown_question", message, hint)

"""What a team is asked about a run besides its file: data that an evaluation declares, and how answers are checked.

An answer is a text under the name of what was asked: yes or no, the name of a choice, or words of the team's own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.formats.encoded import is_text
from scoring.say import say, sentence

YES_NO = (("yes", sentence("Yes")), ("no", sentence("No")))
LONGEST = 1000  # characters of an answer in words


@dataclass(frozen=True)
class Asked:
    """One thing that a team declares of a run."""

    name: str
    kind: Literal["yes_no", "choice", "text"]
    title: str  # the question
    short: str  # what an answer is called in a list or table
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()  # of a choice: what is stored, and what is shown
    required: bool = True  # of teams; organizers load runs of which nobody knows it any more
    expected: str = ""  # the answer that the guidelines demand; any other is warned of

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The answers there are, with their titles; none where teams write words."""
        return YES_NO if self.kind == "yes_no" else self.choices

    def said(self, answer: str) -> str:
        """An answer for people."""
        titles = dict(self.options)
        return say(titles[answer]) if answer in titles else answer


class AnswerError(NamedTuple):
    """What is wrong with an answer to something asked, by its name."""

    name: str
    code: str
    message: str
    hint: str


def answer_errors(
    asked: Iterable[Asked], answers: Mapping[str, str], *, may_be_silent: bool
) -> Iterator[AnswerError]:
    """Every answer that cannot be taken, and what is required and was not answered."""
    known = {one.name: one for one in asked}
    names = ", ".join(known)
    for name, answer in answers.items():
        if name not in known:
            hint = say("It asks for {names}.", names=names) if known else say("Leave it out.")
            message = say('This evaluation does not ask for "{name}".', name=name)
            yield AnswerError(name, "declared_unknown", message, hint)
        elif expected := _expected(known[name], answer):
            message = say(
                '{name} is "{answer}"; it takes {expected}.', name=name, answer=answer, expected=expected
            )
            yield AnswerError(name, "declared_value", message, say("Correct the answer."))
    for one in known.values():
        if one.required and not may_be_silent and not answers.get(one.name):
            message = say("This is not answered: {title}", title=say(one.title))
            hint = say("Answer it ({name}).", name=one.name)
            yield AnswerError(one.name, "declared_missing", message, hint)


def _expected(one: Asked, answer: str) -> str:
    """What an answer must be, where it is something else."""
    if one.options:
        names = [name for name, _ in one.options]
        return "" if answer in names else say("one of {choices}", choices=", ".join(names))
    if is_text(answer) and len(answer) <= LONGEST:
        return ""
    return say("text of at most {most} characters", most=LONGEST)


def unexpected(asked: Iterable[Asked], answers: Mapping[str, str]) -> Iterator[AnswerError]:
    """The answers that are other than the guidelines demand."""
    for one in asked:
        answer = answers.get(one.name, "")
        if one.expected and answer and answer != one.expected:
            message = say(
                "The guidelines demand otherwise: {title} {answer}",
                title=say(one.title),
                answer=one.said(answer),
            )
            yield AnswerError(
                one.name, "declared_otherwise", message, say("The organizers decide what that means.")
            )


def read_answer(text: str) -> tuple[str, str]:
    """Name and value of NAME=VALUE. Raises ValueError with a sentence."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise ValueError(say('"{text}" is not NAME=VALUE.', text=text))
    return name.strip(), value.strip()

"""Runs, and gold standards, that quote paragraphs (ResPubliQA 2010 guidelines, section VI.II).

    <output>
    <task_AS>
    <a q_id="0001" run_id="clct101ASenen" answered="YES">
    <passage_string p_id="21" docid="jrc….xml">…</passage_string>
    <exact_answer>…</exact_answer>
    </a>
    </task_AS>
    </output>

The form alone is read here: which elements stand where, with which attributes. What they say is for the track to check.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from scoring.formats import markup
from scoring.formats.elements import GIVE_UP, Element, Place, note, note_stray
from scoring.formats.problems import Problems
from scoring.say import say, sentence

TASK = "task_"


class Quoted(NamedTuple):
    """A <passage_string>: a paragraph, by its number and document, and its text without white space at its ends."""

    place: Place
    docid: str
    number: str
    text: str


class Exact(NamedTuple):
    """An <exact_answer>, without white space at its ends."""

    place: Place
    text: str


class XmlAnswer(NamedTuple):
    """An <a>: what a run says to one question. Attributes that are missing are None."""

    place: Place
    q_id: str | None
    run_id: str | None
    answered: str | None
    passages: tuple[Quoted, ...]
    exact: tuple[Exact, ...]


class Submitted(NamedTuple):
    """What a file holds. The task is "" where there is none of those asked for."""

    task: str
    place: Place  # of the task's element
    answers: tuple[XmlAnswer, ...]


def read(
    data: bytes, problems: Problems, tasks: Collection[str], attributes: Collection[str]
) -> Submitted | None:
    """The answers of a file; None where it holds no element. `attributes` are those that each <a> must have."""
    root = markup.read(data, problems)
    return _Form(problems, tasks, attributes).read(root) if root else None


def dtd(tasks: Iterable[str]) -> str:
    """The form of a run, which does one of these tasks."""
    elements = [f"{TASK}{task}" for task in tasks]
    return "".join(
        [
            f"<!ELEMENT output ({' | '.join(elements)})>\n",
            *(f"<!ELEMENT {element} (a+)>\n" for element in elements),
            "<!ELEMENT a (passage_string?, exact_answer?)>\n",
            "<!ATTLIST a q_id NMTOKEN #REQUIRED run_id NMTOKEN #REQUIRED answered (YES | NO) #REQUIRED>\n",
            "<!ELEMENT passage_string (#PCDATA)>\n",
            "<!ATTLIST passage_string p_id CDATA #IMPLIED docid CDATA #IMPLIED>\n",
            "<!ELEMENT exact_answer (#PCDATA)>\n",
        ]
    )


class _Form:
    """Holds elements against the form."""

    def __init__(self, problems: Problems, tasks: Collection[str], attributes: Collection[str]) -> None:
        self.problems, self.attributes = problems, attributes
        self.tasks = {f"{TASK}{task}": task for task in tasks}

    def read(self, root: Element) -> Submitted:
        """Everything that the outermost element holds."""
        if root.name != "output":
            message = say("The outermost element is <{name}>; that of a run is <output>.", name=root.name)
            note(self.problems, root.place, "xml_element", message, say("Write <output> around the task."))
        self._no_attributes(root)
        found = [element for element in [root, *self._within(root, self.tasks)] if element.name in self.tasks]
        if not found:
            hint = say("Write one <{tasks}> within <output>.", tasks="> or <".join(self.tasks))
            note(self.problems, root.place, "task", say("The file names no task."), hint)
            return Submitted("", root.place, self._answers(root))
        for other in found[1:]:
            message = say(
                "<{task}> is a second task; <{first_task}> stands in line {line}.",
                task=other.name,
                first_task=found[0].name,
                line=str(found[0].place.line),
            )
            note(self.problems, other.place, "task", message, say("Submit each run as a file of its own."))
        answers = [answer for element in found for answer in self._of_task(element)]
        return Submitted(self.tasks[found[0].name], found[0].place, tuple(answers))

    def _of_task(self, element: Element) -> tuple[XmlAnswer, ...]:
        self._no_attributes(element)
        self._within(element, ("a",))
        return self._answers(element)

    def _answers(self, element: Element) -> tuple[XmlAnswer, ...]:
        return tuple(self._answer(child) for child in element.children if child.name == "a")

    def _within(self, element: Element, names: Collection[str]) -> list[Element]:
        """The children of these names; others, and text between them, are noted."""
        for place, text in element.pieces:
            note_stray(
                self.problems,
                place,
                text,
                sentence("The text {text} is within <{element}>, outside its elements."),
                element=element.name,
            )
        for child in element.children:
            if child.name not in names and self.problems.count <= GIVE_UP:
                message = say("<{child}> is within <{element}>.", child=child.name, element=element.name)
                hint = (
                    say("Only <{names}> can be there.", names=">, <".join(names))
                    if names
                    else say("Write text alone.")
                )
                note(self.problems, child.place, "xml_element", message, hint)
        return [child for child in element.children if child.name in names]

    def _no_attributes(self, element: Element) -> None:
        self._attributes(element, (), ())

    def _attributes(self, element: Element, known: Collection[str], needed: Collection[str]) -> None:
        for name in element.attributes:
            if name not in known:
                message = say(
                    "<{element}> has an attribute {attribute}.", element=element.name, attribute=name
                )
                hint = say("It takes {known}.", known=", ".join(known)) if known else say("It takes none.")
                note(self.problems, element.place, "xml_attribute", message, hint)
        for name in needed:
            if name not in element.attributes:
                message = say(
                    "<{element}> has no attribute {attribute}.", element=element.name, attribute=name
                )
                note(
                    self.problems,
                    element.place,
                    "xml_attribute",
                    message,
                    say('Write {name}="…".', name=name),
                )

    def _answer(self, element: Element) -> XmlAnswer:
        self._attributes(element, ("q_id", "run_id", "answered"), self.attributes)
        parts = self._within(element, ("passage_string", "exact_answer"))
        passages = tuple(self._passage(part) for part in parts if part.name == "passage_string")
        exact = tuple(self._exact(part) for part in parts if part.name == "exact_answer")
        if passages and exact and parts[0].name == "exact_answer":
            message = "<exact_answer> stands before <passage_string>."
            note(self.problems, exact[0].place, "xml_element", message, say("Put it after the paragraph."))
        given = [element.attributes.get(name) for name in ("q_id", "run_id", "answered")]
        return XmlAnswer(element.place, given[0], given[1], given[2], passages, exact)

    def _passage(self, element: Element) -> Quoted:
        self._attributes(element, ("p_id", "docid"), ())
        self._text_alone(element)
        docid, number = (element.attributes.get(name, "") for name in ("docid", "p_id"))
        return Quoted(element.place, docid, number, element.text.strip())

    def _exact(self, element: Element) -> Exact:
        self._no_attributes(element)
        self._text_alone(element)
        return Exact(element.place, element.text.strip())

    def _text_alone(self, element: Element) -> None:
        for child in element.children:
            message = say("<{child}> is within <{element}>.", child=child.name, element=element.name)
            note(self.problems, child.place, "xml_element", message, say("Write its text alone."))

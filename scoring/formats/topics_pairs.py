"""Topics in several languages (ResPubliQA 2010 guidelines, section VI.I).

    <input>
    <q q_id="0001" source_lang="EN" target_lang="IT">…</q>
    </input>

A question's id is its q_id where the file has one pair of languages, else `0001:EN:IT`. Types do not stand here: every
question is read with the type given, until a file of types or questions.csv tells another.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from xml.sax.saxutils import escape

from scoring.formats import markup
from scoring.formats.elements import GIVE_UP, Element, note, note_stray
from scoring.formats.folding import fold
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Question, Topics
from scoring.say import say, sentence

Q_ID = re.compile(r"[0-9]{4}")
_ATTRIBUTES = ("q_id", "source_lang", "target_lang")


def read(data: bytes, name: str, languages: Collection[str], type: str) -> tuple[Topics, list[Problem]]:
    """The questions of a topics file, with its pairs in the order in which they begin."""
    problems = Problems(name)
    root = markup.read(data, problems, doctype=True)
    questions: dict[tuple[str, str], Question] = {}
    last: dict[str, str] = {}  # pair -> its highest q_id so far
    if root is not None:
        _check_root(root, problems)
        for element in root.children:
            if problems.count > GIVE_UP:
                break
            if element.name != "q":
                message = say("<{name}> stands where a <q> should.", name=element.name)
                note(problems, element.place, "xml_element", message, say("Keep to input and q."))
            elif question := _question(element, languages, type, problems):
                _take(questions, last, question, element, problems)
    if not questions and not problems:
        problems.add(
            0, "no_questions", say("The file holds no question."), say("Write each as a <q> within <input>.")
        )
    return Topics(keyed(questions.values())), problems.listed()


def write(topics: Topics) -> bytes:
    """The questions in UTF-8, pair by pair as they stand."""
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<input>\n']
    for question in topics.questions:
        languages = f'source_lang="{question.source_lang}" target_lang="{question.target_lang}"'
        parts.append(f'  <q q_id="{q_id_of(question.qid)}" {languages}>{escape(question.text)}</q>\n')
    return "".join([*parts, "</input>\n"]).encode()


def dtd(languages: Iterable[str]) -> str:
    """The form of such a file with questions and documents in these languages."""
    codes = " | ".join(languages)
    return f"""<!ELEMENT input (q+)>
<!ELEMENT q (#PCDATA)>
<!ATTLIST q q_id NMTOKEN #REQUIRED source_lang ({codes}) #REQUIRED target_lang ({codes}) #REQUIRED>
"""


def q_id_of(qid: str) -> str:
    """The id of a question as topics and runs write it, without its pair of languages."""
    return qid.partition(":")[0]


def keyed(questions: Iterable[Question]) -> tuple[Question, ...]:
    """The questions, pair by pair, under ids that no two share: with the pair where there are several."""
    pairs: defaultdict[str, list[Question]] = defaultdict(list)
    for question in questions:
        pairs[question.pair].append(question)
    return tuple(
        question._replace(qid=f"{q_id_of(question.qid)}:{pair}" if len(pairs) > 1 else q_id_of(question.qid))
        for pair, of_pair in pairs.items()
        for question in of_pair
    )


def in_order(questions: Sequence[Question]) -> dict[str, str]:
    """The ids of questions, pair by pair and ascending within each, with the ids that they have together."""
    places = {pair: place for place, pair in enumerate(dict.fromkeys(it.pair for it in questions))}
    ordered = sorted(questions, key=lambda it: (places[it.pair], q_id_of(it.qid)))
    return {it.qid: named.qid for it, named in zip(ordered, keyed(ordered), strict=True)}


def joined(before: Topics, read: Topics, untold: str) -> tuple[Topics, dict[str, str]]:
    """The questions of several files, one after another, and the ids that change when a second pair comes.

    A pair that is read again replaces what it was. A type that is given for a q_id holds in every pair that asks it.
    """
    types = {q_id_of(it.qid): it.type for it in before.questions if it.type != untold}
    pairs = {question.pair for question in read.questions}
    kept = [question for question in before.questions if question.pair not in pairs]
    typed = [
        it._replace(type=types.get(q_id_of(it.qid), it.type) if it.type == untold else it.type)
        for it in read.questions
    ]
    questions = keyed([*kept, *typed])
    now = {(it.pair, q_id_of(it.qid)): it.qid for it in questions}
    renamed = {
        it.qid: name
        for it in before.questions
        if (name := now.get((it.pair, q_id_of(it.qid)), it.qid)) != it.qid
    }
    return Topics(questions), renamed


def _check_root(root: Element, problems: Problems) -> None:
    if root.name != "input":
        message = say("The outermost element is <{name}>; that of topics is <input>.", name=root.name)
        note(problems, root.place, "xml_element", message, say("See whether it is a topics file."))
    for place, text in root.pieces:
        note_stray(problems, place, text, sentence("The text {text} stands between the questions."))


def _question(element: Element, languages: Collection[str], type: str, problems: Problems) -> Question | None:
    """The question of a <q>; None after noting what is wrong with it."""
    before = problems.count
    given = {name: fold(element.attributes.get(name, "")) for name in _ATTRIBUTES}
    for name in element.attributes.keys() - given.keys():
        message = say(
            "The attribute {name} is not one of {attributes}.", name=name, attributes=", ".join(_ATTRIBUTES)
        )
        note(problems, element.place, "xml_attribute", message, say("Remove it."))
    if not Q_ID.fullmatch(given["q_id"]):
        message = say("q_id is {value}; it has four digits.", value=shown(given["q_id"]))
        note(problems, element.place, "question_id", message, say('Write q_id="0001".'))
    for name in _ATTRIBUTES[1:]:
        if given[name] not in languages:
            message = say(
                "{attribute} is {language}; it is one of {languages}.",
                attribute=name,
                language=shown(given[name]),
                languages=", ".join(languages),
            )
            note(problems, element.place, "language", message, say("Write it in capitals."))
    for child in element.children:
        message = say("<{name}> stands within a question.", name=child.name)
        note(problems, child.place, "xml_element", message, say("Write a question as text alone."))
    text = fold(element.text)
    if not text:
        note(
            problems,
            element.place,
            "question_text",
            say("The question has no text."),
            say("Write it within <q>."),
        )
    if problems.count > before:
        return None
    return Question(
        given["q_id"], type, text, source_lang=given["source_lang"], target_lang=given["target_lang"]
    )


def _take(
    questions: dict[tuple[str, str], Question],
    last: dict[str, str],
    question: Question,
    element: Element,
    problems: Problems,
) -> None:
    key = question.pair, question.qid
    if key in questions:
        message = say(
            "Question {qid} from {source_lang} to {target_lang} stands here again.",
            qid=question.qid,
            source_lang=question.source_lang,
            target_lang=question.target_lang,
        )
        note(problems, element.place, "question_duplicate", message, say("Keep one of the two."))
        return
    highest = last.setdefault(question.pair, question.qid)
    if question.qid < highest:
        message = say("Question {qid} stands after {highest}.", qid=question.qid, highest=highest)
        note(problems, element.place, "question_order", message, say("Put the questions in ascending order."))
    last[question.pair] = max(highest, question.qid)
    questions[key] = question

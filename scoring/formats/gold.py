"""Reads a gold standard: the right answers of questions, as a table (gold.csv of a bundle) or in the form of a run.

In the form of a run a question may have several answers, and no run id is needed. A question that is named by its q_id
alone, where a campaign has several pairs of languages, is meant in those pairs that look for answers in the language of
the document (a run id that names a pair: in that pair).
"""

from collections import defaultdict
from collections.abc import Iterator

from scoring.formats import runs_xml
from scoring.formats.columns import read_brought
from scoring.formats.elements import note
from scoring.formats.encoded import BOM
from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import named
from scoring.formats.runs_xml import XmlAnswer
from scoring.formats.topics_pairs import q_id_of
from scoring.gold import language_of
from scoring.records import MAX_DOCID, GoldAnswer, Problem, Question, Topics
from scoring.say import say, sentence

TASKS = ("PS", "AS")
_TAKE_IDS = sentence("Take the ids from the topics file.")
_LONGEST = (  # of a document id, and of the number of a paragraph
    (MAX_DOCID, sentence("The document id {start}… has more than {most} characters.")),
    (64, sentence("The passage id {start}… has more than {most} characters.")),
)
_WITHOUT_PLACE = sentence("A gold answer names a document and the number of a paragraph in it.")


def read(data: bytes, problems: Problems, topics: Topics) -> tuple[list[GoldAnswer], list[Problem]]:
    """The gold answers of a file, each once, and everything that is wrong with it."""
    is_xml = data.removeprefix(BOM).lstrip().startswith(b"<")
    found = _of_run(data, _Pairs(topics), problems) if is_xml else _of_table(data, _Pairs(topics), problems)
    gold = list(dict.fromkeys(found))
    return gold, problems.listed()


class _Pairs:
    """The questions that an id can mean."""

    def __init__(self, topics: Topics) -> None:
        self._whole = {question.qid: question for question in topics.questions}
        self._by_number: defaultdict[str, list[Question]] = defaultdict(list)
        for question in topics.questions:
            self._by_number[q_id_of(question.qid)].append(question)

    def meant(self, qid: str, docid: str, pair: str = "") -> list[str]:
        """The ids of the questions that are meant."""
        if qid in self._whole:
            return [qid]
        language = language_of(docid)
        asked = self._by_number.get(qid, [])
        if pair:
            return [question.qid for question in asked if question.pair == pair]
        fitting = [question.qid for question in asked if question.target_lang == language]
        return fitting or [question.qid for question in asked if not language]


def _of_table(data: bytes, pairs: _Pairs, problems: Problems) -> Iterator[GoldAnswer]:
    for row in read_brought(data, "gold", problems):
        one = GoldAnswer(*(row.cells[part] for part in GoldAnswer._fields))
        qids = pairs.meant(one.qid, one.docid)
        if not qids:
            message = say("There is no question {qid}.", qid=shown(one.qid))
            problems.add(row.line, "unknown_question", message, say(_TAKE_IDS))
        if not one.docid or not one.passage:
            problems.add(row.line, "gold_place", say(_WITHOUT_PLACE), say("Fill docid and passage."))
        if message := _too_long(one.docid, one.passage):
            problems.add(row.line, "gold_place", message, say("Shorten it."))
        yield from (one._replace(qid=qid) for qid in qids)


def _too_long(docid: str, number: str) -> str:
    """What is longer than what is kept of a place; "" where all of it is kept."""
    for text, (most, message) in zip((docid, number), _LONGEST, strict=True):
        if len(text) > most:
            return say(message, start=text[:40], most=most)
    return ""


def _of_run(data: bytes, pairs: _Pairs, problems: Problems) -> Iterator[GoldAnswer]:
    submitted = runs_xml.read(data, problems, TASKS, ("q_id",))
    for given in submitted.answers if submitted else ():
        yield from _of_answer(given, pairs, problems)


def _of_answer(given: XmlAnswer, pairs: _Pairs, problems: Problems) -> Iterator[GoldAnswer]:
    """The gold answers of an <a>: its paragraphs, or every exact answer with its one paragraph."""
    name = named(given.run_id or "")
    if given.exact and len(given.passages) != 1:
        message = say(
            "The response has {passages} paragraphs for its exact answer.", passages=len(given.passages)
        )
        note(problems, given.place, "gold_place", message, say("Write an <a> for each paragraph."))
    elif not given.passages:
        note(problems, given.place, "gold_place", say(_WITHOUT_PLACE), say("Write a <passage_string>."))
    for passage in given.passages:
        qids = pairs.meant(given.q_id or "", passage.docid, name.pair if name else "")
        if not qids and given.q_id is not None:
            message = say("There is no question {q_id} for this document.", q_id=shown(given.q_id))
            note(problems, given.place, "unknown_question", message, say(_TAKE_IDS))
        if not passage.docid or not passage.number:
            note(problems, passage.place, "gold_place", say(_WITHOUT_PLACE), say("Write p_id and docid."))
        if message := _too_long(passage.docid, passage.number):
            note(problems, passage.place, "gold_place", message, say("Shorten it."))
        for answer in [exact.text for exact in given.exact] or [""]:
            yield from (GoldAnswer(qid, passage.docid, passage.number, answer) for qid in qids)

"""Checks runs that quote one whole paragraph for each question, or keep silent (ResPubliQA 2010, sections V and VI).

Every problem carries line and column. A response is silent (NOA) where it says answered="NO"; a paragraph in it is the
candidate that it holds back, and is checked like any other.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, TypeVar

from scoring.formats.elements import Place, note
from scoring.formats.folding import fold, is_visible
from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import RunName, named
from scoring.formats.runs_xml import Exact, Quoted, Submitted, XmlAnswer
from scoring.formats.topics_pairs import q_id_of
from scoring.records import MAX_DOCID, Question, Response, Topics
from scoring.say import say, sentence
from scoring.tracks.base import Declaration, Track

NOA = "NOA"
Part = TypeVar("Part", Quoted, Exact)
_FORM = sentence(
    "Write the team's four lower-case letters, {year}, the run's number, PS or AS, and both languages: clct{year}1PSenit."
)


class PassageCheck:
    """Goes through the responses of one run file, and notes what the rules for the whole file need."""

    def __init__(
        self,
        track: Track,
        name: str,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
    ) -> None:
        self.track, self.topics, self.declaration, self.settings = track, topics, declaration, settings
        self.problems, self.warnings = Problems(name), Problems(name)
        self.stem = PurePath(name).name.removesuffix(track.run_suffix)
        self.file = PurePath(name).name
        self.run_id = ""
        self.name: RunName | None = None
        self.place = Place(1, 1)  # of the task
        self.questions: dict[str, Question] = {}  # by q_id, those that the run must answer
        self.unknown: dict[str, None] = {}  # q_ids that the run must not answer
        self.answered: dict[str, Place] = {}  # q_id -> where it stands first
        self.responses: list[Response] = []
        self.quoted: list[Quoted] = []

    def relaxed(self, setting: str) -> Problems:
        """Where a broken rule is noted: with the warnings where a setting relaxes the rule."""
        return self.warnings if self.settings.get(setting) else self.problems

    def say(self, place: Place, code: str, message: str, hint: str = "") -> None:
        """Note a broken rule."""
        note(self.problems, place, code, message, hint)

    def whole(self, submitted: Submitted) -> None:
        """Check the run's name, then its responses one after the other."""
        self.place = submitted.place
        self._check_name(submitted)
        self._choose_questions()
        for given in submitted.answers:
            self._answer(given, submitted.task)

    def _check_name(self, submitted: Submitted) -> None:
        tags = [(given.run_id, given.place) for given in submitted.answers if given.run_id is not None]
        if not tags:
            return
        counts: defaultdict[str, int] = defaultdict(int)
        for run_id, _ in tags:
            counts[run_id] += 1
        self.run_id = max(counts, key=counts.__getitem__)
        for run_id, place in tags:
            if run_id != self.run_id:
                message = say(
                    "The run id is {run_id}; other responses of the file have {other_run_id}.",
                    run_id=shown(run_id),
                    other_run_id=shown(self.run_id),
                )
                self.say(place, "run_id_mixed", message, say("Submit each run as a file of its own."))
        place = next(place for run_id, place in tags if run_id == self.run_id)
        self.name = named(self.run_id)
        if self.name is None:
            message = say("The run id {run_id} has not the form of one.", run_id=shown(self.run_id))
            self.say(place, "run_id_form", message, say(_FORM, year=str(self.settings["year"])))
        else:
            self._check_parts(self.name, place, submitted)
        self._check_declared(place)

    def _check_parts(self, name: RunName, place: Place, submitted: Submitted) -> None:
        year, most = self.settings["year"], self.settings["max_runs"]
        if name.year != year:
            message = say("The year in the run id is {year}.", year=str(name.year))
            self.say(
                place, "run_id_year", message, say("Write {year} after the team's letters.", year=str(year))
            )
        if most and name.number > most:
            message = say(
                "The number in the run id is {number}; a team submits at most {most} runs.",
                number=str(name.number),
                most=most,
            )
            self.say(place, "run_id_number", message, say("Write a number from 1 to {most}.", most=most))
        if submitted.task and name.task != submitted.task:
            message = say(
                "The run id says {named_task}; the element is <task_{element_task}>.",
                named_task=name.task,
                element_task=submitted.task,
            )
            self.say(submitted.place, "run_id_task", message, say("Correct the one that is wrong."))
        for language in (name.source_lang, name.target_lang):
            if language not in self.track.languages:
                message = say(
                    "{language} in the run id is no language of the track.", language=language.lower()
                )
                languages = ", ".join(self.track.languages).lower()
                self.say(
                    place,
                    "run_id_language",
                    message,
                    say("The languages are {languages}.", languages=languages),
                )

    def _check_declared(self, place: Place) -> None:
        team, run_id = self.declaration.team, self.declaration.run_id
        if team and not self.run_id.startswith(team):
            message = say(
                "The run id {run_id} does not start with the team's id {team}.",
                run_id=shown(self.run_id),
                team=shown(team),
            )
            self.say(place, "run_id_team", message, say("Write {team} before the year.", team=team))
        if run_id is not None and run_id != self.run_id:
            message = say(
                "The run is declared as {declared_run_id}; in the file it is {found_run_id}.",
                declared_run_id=shown(run_id),
                found_run_id=shown(self.run_id),
            )
            self.say(place, "run_id_declared", message, say("Declare no other run id than the file has."))
        expected = f"{self.run_id}{self.track.run_suffix}"
        if self.file != expected:
            message = say(
                "The file is named {file}; the run in it is {run_id}.",
                file=shown(self.file),
                run_id=shown(self.run_id),
            )
            self.say(place, "file_name", message, say("Name the file {expected}.", expected=expected))

    def _choose_questions(self) -> None:
        asked = self.track.questions_of(self.run_id, self.topics)
        if self.name and not asked and self.topics.questions:
            pairs = ", ".join(sorted({question.pair for question in self.topics.questions}))
            message = say(
                "There are no questions from {source_lang} to {target_lang}.",
                source_lang=self.name.source_lang,
                target_lang=self.name.target_lang,
            )
            self.say(self.place, "no_questions", message, say("The pairs are {pairs}.", pairs=pairs))
        for question in asked:
            self.questions.setdefault(q_id_of(question.qid), question)

    def _answer(self, given: XmlAnswer, task: str) -> None:
        known = self._known(given)
        silent = given.answered == "NO"
        if given.answered not in ("YES", "NO", None):
            message = say("answered is {answered}.", answered=shown(given.answered))
            self.say(given.place, "answered", message, say("Write YES, or NO for no answer (NOA)."))
        passage = self._one(given, given.passages, "passage_string", silent)
        exact = self._one(given, given.exact, "exact_answer", silent or task != "AS")
        if task == "PS" and exact:
            message = say("A run of the task PS has no exact answers.")
            self.say(exact.place, "exact_in_ps", message, say("Remove <exact_answer>, or submit an AS run."))
        held = self._candidate(given, passage, exact, silent, task)
        if known:
            self._keep(known, given, silent, held)

    def _known(self, given: XmlAnswer) -> Question | None:
        if given.q_id is None:
            return None
        question = self.questions.get(given.q_id)
        if question is None:
            self.unknown[given.q_id] = None
            message = say("There is no question {q_id} for this run.", q_id=shown(given.q_id))
            self.say(
                given.place, "unknown_question", message, say("Take q_id from the topics file, four digits.")
            )
        elif given.q_id in self.answered:
            message = say(
                "Question {q_id} has a response in line {line} already.",
                q_id=given.q_id,
                line=str(self.answered[given.q_id].line),
            )
            self.say(given.place, "question_repeated", message, say("Give exactly one response."))
        else:
            self.answered[given.q_id] = given.place
            return question
        return None

    def _one(self, given: XmlAnswer, parts: tuple[Part, ...], name: str, may_miss: bool) -> Part | None:
        """The one part of its kind; more than one, and none where there must be one, are noted."""
        for other in parts[1:]:
            message = say("This is a second <{name}> of question {q_id}.", name=name, q_id=given.q_id)
            self.say(other.place, f"{name}_many", message, say("Give exactly one."))
        if not parts and not may_miss:
            message = say("Question {q_id} has no <{name}>.", q_id=given.q_id, name=name)
            self.say(given.place, f"{name}_missing", message, say('Give one, or answered="NO".'))
        return parts[0] if parts else None

    def _candidate(
        self, given: XmlAnswer, passage: Quoted | None, exact: Exact | None, silent: bool, task: str
    ) -> tuple[Quoted, str] | None:
        """The paragraph and exact answer that are given, or held back; None for mere silence, or what is no answer."""
        if passage is None or passage.text in ("", NOA):
            self._without_paragraph(given, passage, exact, silent)
            return None
        if self._check_source(passage):
            self.quoted.append(passage)
        if task != "AS":
            return passage, ""
        if exact is None or self._is_nothing(exact.text):
            if exact or silent:
                message = say("Question {q_id} has a paragraph and no exact answer.", q_id=given.q_id)
                place = exact.place if exact else given.place
                self.say(place, "exact_answer_empty", message, say("Give the exact answer too."))
            return None
        self._check_exact(passage, exact)
        return passage, fold(exact.text)

    def _is_nothing(self, exact: str) -> bool:
        """Whether an exact answer is none; one of which nothing can be seen, in runs that are new."""
        return exact in ("", NOA) or not (self.declaration.accepted or is_visible(exact))

    def _without_paragraph(
        self, given: XmlAnswer, passage: Quoted | None, exact: Exact | None, silent: bool
    ) -> None:
        """Silence holds nothing but NOA; an answer holds more."""
        if passage and not silent:
            answered = given.answered
            message = (
                say(
                    'The response says answered="{answered}" and its paragraph holds the text {noa}.',
                    answered=answered,
                    noa=NOA,
                )
                if passage.text
                else say(
                    'The response says answered="{answered}" and its paragraph holds no text.',
                    answered=answered,
                )
            )
            hint = say('Give the paragraph, or write answered="NO".')
            self.say(passage.place, "passage_empty", message, hint)
        elif passage and (passage.docid.strip() or passage.number.strip()):
            message = say("The response is silent, and names a paragraph without its text.")
            hint = say("Give the text of the candidate, or leave out p_id and docid.")
            self.say(passage.place, "noa_half", message, hint)
        if exact and exact.text not in ("", NOA):
            message = say("An exact answer stands here without a paragraph.")
            self.say(exact.place, "exact_alone", message, say("Give the paragraph that it is from."))

    def _check_source(self, passage: Quoted) -> bool:
        """Whether a paragraph names its document, after noting what is wrong with either name."""
        for name, value in (("docid", passage.docid), ("p_id", passage.number)):
            if not value:
                message = say("The paragraph has no {name}.", name=name)
                self.say(passage.place, f"passage_{name}", message, say('Write {name}="…".', name=name))
            elif len(value) > MAX_DOCID or value.split() != [value]:
                message = say("{attribute} is {value}, which is none.", attribute=name, value=shown(value))
                self.say(passage.place, f"passage_{name}", message, say("Take it from the collection."))
        return passage.docid.split() == [passage.docid]

    def _check_exact(self, passage: Quoted, exact: Exact) -> None:
        if exact.text in passage.text:
            return
        message = say(
            "The exact answer {answer} is no contiguous part of its paragraph.", answer=shown(exact.text)
        )
        hint = say("Cut it from the paragraph, character for character.")
        if " ".join(exact.text.split()) in " ".join(passage.text.split()):
            message = say(
                "The exact answer {answer} differs from its paragraph in white space.",
                answer=shown(exact.text),
            )
        self.say(exact.place, "exact_not_in_passage", message, hint)

    def _keep(
        self, question: Question, given: XmlAnswer, silent: bool, held: tuple[Quoted, str] | None
    ) -> None:
        """Keep a response. Lines tell responses of a run apart, so two on one line get numbers that follow."""
        last = self.responses[-1].line if self.responses else 0
        line = max(given.place.line, last + 1)
        if held is None:
            self.responses.append(Response(question.qid, "", "", line=line, noa=silent))
            return
        passage, answer = held
        self.responses.append(Response(question.qid, passage.docid, answer, 1, passage.number, line, silent))

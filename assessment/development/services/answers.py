"""Files of known answers."""

from collections import defaultdict
from collections.abc import Iterable

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import lines_example
from assessment.campaigns.services.intakes import Sent
from assessment.development.services.files import KnownFile, KnownImported, Questions, topics_of
from assessment.development.services.nuggets import next_number
from assessment.judging.models import AnswerClass
from assessment.shared.say import sentence
from scoring.formats import answers
from scoring.formats.folding import fold_label


class AnswersFile(KnownFile):
    """Answers, a line each, or in the blocks of later years."""

    kind, title, adds = "answers", sentence("Known answers"), AnswerClass
    label = sentence("Known answers: “qid answer” a line, or the blocks of later years")

    def example(self, campaign: Campaign) -> SourceFile:
        return lines_example("answers.txt", *(f"{qid} whale oil" for qid in self.asked(campaign)))

    def watched(self, campaign: Campaign) -> Watch:
        return Watch(AnswerClass.objects.filter(question__campaign=campaign))

    def add(self, sent: Sent, questions: Questions) -> KnownImported:
        file = sent.source
        known, problems = answers.read(file.data, file.name, topics_of(questions.values()))
        asked = {answer.qid for answer in known}
        self.refuse(sent, problems, questions, asked)
        there = _labels_there(sent.campaign)
        rows = [
            AnswerClass(question=questions[one.qid], name=name, text=one.label, origin=one.origin)
            for one in known
            if (name := name_of_new(one.label, there[one.qid]))
        ]
        AnswerClass.objects.bulk_create(rows)
        what = sentence("Added {added} known answers to {questions} questions of {campaign}")
        return KnownImported(what, len(rows), len(known) - len(rows), len(asked))

    def documents(self, sent: Sent) -> Iterable[str]:
        return answers.documents_named(sent.source.data, sent.file.name)


def _labels_there(campaign: Campaign) -> dict[str, dict[str, str]]:
    """The answers by question: label, folded -> name."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    rows = AnswerClass.objects.filter(question__campaign=campaign).order_by("pk")
    for qid, label, name in rows.values_list("question__qid", "text", "name"):
        found[qid].append((label, name))
    return defaultdict(dict, {qid: names_by_label(named) for qid, named in found.items()})


def names_by_label(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names of classes by their folded labels; further names of a label are kept, so that none is given again."""
    names: dict[str, str] = {}
    for label, name in named:
        folded = fold_label(label)
        names[f"{folded}\n{name}" if folded in names else folded] = name
    return names


def name_of_new(text: str, names: dict[str, str]) -> str:
    """The next free number as the name of an answer that a question has not yet; "" where it has.

    `names` are those that it has, by folded label; the new one is added.
    """
    label = fold_label(text)
    if label in names:
        return ""
    names[label] = next_number(names.values())
    return names[label]

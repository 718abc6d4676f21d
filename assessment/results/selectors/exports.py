"""What an exports page offers, and the files that only it gives."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import IO

from assessment.campaigns.models import Campaign
from assessment.results.models import QrelsSnapshot
from assessment.results.selectors.batches import indexes
from assessment.results.selectors.bundle import columns_of
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.evaluation import current_runs, load_responses
from assessment.shared.consistent_read import consistent_read
from assessment.shared.say import sentence
from assessment.submissions.models import PoolItem
from scoring.formats import qrels as qrels_format
from scoring.formats.tables import TABLES
from scoring.forms.base import correct_grades
from scoring.index import Index
from scoring.rules import PLAIN, derive
from scoring.stages import CLASSES

FORMS = ("qrels", "trec_eval")

MEANINGS = {
    "questions": sentence(
        "question by question: type, source, suggested answer, dropped or kept, settled NIL"
    ),
    "runs": sentence("what the teams declared, and which runs are pooled"),
    "pool": sentence("every distinct answer"),
    "assignments": sentence("who judges which question, with canonical answers, comments and time"),
    "assigned_items": sentence("answers that third assessors were given one by one"),
    "judgments": sentence("every grade, with its assessor, time and note"),
    "adjudications": sentence("every decision, with its ground"),
    "classes": sentence("answer classes, with the answers known from question development"),
    "nuggets": sentence("nuggets with their origin"),
    "votes": sentence("who calls which nugget vital or okay"),
    "matches": sentence("which answers hold which nuggets"),
    "machine_matches": sentence("which nuggets programs found in which answers"),
    "machine_nuggets": sentence("lists of nuggets that programs drafted"),
    "gold": sentence("right answers that were known beforehand"),
    "dropped": sentence("questions and series that left the evaluation, and why"),
    "machines": sentence("programs that judged: model, prompt, parameters, who made them"),
    "design": sentence("the sample that people were asked to judge: how it was drawn"),
    "sample": sentence("which questions were drawn, with strata and chances"),
    "post_editing": sentence(
        "who was to see a machine’s grades before judging: which machine, how many, the seed"
    ),
    "rulings": sentence("what assessors asked, and how it was ruled, with dates"),
}


def export_list(campaign: Campaign) -> dict[str, object]:
    """The page's context."""
    snapshots = QrelsSnapshot.objects.filter(campaign=campaign).select_related("made_by").defer("compressed")
    return {
        "topics_file": campaign.track.questions_file,
        "tables": [
            (f"{name}.csv", MEANINGS[name]) for name in TABLES if name != "gold" or campaign.track.gold
        ],
        "rules": PLAIN,
        "has_labels": "label" in columns_of(campaign, "matches"),
        "has_classes": any(kind.form.asks(CLASSES) for kind in campaign.track.question_types.values()),
        "snapshots": snapshots.order_by("-version"),
    }


def write_qrels_file(campaign: Campaign, rule: str, form: str, target: IO[bytes]) -> None:
    """Write the qrels of a rule, derived now. Raises RuleError where it gives none."""
    with consistent_campaign(campaign):
        for index in indexes(campaign):
            qrels = derive(index, rule)
            if form == "qrels":
                target.writelines(qrels_format.write(qrels))
            else:
                target.writelines(qrels_format.write_trec_eval(qrels, right_grades(campaign, index)))


def right_grades(campaign: Campaign, index: Index) -> Mapping[str, Collection[str]]:
    """The grades that count as right, by question."""
    questions = index.evaluation.topics.questions
    return correct_grades({one.qid: campaign.track.type_of(one) for one in questions})


def write_trec_eval_runs(campaign: Campaign, folder: Path) -> None:
    """Write each current run as trec_eval reads it, one at a time."""
    with consistent_read():
        for name, content in trec_eval_runs(campaign):
            (folder / name).write_bytes(content)


def trec_eval_runs(campaign: Campaign) -> Iterator[tuple[str, bytes]]:
    """The file of each current run, name and content, one after the other: a run that came in never changes."""
    qids, judged = dict(campaign.questions.values_list("pk", "qid")), _like_made_up(campaign)
    for run in list(current_runs(campaign)):
        responses = load_responses({run.pk: run}, qids)[run.run_id]
        yield f"{run.run_id}.txt", b"".join(qrels_format.write_run(responses, run.run_id, judged))


def _like_made_up(campaign: Campaign) -> Mapping[str, Collection[str]]:
    """By question, the documents in the pool that a run's made-up ids could be taken for."""
    found = defaultdict[str, set[str]](set)
    alone = PoolItem.objects.filter(question__campaign=campaign, passage="", answer="")
    rows = alone.filter(docid__regex=qrels_format.LIKE_MADE_UP).values_list("question__qid", "docid")
    for qid, docid in rows:
        found[qid].add(docid)
    return found

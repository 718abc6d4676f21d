"""The machines that judged in a campaign, and what the newest comparison of each with people said."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState
from assessment.judging.models import (
    Assignment,
    DraftedNugget,
    Machine,
    Nugget,
)
from assessment.judging.selectors.machines import own_open_questions
from assessment.judging.selectors.marks import said_by_program
from assessment.people.selectors.access import Access, Permission
from assessment.shared.say import say
from assessment.studies.selectors.machine_tables import LevelTable, ScaleTables, level_tables, scale_tables
from scoring.records import MachineAssessor
from scoring.rules import kinship_sentences
from scoring.studies.levels import rankings_in_short
from scoring.studies.machine_matches import in_short as of_nuggets
from scoring.studies.machine_report import verdict
from scoring.studies.machine_statistics import without_intervals
from scoring.studies.machines import in_short

KIND = "studies.machine"


class Coefficient(NamedTuple):
    """A number of both with its interval."""

    label: str
    value: float | None
    low: float | None
    high: float | None


class JudgeRow(NamedTuple):
    """The machine, somebody at random or a person, against other people."""

    name: str
    questions: int
    held: Mapping[str, Any]
    is_machine: bool


class Comparison(NamedTuple):
    """What a comparison said, and when it was made. One from before the reports has no `items`.

    `matches` is what was found of nuggets. Of a machine that judged nothing else, `found` is empty.
    """

    job: Job
    campaign: Campaign
    found: dict[str, Any]
    matches: dict[str, Any] | None = None

    @property
    def sentence(self) -> str:
        """The result in short, in the reader's language."""
        found = self.found
        counted = in_short(found["machine"], found["total"], len(found["questions"]))
        ranked = rankings_in_short(found.get("levels", ()), found["machine"], found["measure"])
        return f"{counted} {ranked}".rstrip()

    @property
    def verdicts(self) -> list[str]:
        """Whether the machine can be told from a further assessor, each answer once."""
        found = (verdict(self.found["machine"], one) for one in self.found["yardsticks"])
        return list(dict.fromkeys(found))

    @property
    def kinship(self) -> list[str]:
        """The runs that the machine may favour."""
        found = self.found or self.matches or {}
        return kinship_sentences(found["machine"], found["kin"]["by_team"], found["kin"]["by_model"])

    @property
    def of_matches(self) -> str:
        """What was found of nuggets in short, in the reader's language."""
        return of_nuggets(self.matches) if self.matches else ""

    @property
    def without_intervals(self) -> str:
        """Why no number has an interval; empty where they have."""
        return without_intervals(self.found["items"]["questions"])

    @property
    def matches_without_intervals(self) -> str:
        """The same of the numbers over nuggets."""
        return without_intervals((self.matches or {})["questions"])

    @property
    def match_coefficients(self) -> list[Coefficient]:
        """The coefficients of both over nuggets."""
        return _coefficients(self.matches or {})

    @property
    def levels(self) -> list[LevelTable]:
        """How alike people and the machine rank runs by grades."""
        return level_tables(self.found, self.found["machine"])

    @property
    def match_levels(self) -> list[LevelTable]:
        """The same by nuggets."""
        return level_tables(self.matches or {}, (self.matches or {})["machine"])

    @property
    def scales(self) -> list[ScaleTables]:
        """What both said in grades, scale by scale."""
        return scale_tables(self.found, self.campaign)

    @property
    def match_scales(self) -> list[ScaleTables]:
        """The same of nuggets."""
        return scale_tables(self.matches or {}, self.campaign)

    @property
    def coefficients(self) -> list[Coefficient]:
        """The coefficients of both."""
        return _coefficients(self.found["items"])

    @property
    def sticks(self) -> list[tuple[Mapping[str, Any], list[JudgeRow]]]:
        """Each yardstick that there is, with a row for each judge."""
        sticks = (stick for stick in self.found["yardsticks"] if not stick["reason"])
        return [(stick, self._judges(stick)) for stick in sticks]

    def _judges(self, stick: Mapping[str, Any]) -> list[JudgeRow]:
        machine, questions = self.found["machine"], stick["questions"]
        rows = [
            JudgeRow(machine, questions, stick["machine"], True),
            JudgeRow(say("somebody at random"), questions, stick["people"], False),
        ]
        for one in stick["by_person"]:
            rows.append(JudgeRow(one["person"], one["questions"], one["by_person"], False))
            beside = say("{machine} on the questions of {person}", machine=machine, person=one["person"])
            rows.append(JudgeRow(beside, one["questions"], one["by_machine"], True))
        return rows


def _coefficients(items: Mapping[str, Any]) -> list[Coefficient]:
    labels = {
        "kappa": say("Cohen’s kappa"),
        "alpha": say("Krippendorff’s alpha"),
        "leaning": say("Leaning"),
    }
    return [Coefficient(label, **items[name]) for name, label in labels.items()]


def machines_of(campaign: Campaign) -> list[str]:
    """The names of the machines that can be held against people, in code-point order: not those that only drafted."""
    drafted = DraftedNugget.objects.filter(member=OuterRef("member"))
    held = ~Exists(drafted) | said_by_program()
    rows = Assignment.objects.of_programs().filter(held, question__campaign=campaign)
    return sorted(set(rows.values_list("member__name", flat=True)))


def known_machines(campaign: Campaign) -> list[MachineAssessor]:
    """These and those that only drafted nuggets, with what is known of each; of answer patterns there is only their name."""
    rows = Machine.objects.filter(member__campaign=campaign).select_related("member")
    facts = {row.member.name: row.facts for row in rows}
    names = sorted({*facts, *machines_of(campaign)})
    return [facts.get(name, MachineAssessor(name, name, "", "")) for name in names]


def has_drafts(campaign: Campaign) -> bool:
    """Whether a program drafted nuggets."""
    return DraftedNugget.objects.filter(question__campaign=campaign).exists()


def newest_comparison(campaign: Campaign, name: str) -> Comparison | None:
    """The newest comparison of a machine with people."""
    done = Job.objects.filter(campaign=campaign, kind=KIND, state=JobState.DONE, arguments__name=name)
    job = done.order_by("-pk").first()
    found = job.checkpoint.get("comparison") if job else None
    if job is None or not found:
        return None
    matches = found.pop("matches", None)
    return Comparison(job, campaign, found if "total" in found else {}, matches)


def differences_for(access: Access, comparison: Comparison | None) -> list[dict[str, Any]] | None:
    """What a machine judged otherwise than people, answer by answer; None for whoever is not to see that.

    Nobody who judges or decides may see what a machine says of an answer before their own word. So adjudicators see
    none of it, and organizers nothing of questions that they are themselves to judge and have not finished.
    """
    if comparison is None or not access.may(Permission.ASSIGN):
        return None
    return _visible(access, comparison.found.get("differences", ()))


def questions_for(access: Access, comparison: Comparison | None) -> list[dict[str, Any]] | None:
    """The same counted by question: of a question with one answer that says as much."""
    if comparison is None or not access.may(Permission.ASSIGN):
        return None
    hidden = own_open_questions(access)
    return [one for one in comparison.found.get("questions", ()) if one["qid"] not in hidden]


def match_differences_for(access: Access, comparison: Comparison | None) -> list[dict[str, Any]] | None:
    """The same of nuggets, with their texts as they are now."""
    if comparison is None or not comparison.matches or not access.may(Permission.ASSIGN):
        return None
    rows = _visible(access, comparison.matches["differences"])
    nuggets = Nugget.objects.filter(question__campaign=access.campaign)
    texts = {(qid, name): text for qid, name, text in nuggets.values_list("question__qid", "name", "text")}
    return [one | {"text": texts.get((one["item"][0], one["nugget"]), "")} for one in rows]


def comparison_for(access: Access, comparison: Comparison | None) -> dict[str, Any] | None:
    """All of a comparison as JSON, as far as somebody may see it: questions and differences as the page has them."""
    if comparison is None:
        return None
    found = dict(comparison.found) or {"machine": comparison.matches and comparison.matches["machine"]}
    if comparison.found:
        found |= {
            "questions": questions_for(access, comparison),
            "differences": differences_for(access, comparison),
        }
    if comparison.matches:
        found["matches"] = comparison.matches | {"differences": match_differences_for(access, comparison)}
    return found


def _visible(access: Access, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of questions that the account is not itself to judge, or has finished."""
    hidden = own_open_questions(access)
    return [one for one in rows if one["item"][0] not in hidden]

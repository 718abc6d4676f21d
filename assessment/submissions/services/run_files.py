"""Runs that organizers load, several files at once: teams are made from the names of the files, after it was shown what that
would do. Each file comes in whole or not at all, and everything that is wrong with any of them is told.

A file is one run, or a ZIP file of runs: `lake-1.txt` and `lake/one.txt` are of the team lake.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from zipfile import ZipFile, is_zipfile

from django.conf import settings

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, store_by_job
from assessment.campaigns.services.planned import PlannedLine
from assessment.jobs.services.handle import JobHandle
from assessment.people.selectors.access import Permission
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.say import say, say_n, sentence
from assessment.shared.zips import BROKEN, entry_problems, refuse_many, unreadable
from assessment.submissions.models import Run
from assessment.submissions.selectors.runs import team_named, teams_of
from assessment.submissions.services.checking import Report, example_run, file_name
from assessment.submissions.services.other_runs import earlier_run
from assessment.submissions.services.runs import check_alone, refuse_closed, submit_run
from assessment.submissions.services.teams import team_error
from scoring.formats.problems import Problems
from scoring.progress import counted, listened, untold
from scoring.records import Problem
from scoring.stages import ANSWER
from scoring.tracks.base import Declaration
from scoring.tracks.example_files import TEAM
from scoring.tracks.rankings import by_its_team

KIND, LOAD = "run-files", "submissions.load_runs"
MOST = 500  # files
SHOWN = 20  # problems of a file, of which the rest is counted
_PARTS = re.compile(r"[-_. ]|(?<=\D)(?=\d)")  # the name of a team ends where one begins
# Number of a file, and of its run the team, the id, the priority, and which run it replaces (0: none).
Chosen = tuple[int, str, str, int, int]


class PlannedRun(NamedTuple):
    """What becomes of a file."""

    number: int  # among the files, from 1
    file: str
    team: str
    is_new: bool  # whether the team is still to be made
    run_id: str = ""
    replaces: int = 0  # primary key of the run of the team in whose place it comes; 0: of none
    responses: int = 0
    priority: int = 1
    problems: Sequence[Problem] = ()

    @property
    def in_words(self) -> PlannedLine:
        """The same for people."""
        about = f"{self.team} · {self.run_id}" if self.run_id else self.team
        return PlannedLine(self.number, self.file, self._sentence, not self.problems, about)

    @property
    def _sentence(self) -> str:
        if self.problems:
            n = len(self.problems)
            return say_n("is left out: {n} problem", "is left out: {n} problems", n)
        n = self.responses
        if self.is_new:
            return say_n("new team, run with {n} response", "new team, run with {n} responses", n)
        if self.replaces:
            return say_n("replaces its run, with {n} response", "replaces its run, with {n} responses", n)
        return say_n("new run with {n} response", "new run with {n} responses", n)


def files_in(file: SourceFile) -> list[SourceFile]:
    """The runs that came: those of a ZIP file, or the file itself. Raises FileRefused where it cannot be unpacked."""
    data = file.read().data
    if not is_zipfile(BytesIO(data)):
        return [SourceFile(file.name, data)]
    refuse_many(BytesIO(data), file.name)
    try:
        with ZipFile(BytesIO(data)) as archive:
            found, wrong = [], list(entry_problems(archive, file.name))
            entries = [one for one in archive.infolist() if not one.is_dir() and not _is_aside(one.filename)]
            if len(entries) > MOST:
                message = say("There are {n} files; at most {most} at once.", n=len(entries), most=MOST)
                wrong.append(Problem(file.name, 0, "too_many", message, say("Split it.")))
            for entry in () if wrong else entries:
                with archive.open(entry) as source:
                    found.append(SourceFile(entry.filename, source.read(settings.MAX_RUN_BYTES + 1)))
    except BROKEN as broken:
        wrong = [unreadable(file.name, broken)]
    if wrong or not found:
        raise FileRefused(say("Nothing was stored."), wrong, say("Choose the files of runs."))
    return found


def _is_aside(name: str) -> bool:
    """Whether a system put it beside what was packed."""
    return name.startswith("__MACOSX/") or PurePosixPath(name).name.startswith(".")


def team_in(name: str, teams: Sequence[str], *, registers: bool = False) -> str:
    """The team that a file names: its folder, else what its name begins with; one that is there before a new one."""
    path = PurePosixPath(name)
    if folder := path.parent.name:
        return next((one for one in teams if one.casefold() == folder.casefold()), folder)
    begun = path.stem
    there = [one for one in teams if _begins(begun, one)]
    if there:
        return max(there, key=len)
    return begun[:4].lower() if registers else _PARTS.split(begun)[0] or begun


def _begins(name: str, team: str) -> bool:
    rest = name[len(team) :]
    return name.casefold().startswith(team.casefold()) and not rest[:1].isalpha()


def plan_runs(sent: Sent) -> list[PlannedRun]:
    """What each file would become, one after the other."""
    files, campaign = files_in(sent.file), sent.campaign
    scene = _Scene(campaign, [team.name for team in teams_of(campaign)])
    plan = []
    for number, file in enumerate(counted(files, len(files), say("files checked"), each=1), 1):
        with listened(untold):  # how many of its lines are read says nothing of the files after it
            plan.append(scene.planned(number, file, sent))
    return plan


def _too_large(name: str) -> Problem:
    limit = str(settings.MAX_RUN_BYTES // (1024 * 1024))
    return Problem(
        name, 0, "too_large", say("Unpacked it is larger than {limit} MB.", limit=limit), say("Split it.")
    )


class _Scene:
    """What files are held against: the campaign, and the files before them."""

    def __init__(self, campaign: Campaign, teams: list[str]) -> None:
        self.campaign, self.teams = campaign, teams
        self.runs: dict[str, str] = {}  # id, folded -> file
        self.files: dict[str, str] = {}  # checksum -> file
        self.counts: Counter[str] = Counter()  # new runs by team

    def planned(self, number: int, file: SourceFile, sent: Sent) -> PlannedRun:
        """What becomes of a file."""
        campaign, shown = self.campaign, file_name(file.name)
        name = team_in(file.name, self.teams, registers=campaign.track.registers)
        team = team_named(campaign, name)
        if len(file.data) > settings.MAX_RUN_BYTES:  # and was not read to its end
            return PlannedRun(number, shown, name, team is None, problems=[_too_large(shown)])
        report = self._report(sent, declaration_of(name, campaign), SourceFile(shown, file.data))
        earlier = earlier_run(campaign, team, report.run_id) if team else None
        if earlier:
            report = self._report(sent, declaration_of(name, campaign, earlier), report.file)
        problems = Problems(shown)
        problems.extend(report.problems)
        if team is None and (error := team_error(campaign, name)):
            problems.add(0, "team_name_invalid", error, say("Name the file after its team."))
        self._note_twice(report, problems)
        if team is None and not problems:
            self.teams.append(name)
        return PlannedRun(
            number,
            shown,
            team.name if team else name,
            team is None,
            report.run_id,
            earlier.pk if earlier else 0,
            len(report.responses),
            earlier.priority if earlier else self._next_priority(team.name if team else name),
            problems.listed(),
        )

    def _report(self, sent: Sent, declaration: Declaration, file: SourceFile) -> Report:
        campaign = self.campaign
        return check_alone(by=sent.by, campaign=campaign, declaration=declaration, file=file, organizer=True)

    def _note_twice(self, report: Report, problems: Problems) -> None:
        run, digest, file = report.run_id.casefold(), report.sha256, report.file.name
        if first := self.files.get(digest):
            problems.add(
                0, "same_file", say("It is the same file as {file}.", file=first), say("Choose one.")
            )
        elif run and (first := self.runs.get(run)):
            message = say("{file} has the run id {run}, too.", file=first, run=report.run_id)
            problems.add(0, "run_id_taken", message, say("Give another run id."))
        if not problems:
            self.runs.setdefault(run, file)
        self.files.setdefault(digest, file)

    def _next_priority(self, team: str) -> int:
        """One after those of the team's runs; the same for all where runs are not judged by it."""
        if ANSWER not in self.campaign.track.item_kinds:
            return 1
        if team not in self.counts:
            self.counts[team] = self.campaign.runs.current().filter(team__name=team).count()
        self.counts[team] += 1
        return self.counts[team]


def declaration_of(
    name: str, campaign: Campaign, earlier: Run | None = None, priority: int = 1
) -> Declaration:
    """What is taken of a run of which its team declared nothing: the longest answers that are allowed; of one that replaces
    another, what was declared of that."""
    if earlier is None:
        longest = max(campaign.track.length_limits, default=None)
        return Declaration(name, priority=priority, length_limit=longest)
    return Declaration(
        name,
        length_limit=earlier.length_limit,
        encoding=earlier.encoding,
        priority=earlier.priority,
        automatic=earlier.automatic,
        description=earlier.description,
        scope=earlier.scope,
        declared=by_its_team(earlier.declared),
    )


def check(sent: Sent) -> Taken:
    """What the files would do; nothing is stored. Refused where none of them can be loaded."""
    refuse_closed(sent.campaign, "", organizer=True)
    plan = plan_runs(sent)
    problems = [problem for one in plan for problem in one.problems[:SHOWN]]
    good = [one for one in plan if not one.problems]
    if not good:
        raise FileRefused(say("No run can be loaded. Nothing was stored."), problems, say("Fix the files."))
    teams, left = len({one.team for one in good if one.is_new}), len(plan) - len(good)
    said = [
        say_n("{n} run can be loaded.", "{n} runs can be loaded.", len(good)),
        say_n("{n} team is new.", "{n} teams are new.", teams) if teams else "",
        say_n("{n} file is left out.", "{n} files are left out.", left) if left else "",
    ]
    review = {
        "lines": [one.in_words._asdict() for one in plan],
        "problems": [problem._asdict() for problem in problems],
        "notes": list(_notes(sent.campaign)),
        "runs": [(one.number, one.team, one.run_id, one.priority, one.replaces) for one in good],
        "is_new": True,
        "of_files": True,
    }
    return Taken(" ".join(filter(None, said)), review=review)


def _notes(campaign: Campaign) -> Iterator[str]:
    limits = campaign.track.length_limits
    if len(limits) > 1:
        unit = say(campaign.track.length_unit)
        yield say(
            "They are taken as runs with answers of at most {n} {unit}. Load others one by one.",
            n=max(limits),
            unit=unit,
        )


def store(sent: Sent) -> Taken:
    """Have those loaded that the check found nothing wrong with."""
    assert sent.review is not None
    return store_by_job(sent, LOAD, runs=sent.review["runs"])


def load(handle: JobHandle, file: SourceFile, runs: Sequence[Chosen]) -> str:
    """Load them one after the other; what was done, in a sentence. Whoever goes on with the job begins after the last."""
    files = files_in(file)
    done: Mapping[str, Any] = {"next": 0, "stored": 0, "left": [], **handle.checkpoint}
    for place in range(done["next"], len(runs)):
        file = files[runs[place][0] - 1]
        handle.progress(place, len(runs), say("files loaded"))
        left = _loaded(handle, file, runs[place])
        done = {
            "next": place + 1,
            "stored": done["stored"] + (not left),
            "left": [*done["left"], *([left] if left else [])],
        }
        with handle.step(done):
            if left:
                handle.note(left)
    stored = say_n("{n} run was loaded.", "{n} runs were loaded.", done["stored"])
    return " ".join([stored, *done["left"]])


def _loaded(handle: JobHandle, file: SourceFile, chosen: Chosen) -> str:
    """Why a file was left out by now; "" where it was loaded. A run that nobody was shown is not replaced."""
    _, name, run_id, priority, replaces = chosen
    named, campaign = SourceFile(file_name(file.name), file.data), handle.campaign
    team = team_named(campaign, name)
    earlier = earlier_run(campaign, team, run_id) if team else None
    if (earlier.pk if earlier else 0) != replaces:
        changed = say(
            "The run {run} of {team} has changed since the file was checked.", run=run_id, team=name
        )
        return f"{named.name}: {changed}"
    declaration = declaration_of(name, campaign, earlier, priority)
    try:
        submit_run(by=handle.by, campaign=campaign, declaration=declaration, file=named, organizer=True)
    except AssizeError as error:
        return f"{named.name}: {error.message}"
    return ""


def example(campaign: Campaign) -> SourceFile:
    """The example of a run, called as one of its team."""
    run = example_run(campaign)
    suffix = campaign.track.run_suffix
    return run if campaign.track.run_kinds else run._replace(name=f"{TEAM}-1{suffix}")


register_intake(
    Intake(
        KIND,
        Permission.SEE_ALL_RUNS,
        check,
        store,
        example,
        "table-runs#several-runs-at-once",
        heading=sentence("Load runs"),
        title=sentence("Runs of teams"),
        says=(
            sentence(
                "Choose one or several files, or a ZIP file of them. A run is of the team that its name begins with: "
                "lake-1.txt is of the team lake; a folder in a ZIP file names the team, too."
            ),
            sentence("You see which run becomes whose, and which teams are new, before anything is stored."),
            sentence("Each file is loaded whole or not at all; all problems are listed."),
        ),
        by_job=True,
        checked_at_once=-1,
        several=True,
    )
)

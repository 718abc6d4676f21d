"""Reads a bundle: every file of it, then every row against the others."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from scoring import evaluations
from scoring.bundle import annotations
from scoring.bundle.assigned import AssignedChecks
from scoring.bundle.derived import check_manifest, check_nist, check_qrels
from scoring.evaluations import own
from scoring.formats.encoded import is_text
from scoring.formats.json_rows import why_no_json
from scoring.formats.tables import TABLES, TableRow, read_table
from scoring.index import Index
from scoring.records import Evaluation, Problem, Response, Run, Topics
from scoring.say import say
from scoring.tracks.base import CheckedRun, Declaration, RunChecks, Track
from scoring.tracks.rankings import known_of
from scoring.tracks.settings import SettingsError

CAMPAIGN = "campaign.json"


def read(folder: Path) -> tuple[Evaluation | None, list[Problem]]:
    """The evaluation that a bundle holds; None where anything is wrong with it, with all of that."""
    if not folder.is_dir():
        message = say("There is no folder of this name.")
        return None, [Problem(str(folder), 0, "bundle", message, say("Name the folder that export wrote."))]
    reader = _Reader(folder)
    try:
        evaluation = reader.evaluation()
    except OSError as error:
        file = Path(error.filename or folder).name
        return None, [
            *reader.problems,
            Problem(file, 0, "unreadable", f"{error.strerror}.", say("Check its permissions.")),
        ]
    return (None if reader.problems else evaluation), reader.problems


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []

    def evaluation(self) -> Evaluation | None:
        """All of the bundle. The problems say whether it can be used."""
        campaign, track = self._campaign()
        if track is None:
            return None
        files = self._present(track)
        self.problems += check_manifest(self.folder, files)
        topics, found = track.read_topics(self._bytes(track.questions_file), track.questions_file)
        self.problems += found
        checks = AssignedChecks(track, topics, {name: self._table(name) for name in TABLES})
        dropped = checks.dropped()
        runs, responses = self._runs(checks.runs(), track, topics, campaign["settings"])
        annotated, found = annotations.read_annotations(self.folder, topics)
        self.problems += found
        evaluation = Evaluation(
            campaign=campaign["slug"],
            title=campaign.get("title", ""),
            track=track.slug,
            settings=campaign["settings"],
            topics=checks.topics(dropped),
            runs=runs,
            responses=responses,
            pool=checks.pool(),
            judgments=checks.judgments(),
            adjudications=checks.adjudications(),
            assignments=checks.assignments(),
            known_answers=checks.known_answers(),
            dropped=dropped,
            nuggets=checks.nuggets(),
            nugget_votes=checks.nugget_votes(),
            matches=checks.matches(),
            machine_matches=checks.machine_matches(),
            machine_nuggets=checks.machine_nuggets(),
            gold=checks.gold,
            scales=track.scales(topics),
            cell_scales=track.cell_scales(topics),
            annotations=annotated,
            rulings=checks.rulings(),
            machines=checks.machines(),
            sampling=checks.sampling(),
            post_editing=checks.post_editing(),
            assigned_items=checks.assigned_items(),
            definition=campaign["definition"],
        )
        self.problems += checks.problems
        if not self.problems:
            index = Index(evaluation)
            self.problems += [*check_qrels(self.folder, index), *check_nist(self.folder, index)]
        return evaluation

    def _campaign(self) -> tuple[dict[str, Any], Track | None]:
        """campaign.json with all settings of its track."""
        try:
            campaign = json.loads(self._bytes(CAMPAIGN).decode())
        except (ValueError, RecursionError) as error:
            self._error(
                "campaign",
                say("It is not JSON: {error}.", error=why_no_json(error)),
                say("Take it from an export."),
            )
            return {}, None
        if not isinstance(campaign, dict) or not _plain_texts({"title": ""} | campaign):
            self._error(
                "campaign",
                say("It needs slug, track and title, each a text."),
                say("Take it from an export."),
            )
            return {}, None
        track = self._track(campaign)
        if track is None:
            return {}, None
        settings = campaign.get("settings", {})
        try:
            campaign["settings"] = track.settings_with_defaults(_of_track(settings))
            track.check_together(campaign["settings"])
        except SettingsError as error:
            for sentence in error.sentences:
                self._error("setting", sentence, say('Correct "settings".'))
            campaign["settings"] = track.settings_with_defaults({})
        return campaign, track.under(campaign["settings"])

    def _track(self, campaign: dict[str, Any]) -> Track | None:
        """The evaluation of the campaign: one that is built in, or its own, which stands beside it."""
        campaign["definition"] = ""
        if campaign["track"] == evaluations.OWN:
            campaign["definition"], track = self._definition()
            return track
        try:
            return evaluations.get(campaign["track"])
        except ValueError as error:
            self._error("unknown_track", str(error), say("Name one of them as track."))
            return None

    def _definition(self) -> tuple[str, Track | None]:
        """The text of the campaign's own evaluation, and what it declares."""
        if not (self.folder / own.FILE).is_file():
            message = say("The evaluation is the campaign's own, and its file is missing.")
            self.problems.append(Problem(own.FILE, 0, "missing_file", message, say("Copy it here.")))
            return "", None
        data = self._bytes(own.FILE)
        track, found = own.read(data, own.FILE)
        self.problems += found
        return (data.decode() if track else ""), track

    def _error(self, code: str, message: str, hint: str) -> None:
        self.problems.append(Problem(CAMPAIGN, 0, code, message, hint))

    def _present(self, track: Track) -> list[str]:
        """The files of a bundle that are there."""
        kept = (CAMPAIGN, own.FILE) if track.is_own else (CAMPAIGN,)
        names = [*kept, track.questions_file, annotations.FILE, *(f"{name}.csv" for name in TABLES)]
        inside = [path for kind in ("runs", "qrels", "nist") for path in (self.folder / kind).glob("*")]
        return [name for name in names if (self.folder / name).is_file()] + [
            path.relative_to(self.folder).as_posix() for path in inside if path.is_file()
        ]

    def _bytes(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def _table(self, name: str) -> list[TableRow]:
        file = f"{name}.csv"
        if not (self.folder / file).is_file():
            return []
        rows, found = read_table(self._bytes(file), name)
        self.problems += found
        return rows

    def _runs(
        self, runs: Iterable[Run], track: Track, topics: Topics, settings: Mapping[str, Any]
    ) -> tuple[tuple[Run, ...], dict[str, tuple[Response, ...]]]:
        """The runs, those that only rank as such, whether or not the table says so, and their responses."""
        read = [(run, self._read_run(run, track, topics, settings)) for run in runs]
        known = tuple(known_of(run, checked.declared) if checked else run for run, checked in read)
        return known, {run.run_id: checked.responses if checked else () for run, checked in read}

    def _read_run(
        self, run: Run, track: Track, topics: Topics, settings: Mapping[str, Any]
    ) -> CheckedRun | None:
        """What the file of a run holds; None after noting that there is none."""
        name = f"runs/{run.run_id}{track.run_suffix}"
        if not (self.folder / name).is_file():
            self.problems.append(
                Problem(name, 0, "run_file", say("The file of this run is missing."), say("Copy it here."))
            )
            return None
        data = self._bytes(name)
        if run.sha256 and hashlib.sha256(data).hexdigest() != run.sha256:
            message = say("The checksum of the file is not the one in runs.csv.")
            self.problems.append(
                Problem(name, 0, "run_sha256", message, say("Copy the file again as it was submitted."))
            )
        declaration = Declaration(
            team=run.team,
            run_id=run.run_id,
            length_limit=run.length_limit,
            encoding=run.encoding,
            priority=run.priority,
            automatic=run.automatic,
            description=run.description,
            scope=run.scope,
            declared=dict(run.declared),
            accepted=True,
        )
        checked = track.check_run(
            data, name, RunChecks(topics, declaration, track.for_accepted_runs(settings))
        )
        self.problems += checked.problems
        return checked


# The deadline, who may register, what participants get after release, and who searches the collection.
OF_CAMPAIGN = frozenset(
    {
        *("deadline", "registration", "team_names", "qrels_for_teams", "judged_runs"),
        *("search_developing", "search_judging", "search_for_teams"),
    }
)


def _of_track(settings: object) -> dict[str, Any]:
    """The settings without those that belong to the campaign and not to its track; no score depends on them."""
    if not isinstance(settings, dict):
        return {"": ""}
    return {name: value for name, value in settings.items() if name not in OF_CAMPAIGN}


def _plain_texts(campaign: dict[str, Any]) -> bool:
    texts = [campaign.get(key) for key in ("slug", "track", "title")]
    return all(isinstance(text, str) and is_text(text) for text in texts)

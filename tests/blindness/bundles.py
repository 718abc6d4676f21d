"""The golden campaigns with a canary in the place of every name, note and string that somebody must not learn."""

import csv
import hashlib
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.blindness.phases import Phase
from tests.blindness.secrets import SHORT, Kind, Owner, Secret
from tests.results.golden import golden

Row = dict[str, str]
TEAMS = (Owner.A, Owner.B, Owner.C)
AFTERWARDS = ("qrels", "nist", "MANIFEST.sha256")  # what an export adds


class Form(NamedTuple):
    """A form of judging: its golden campaign, and who is who in it."""

    bundle: str
    first: str  # the assessors between whom nothing may pass
    second: str
    teams: tuple[str, ...]
    answers: Mapping[str, Owner] = {}  # strings that one team alone gave
    tag: Kind = Kind.RUN  # what begins the name of a run
    collection: bool = False  # whether the documents are held
    third: str = "cy"  # who judges and has every other role, too


FORMS = {
    "answers": Form(
        "trec8_small",
        "ann",
        "bo",
        ("alpha", "beta", "late"),
        {"a wrong string 2": Owner.A, "near: Mira Dunn or so": Owner.B, "1911 perhaps": Owner.C},
        collection=True,
    ),
    "series": Form(
        "series_small",
        "ann",
        "bo",
        ("ALFA", "Bravo"),
        {"Josua Penn": Owner.A, "a keeper": Owner.B},
        collection=True,
    ),
    "nuggets": Form(
        "tac_small",
        "ann",
        "bo",
        ("Tern", "Wren"),
        {"Cafe Mole": Owner.A, "Cafe Pier": Owner.B},
        tag=Kind.TEAM,
    ),
    "passages": Form("respubliqa_small", "ann", "bo", ("lake", "tern"), tag=Kind.TEAM),
    "spans": Form("nq_small", "ada", "ben", ("alpha", "beta"), third="cleo"),
    "experts": Form("nq_small", "gil", "hana", ("alpha", "beta"), third="cleo"),
}


def write_bundle(form: Form, phase: Phase, folder: Path) -> Path:
    """Write the golden campaign into the folder as it is at a phase, with canaries."""
    shutil.copytree(golden(form.bundle), folder)
    for name in (*AFTERWARDS, *phase.absent):
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    _rename_runs(form, phase, folder)
    for name, change in _Canaries(form, phase).by_table().items():
        _rewrite(folder / f"{name}.csv", change)
    _add_machine(folder / "judgments.csv")
    lines = folder / "annotations.jsonl"
    if lines.exists():
        text = lines.read_text("utf-8")
        for name, word in _people(form).items():
            text = text.replace(f'"annotator":"{name}"', f'"annotator":"{word}"')
        lines.write_text(text, "utf-8")
    return folder


def person(form: Form, name: str) -> str:
    """The name in a campaign of somebody who has another in the golden one."""
    return _people(form).get(name, Secret(Kind.NAME, Owner.THIRD).word + name)


def owner_of(form: Form, name: str) -> Owner:
    """Whose secret is what this assessor wrote."""
    return {form.first: Owner.FIRST, form.second: Owner.SECOND}.get(name, Owner.THIRD)


def team_name(form: Form, owner: Owner) -> str:
    """The name of a team; those of ResPubliQA have four letters."""
    if form.bundle == "respubliqa_small":
        return next(word for word, secret in SHORT.items() if secret.owner == owner)
    return Secret(Kind.TEAM, owner).word


def _people(form: Form) -> dict[str, str]:
    names = ("ada", "ann", "ben", "bo", "cleo", "cy", "dag", "dee", "eve", "gil", "hana")
    return {
        name: Secret(Kind.NAME, owner_of(form, name)).word
        + (name if owner_of(form, name) is Owner.THIRD else "")
        for name in names
    }


def _rename_runs(form: Form, phase: Phase, folder: Path) -> None:
    """Runs and teams get names that are canaries, in the files too; so do strings that one team alone gave."""
    if not (folder / "runs.csv").exists():
        return
    rows = _read(folder / "runs.csv")
    for row in rows:
        old, owner = row["run_id"], TEAMS[form.teams.index(row["team"])]
        row["team"] = team_name(form, owner)
        row["run_id"] = _run_id(form, owner, old, [row["run_id"] for row in rows])
        row["description"] = Secret(Kind.DESCRIPTION, owner).word
        row["automatic"] = "0"
        if phase is Phase.OPEN:
            row["pooled"] = "0"
        path = next(path for path in (folder / "runs").iterdir() if path.stem == old)
        data = _with_answers(form, path.read_text("utf-8")).replace(old, row["run_id"]).encode()
        path.unlink()
        path.with_name(row["run_id"] + path.suffix).write_bytes(data)
        row["sha256"] = hashlib.sha256(data).hexdigest()
    _write(folder / "runs.csv", rows)
    for path in folder.glob("*.csv"):
        path.write_text(_with_answers(form, path.read_text("utf-8")), "utf-8")


def _run_id(form: Form, owner: Owner, old: str, taken: list[str]) -> str:
    """A canary with what follows the team in the old name; ResPubliQA and TAC read that."""
    if form.tag is Kind.TEAM:
        return team_name(form, owner) + old[len(form.teams[TEAMS.index(owner)]) :]
    return f"{Secret(Kind.RUN, owner).word}{taken.index(old) + 1}"


def _with_answers(form: Form, text: str) -> str:
    for answer, owner in form.answers.items():
        text = text.replace(answer, f"{answer} {Secret(Kind.ANSWER, owner).word}")
    return text


class _Canaries:
    """What becomes of each row of a table of a bundle."""

    def __init__(self, form: Form, phase: Phase) -> None:
        self.form, self.phase = form, phase

    def by_table(self) -> dict[str, Callable[[Row], None]]:
        """The change of each table's rows."""
        return {
            "assignments": self.assignment,
            "judgments": self.judgment,
            "adjudications": self.adjudication,
            "classes": self.answer_class,
            "nuggets": self.nugget,
            "votes": self.named,
            "matches": self.named,
            "questions": self.question,
        }

    def named(self, row: Row) -> None:
        row["assessor"] = person(self.form, row["assessor"]) if row["assessor"] else ""

    def assignment(self, row: Row) -> None:
        row["canonical_answer"] = self._own(row, Kind.CANONICAL)
        row["comment"] = self._own(row, Kind.COMMENT)
        if self.phase is Phase.JUDGING and row["state"] == "done":
            row["state"] = "open"
        self.named(row)

    def judgment(self, row: Row) -> None:
        if row["kind"] == "human":
            row["note"] = self._own(row, Kind.NOTE)
            self.named(row)
        elif row["kind"] == "machine":
            row["note"] = Secret(Kind.NOTE, Owner.MACHINE).word
            row["version"] = Secret(Kind.VERSION, Owner.MACHINE).word

    def adjudication(self, row: Row) -> None:
        row["note"] = Secret(Kind.DECISION, Owner.STAFF).word
        row["adjudicator"] = Secret(Kind.NAME, Owner.STAFF).word

    def answer_class(self, row: Row) -> None:
        self._labelled(row, "label", Kind.CLASS)

    def nugget(self, row: Row) -> None:
        self._labelled(row, "text", Kind.NUGGET)

    def question(self, row: Row) -> None:
        row["suggested_answer"] = Secret(Kind.KNOWN, Owner.STAFF).word

    def _labelled(self, row: Row, column: str, kind: Kind) -> None:
        is_known = row["origin"] == "development"
        row[column] += f" {Secret(Kind.KNOWN, Owner.STAFF).word if is_known else self._own(row, kind)}"
        self.named(row)

    def _own(self, row: Row, kind: Kind) -> str:
        return Secret(kind, owner_of(self.form, row["assessor"]) if row["assessor"] else Owner.STAFF).word


def _add_machine(path: Path) -> None:
    """A program judges the first answer too."""
    rows = _read(path) if path.exists() else []
    human = next((row for row in rows if row["kind"] == "human"), None)
    if human and not any(row["kind"] == "machine" for row in rows):
        words = {
            "note": Secret(Kind.NOTE, Owner.MACHINE).word,
            "version": Secret(Kind.VERSION, Owner.MACHINE).word,
        }
        _write(path, [*rows, {**human, **words, "assessor": "reader", "kind": "machine", "answer_class": ""}])


def _rewrite(path: Path, change: Callable[[Row], None]) -> None:
    if path.exists():
        rows = _read(path)
        for row in rows:
            change(row)
        _write(path, rows)


def _read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _write(path: Path, rows: list[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)

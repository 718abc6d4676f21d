"""A campaign of an evaluation of one's own made by pages alone, of files as others have them, and scored everywhere alike."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.checked_files import CHECK
from assessment.jobs.models import Job
from assessment.results.models import ReleasePreview, RunScore
from scoring.__main__ import main
from tests.client import Client
from tests.commands import run
from tests.factory import make_account

HOME = "/campaigns/theirs/"
Map = Mapping[str, str]
AS_GUESSED: Map = {}


class ByPages:
    """An organizer who brings files."""

    def __init__(self, definition: str) -> None:
        self.client = Client()
        self.client.force_login(make_account("olga", may_create=True))
        told = {"do": "create", "text": definition, "title": "Theirs", "slug": "theirs"}
        made = self.client.post("/campaigns/new/evaluation/", told)
        assert made.status_code == 302, made.text
        self.campaign = Campaign.objects.get()

    def settings(self, **changed: str) -> None:
        """Set some of the campaign's settings."""
        run("settings", "theirs", *(f"{name}={value}" for name, value in changed.items()))

    def check(self, page: str, name: str, data: bytes, said: Map = AS_GUESSED, **more: str) -> str:
        """The preview of a file, or what is wrong with it; with `said` as its page says which column is which."""
        sent = {"file": SimpleUploadedFile(name, data), **more}
        shown = self.client.post(f"{HOME}{page}", sent, follow=True)
        if said:
            shown = self.client.post(f"{HOME}{page}", {"again": str(latest()), **said}, follow=True)
        return str(shown.text)

    def bring(self, page: str, name: str, data: bytes, said: Map = AS_GUESSED, **more: str) -> str:
        """Store a file as its preview shows; the preview."""
        shown = self.check(page, name, data, said, **more)
        assert f"{latest()}/import/" in shown, shown
        stored = self.client.post(f"{HOME}{page}{latest()}/import/", {"newcomers": "on"}, follow=True)
        assert stored.status_code == 200, shown
        return shown

    def submit(self, team: str, name: str, data: bytes, columns: str = "") -> str:
        """Submit a run; what the page says of it."""
        told = {"team": team, "priority": "1", "automatic": "yes", "encoding": "utf-8", "scope": "all"}
        sent = told | {"declared_columns": columns, "file": SimpleUploadedFile(name, data)}
        return str(self.client.post(f"{HOME}submit/", sent, follow=True).text)

    def runs(self, columns: str = "", **files: tuple[str, bytes]) -> None:
        """Open the campaign, submit a run for each team, close and pool it."""
        self.bring("teams/import/", "teams.csv", "\n".join(["team", *files]).encode())
        self.client.post(f"{HOME}state/", {"to": "open"})
        for team, (name, data) in files.items():
            shown = self.submit(team, name, data, columns)
            assert "response" in shown, shown
        self.client.post(f"{HOME}state/", {"to": "closed"})
        self.client.post(f"{HOME}pool/", {"depth": ""})

    def release(self, folder: Path) -> dict[str, float | None]:
        """Release the scores, which the bundle gives, too."""
        self.client.post(f"{HOME}results/release/preview/")
        seen = ReleasePreview.objects.get().inputs_sha256
        released = self.client.post(
            f"{HOME}results/release/", {"seen": seen, "audience": "all", "partial": "1"}, follow=True
        )
        assert RunScore.objects.exists(), released.text
        scores = {row.run.run_id: row.score for row in RunScore.objects.all()}
        bundle, found = folder / "bundle", folder / "scores.json"
        run("export", "theirs", str(bundle))
        assert main(["score", str(bundle), "--json", str(found)]) == 0
        offline = {name: one["score"] for name, one in json.loads(found.read_text())["runs"].items()}
        assert scores == pytest.approx(offline, abs=5e-5)
        self._comes_back(folder, bundle)
        return scores

    def _comes_back(self, folder: Path, bundle: Path) -> None:
        """Hold that the bundle is the same once it came in."""
        run("import_bundle", str(bundle), "--slug", "again")
        run("export", "again", str(folder / "second"))
        for name in ("topics.csv", "questions.csv", "pool.csv"):
            first, second = bundle / name, folder / "second" / name
            assert first.exists() == second.exists()
            assert not first.exists() or first.read_bytes() == second.read_bytes()


def latest() -> int:
    return Job.objects.filter(kind=CHECK).latest("pk").pk


def people(**columns: str) -> dict[str, Any]:
    """What a page says of columns that hold the grades of one person each."""
    return {f"person-{column}": name for name, column in columns.items()}

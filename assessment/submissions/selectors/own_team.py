"""What a participant's own pages show: everything a team needs to submit, made for this campaign and this team."""

import shlex
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.http import Http404

from assessment.campaigns.models import Campaign, FileImportState, ImportedFile
from assessment.campaigns.selectors.campaigns import sees_questions
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Visitor
from assessment.shared.say import say
from assessment.submissions.models import Registration, Run, Team
from assessment.submissions.selectors.declared import declared_of
from assessment.submissions.selectors.registrations import own_team
from assessment.submissions.selectors.run_ids import free_ids
from assessment.submissions.selectors.runs import access_runs
from documents.models import Collection, DocumentEntry
from scoring import records
from scoring.tracks.base import Declaration

SHOWN = 8  # lines of the example
SOME_DOCIDS = 500
CHECKER = "assize-scoring.zip"
DOCIDS = "docids.txt.gz"


class OwnTeamAccess(NamedTuple):
    """A participant's campaign and the team they act for; None where they are in none."""

    access: Access
    team: Team | None
    others: list[Team]

    @property
    def registration(self) -> Registration | None:
        """What the team registered, if anything."""
        return getattr(self.team, "registration", None)


def access_own_team(account: Visitor, slug: str, name: str = "") -> OwnTeamAccess:
    """The campaign, for those who may submit there, with their own team and no other."""
    access = access_runs(account, slug)
    own = own_team(access, name)
    return OwnTeamAccess(access, own.team, list(own.others))


class Example(NamedTuple):
    """A run that the checker takes, and how it is declared."""

    data: bytes
    declaration: Declaration
    name: str

    @property
    def first_lines(self) -> str:
        """How it begins."""
        lines = self.data.decode(self.declaration.encoding, "replace").splitlines()
        return "\n".join(lines[:SHOWN] + (["…"] if len(lines) > SHOWN else []))


def gives_topics(access: Access) -> bool:
    """Whether the questions are given out as one file: not where a download starts a clock, nor with pages."""
    track = access.campaign.track
    return not track.registers and not track.streams_topics and sees_questions(access)


class TopicsFile(NamedTuple):
    """The questions as a file for teams: the one imported, or one written anew where it no longer says what is asked."""

    name: str
    data: bytes
    is_imported: bool = True
    changed: Sequence[str] = ()  # questions whose text, or target, is another than in the file imported


def topics_file(access: Access, topics: records.Topics | None = None) -> TopicsFile:
    """The questions exactly as they were imported, where that file still says what the campaign asks; else anew."""
    if not gives_topics(access):
        raise Http404
    campaign, track = access.campaign, access.campaign.track
    topics = topics or topics_of_campaign(campaign)
    written = track.write_topics(topics)
    imported = _imported(campaign)
    if imported is None:
        return TopicsFile(track.questions_file, written, is_imported=False)
    name, data = imported
    read, problems = track.read_topics(data, name)
    if not problems and track.write_topics(read) == written:
        return TopicsFile(name, data)
    return TopicsFile(track.questions_file, written, is_imported=False, changed=_changed(read, topics))


def _changed(before: records.Topics, now: records.Topics) -> list[str]:
    """The questions that both have and that ask something else now."""
    former = _asked(before)
    return [qid for qid, asked in _asked(now).items() if former.get(qid, asked) != asked]


def _asked(topics: records.Topics) -> dict[str, tuple[str, str]]:
    """What each question asks: its text, and the target of its series."""
    targets = {series.series_id: series.target for series in topics.series}
    return {one.qid: (one.text, targets.get(one.series, "")) for one in topics.questions}


def topics_of_campaign(campaign: Campaign) -> records.Topics:
    """All questions in their order with their series, and nothing that is known of them."""
    columns = ("qid", "type", "text", "series__key", "source_lang", "target_lang")
    rows = campaign.questions.in_order().values_list(*columns)
    questions = tuple(
        records.Question(qid, kind, text, series or "", source_lang=source, target_lang=target)
        for qid, kind, text, series, source, target in rows
    )
    series = campaign.series.order_by("position", "pk").values_list("key", "target", "target_type")
    return records.Topics(questions, tuple(records.Series(*row) for row in series))


def _imported(campaign: Campaign) -> tuple[str, bytes] | None:
    """The file of the last import of questions, if it was kept."""
    files = ImportedFile.objects.filter(
        source__campaign=campaign, source__kind="questions", source__state=FileImportState.MADE, position=0
    )
    file = files.order_by("-source__number").first()
    if file is None or not file.is_kept or file.packed is None:
        return None
    return file.name, zlib.decompress(bytes(file.packed))


def collection_of(campaign: Campaign) -> Collection | None:
    """The campaign's documents, if this site knows them."""
    return (
        Collection.visible.filter(slug=campaign.collection_slug).first() if campaign.collection_slug else None
    )


def docids_packed(collection: Collection) -> Iterator[bytes]:
    """All document ids, one a line, packed by gzip; the same ids give the same bytes."""
    entries = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    batch: list[str] = []
    for docid in entries.order_by("docid").values_list("docid", flat=True).iterator(chunk_size=5_000):
        batch.append(docid)
        if len(batch) == 5_000:
            yield packer.compress("".join(f"{one}\n" for one in batch).encode())
            batch.clear()
    yield packer.compress("".join(f"{one}\n" for one in batch).encode()) + packer.flush()


def example_of(own: OwnTeamAccess, topics: records.Topics, collection: Collection | None) -> Example | None:
    """A run of the own team that breaks no rule of the campaign; None where no question is out."""
    access, team = own.access, own.team
    if team is None or not sees_questions(access):
        return None
    campaign, track = access.campaign, access.campaign.track
    run_id = _example_id(campaign, own.registration) if track.registers else ""
    if track.registers and not run_id:
        return None
    limits = track.length_limits
    declaration = Declaration(team.name, run_id=run_id or None, length_limit=max(limits) if limits else None)
    data = track.example_run(topics, declaration, campaign.rules, _some_docids(collection), run_id)
    name = f"{run_id or f'{team.name}1'}{track.run_suffix}".replace(" ", "")
    return Example(data, declaration, name) if data else None


def _example_id(campaign: Campaign, registration: Registration | None) -> str:
    """A run id of a pair whose questions the team has; "" before that."""
    if registration is None:
        return ""
    given = {str(download.pair) for download in registration.downloads.select_related("pair")}
    rows = free_ids(campaign, registration).rows
    ids = [one.text for row in rows if row.state.label in given for one in row.ids if not one.used]
    return ids[0] if ids else ""


def _some_docids(collection: Collection | None) -> list[str]:
    if collection is None:
        return []
    entries = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    return list(entries.order_by("docid").values_list("docid", flat=True)[:SOME_DOCIDS])


def check_command(own: OwnTeamAccess, run: str, topics: str, collection: Collection | None) -> str:
    """The exact line that checks a run of this team offline."""
    campaign, track = own.access.campaign, own.access.campaign.track
    parts = ["python", CHECKER, "check", run, "--track", track.slug, "--questions", topics]
    if collection:
        parts += ["--docids", DOCIDS]
    if own.team:
        parts += ["--team", own.team.name]
    if limits := track.length_limits:
        parts += ["--length", str(max(limits))]
    for rule in campaign.settings_in_force:
        if rule.chosen and rule.setting.name != "remote_resources":
            parts += ["--set", f"{rule.setting.name}={rule.text}"]
    return shlex.join(parts)


class Receipt(NamedTuple):
    """What was received, from whom and when, in words."""

    run: Run
    size: int
    submitted_by: Account | None

    def lines(self) -> list[tuple[str, str]]:
        """Each fact with its name."""
        run = self.run
        facts: dict[str, Any] = {
            say("Campaign"): f"{run.campaign.title} ({run.campaign.track.title})",
            say("Team"): run.team.name,
            say("Run"): run.run_id,
            say("State"): run.get_state_display(),
            say("Received"): run.submitted_at.strftime("%Y-%m-%d %H:%M:%S UTC"),
            say("Submitted by"): str(self.submitted_by)
            if self.submitted_by
            else say("the organizers (command line)"),
            say("File"): run.file.name,
            say("Bytes"): f"{self.size:,}",
            "SHA-256": run.sha256,
            say("Responses"): f"{run.responses_count:,}",
            say("Priority"): run.priority,
            **dict(declared_of(run, run.campaign.track)),
            say("Description"): run.description,
            say("Encoding"): run.encoding,
            say("Warnings"): f"{run.warnings_count:,}",
        }
        return [(name, str(value)) for name, value in facts.items() if value != ""]


def receipt_of(run: Run) -> Receipt:
    """The receipt of a run."""
    return Receipt(run, len(zlib.decompress(bytes(run.file.compressed))), run.submitted_by)

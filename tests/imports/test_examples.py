"""The example beside each field that takes a file: it is shown, it can be downloaded, the manual tells of it, and its check
takes it."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from bs4 import BeautifulSoup, Tag
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services import create_campaign
from assessment.campaigns.services.checked_files import check_here
from assessment.campaigns.services.examples import EXAMPLES
from assessment.campaigns.services.intakes import INTAKES, Sent
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.trials import Sent as Tried
from assessment.campaigns.services.trials import try_out
from assessment.development.services.query_logs import _queries
from assessment.imports.services.patterns import PatternsFile, judged_by
from assessment.people.selectors.access import Permission
from assessment.results.services.bundle_import import import_zip
from assessment.submissions.services import check_alone, create_team
from assessment.training.models.samples import graded_types
from documents.idlist import read_ids
from scoring.evaluations import TRACKS
from scoring.evaluations.gallery import gallery
from scoring.evaluations.own import declared
from scoring.tracks.example_files import TEAM, sample_declaration
from tests import factory
from tests.bring import bring
from tests.client import Client
from tests.imports.kind_scenes import UMBRA, annotated, disputed
from tests.imports.kinds import Kind, every_kind

pytestmark = pytest.mark.django_db
ALL = [*TRACKS, *(entry.name for entry in gallery())]
every_evaluation = pytest.mark.parametrize("name", ALL)
WITHOUT_A_POOL = {
    "target-types",
    "document_lists",
    "answers",
    "nuggets",
    "pyramid",
    "gold",
    "people",
    "teams",
    "run-files",
    "samples",
}


def _asked(name: str) -> Campaign:
    """A campaign of an evaluation with the example of its questions."""
    own = {entry.name: entry.text for entry in gallery()}
    campaign = (
        create_campaign(slug="shown", title="Shown", by=None, evaluation=own[name])
        if name in own
        else factory.make_campaign("shown", name)
    )
    file = EXAMPLES["questions"].make(campaign)
    bring("questions", campaign, file.data, file.name)
    return campaign


@every_kind
def test_the_check_of_a_kind_takes_its_example(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    sent = kind.sends(campaign)._replace(file=EXAMPLES[kind.name].make(campaign))
    assert check_here(kind.intake, sent).review


@every_evaluation
def test_each_evaluation_takes_the_examples_of_its_campaigns(name: str) -> None:
    campaign = _asked(name)
    access = access_campaign(factory.make_account("root", site_admin=True), "shown", Permission.EDIT_CAMPAIGN)
    untrained = set() if graded_types(campaign.track) else {"samples"}
    held = {"samples"} if campaign.track.marks_places else set()  # by the page that a sample names
    for kind in (WITHOUT_A_POOL & set(INTAKES)) - untrained - held:
        if INTAKES[kind].is_there(access):
            check_here(INTAKES[kind], Sent(campaign, EXAMPLES[kind].make(campaign), None))


@every_evaluation
def test_the_example_of_a_run_answers_the_example_of_questions(name: str) -> None:
    campaign = _asked(name)
    create_team(by=None, campaign=campaign, name=TEAM, members=[])
    file = EXAMPLES["runs"].make(campaign)
    declaration = sample_declaration(campaign.track, file.name.partition(".")[0])
    report = check_alone(by=None, campaign=campaign, declaration=declaration, file=file, organizer=True)
    assert [str(one) for one in report.problems] == []


def test_a_sample_page_is_one_of_the_campaigns(tmp_path: Path) -> None:
    campaign = annotated(tmp_path)
    assert check_here(INTAKES["samples"], Sent(campaign, EXAMPLES["samples"].make(campaign), None)).review


def test_the_other_examples_are_taken_by_what_reads_them(tmp_path: Path) -> None:
    campaign = disputed(tmp_path)
    patterns = EXAMPLES["patterns"].make(campaign)
    judged = judged_by(campaign, PatternsFile(patterns.name, patterns.data, "1"), None)
    assert check_here(INTAKES["judgments"], judged.sent).review
    programs = EXAMPLES["machine-judgments"].make(campaign)
    assert check_here(INTAKES["judgments"], Sent(campaign, programs, None, facts=UMBRA)).review
    log = EXAMPLES["query-log"].make(campaign)
    assert len(_queries(SourceFile(log.name, log.data))) == 3
    bundle = EXAMPLES["bundle"].make()
    assert import_zip(
        source=BytesIO(bundle.data), name=bundle.name, slug="", by=None
    ).campaign.questions.exists()
    ids = tmp_path / "ids.txt"
    ids.write_bytes(EXAMPLES["collection-list"].make().data)
    assert len([*read_ids(ids)]) == 3


def test_the_examples_of_an_evaluation_of_ones_own_are_tried_together() -> None:
    definition = EXAMPLES["evaluation"].make().data.decode()
    questions, run = (EXAMPLES[f"evaluation-{name}"].make() for name in ("questions", "run"))
    trial = try_out(declared(definition), definition, Tried(questions, run))
    assert list(trial.material.problems) == []
    assert trial.material.pool


class Page(NamedTuple):
    """A page that files are sent to."""

    name: str
    has_campaign: bool


def _pages(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[Page]:
    for found in patterns:
        if isinstance(found, URLResolver):
            inner = f"{space}{found.namespace}:" if found.namespace else space
            yield from _pages(found.url_patterns, inner)
        elif getattr(found.callback, "takes_files", False):
            yield Page(f"{space}{found.name}", "slug" in found.pattern.converters)


EVERYWHERE = [
    page
    for page in _pages(get_resolver().url_patterns)
    if page.name not in ("campaigns:import-file", "api:imports")
]
COLLECTIONS = Page("campaigns:collections", False)


@pytest.fixture
def root(client: Client) -> Client:
    """A site admin, to whom every page is open."""
    client.force_login(factory.make_account("root", site_admin=True))
    return client


def test_every_field_shows_how_its_file_looks(root: Client) -> None:
    campaigns = [_of_track(name) for name in TRACKS]
    own = create_campaign(slug="own", title="Own", by=None, evaluation=gallery()[0].text)
    left = {page.name for page in [*EVERYWHERE, COLLECTIONS]}
    for page in [*EVERYWHERE, COLLECTIONS]:
        for campaign in [*campaigns, own] if page.has_campaign else [own]:
            address = reverse(page.name, args=[campaign.slug] if page.has_campaign else [])
            if _shown(root, address):
                left.discard(page.name)
    for campaign in [*campaigns, own]:
        for kind in INTAKES:
            _shown(root, f"/campaigns/{campaign.slug}/import/{kind}/")
    assert left == set(), "pages that take files and show no field for them"


def _of_track(name: str) -> Campaign:
    campaign = factory.make_campaign(f"of-{name}", name)
    create_team(by=None, campaign=campaign, name="tern")  # without one there is nothing to load a run for
    return campaign


def _shown(root: Client, address: str) -> int:
    """How many fields of a page take files; each shows an example and where to read of it."""
    answer = root.get(address)
    if answer.status_code == 404:
        return 0
    page = BeautifulSoup(answer.content, "lxml")
    fields = page.select("input[type=file]")
    for field in fields:
        _assert_shown(root, page, field)
    return len(fields)


def _assert_shown(root: Client, page: BeautifulSoup, field: Tag) -> None:
    looks = page.find(id=f"{field['id']}-looks")
    assert isinstance(looks, Tag), field
    examples = looks.find_all("pre")
    links = looks.find_all("a")
    assert examples, field
    assert len(links) == 2 * len(examples)
    for text, sample, manual in zip(examples, links[::2], links[1::2], strict=True):
        answer = root.get(str(sample["href"]))
        assert answer.status_code == 200
        assert 1 <= len(lines := text.text.splitlines()) <= 8
        if not answer.content.startswith(b"PK"):
            whole = answer.content.decode().splitlines()
            assert all(one.startswith(line.rstrip("…")) for line, one in zip(lines, whole, strict=False))
        _assert_told(root, str(manual["href"]))


def _assert_told(root: Client, address: str) -> None:
    path, _, heading = address.partition("#")
    found = _manual(root, path)
    assert found.find("h1"), address
    assert not heading or found.find(id=heading), address


@cache
def _manual(root: Client, path: str) -> BeautifulSoup:
    """A page of the manual, to which many fields lead."""
    return BeautifulSoup(root.get(path).content, "lxml")

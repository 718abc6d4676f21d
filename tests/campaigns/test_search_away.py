"""A search by OpenSearch, and what people and commands are told where it does not answer as it should."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from assessment.campaigns.services.collections import request_missing_indexes
from assessment.jobs.models import Job
from documents.models import Collection
from documents.search import indexes, opensearch
from documents.search.indexes import NoIndex, SearchAway, build, is_indexed
from tests.client import Client
from tests.commands import outcome, refusal, run
from tests.documents.search import cluster
from tests.documents.search.helpers import found, wire
from tests.factory import make_account, make_campaign

pytestmark = pytest.mark.django_db
TEXTS = {f"A-{n}": f"tide {n}" for n in range(30)}


@pytest.fixture
def stand_in(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[cluster.Cluster]:
    """A cluster that the site uses, and that is given half a second."""
    monkeypatch.setattr(opensearch, "ASKED", 0.5)
    monkeypatch.setattr(opensearch, "WRITTEN", 0.5)
    opensearch._client.cache_clear()
    settings.DATA_DIR = tmp_path / "data"
    with cluster.serving() as serving:
        settings.SEARCH_URL = f"{serving.url}/assize-test"
        yield serving


@pytest.fixture
def collection(tmp_path: Path, stand_in: cluster.Cluster) -> Collection:
    return wire(tmp_path, TEXTS)


@pytest.fixture
def client(db: None) -> Client:
    """A site admin of a campaign with the collection."""
    make_campaign("c", collection_slug="wire")
    client = Client()
    client.force_login(make_account("root", site_admin=True))
    return client


def test_an_index_is_made_searched_and_replaced(
    tmp_path: Path, stand_in: cluster.Cluster, collection: Collection, client: Client
) -> None:
    assert "30 documents" in run("index_collection")
    (name,) = stand_in.indices
    assert re.fullmatch(r"assize-test\.[0-9a-f]{16}\.wire\.1-.+", name)
    page = client.get("/campaigns/c/search/", {"q": "+tide 7"}).text
    assert page.index("A-7") < page.index("A-1")
    assert [hit["docid"] for hit in outcome("search", "c", "id:A-2*", "--top", "3")["hits"]] == [
        "A-2",
        "A-20",
        "A-21",
    ]
    collection = wire(tmp_path, {"B-1": "tide"})
    assert not indexes.open_index(collection).is_current
    build(collection)
    assert found(collection, "tide") == ["B-1"]
    (newest,) = stand_in.indices
    assert newest != name
    assert "data" not in {path.parent.name for path in tmp_path.rglob("meta.json")}


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        ("slow", "took too long"),
        ("busy", "too much to do"),
        ("half", "cannot be reached"),
        ("noise", "not understood"),
        ("part", "in part"),
        ("old", "opensearch 1.3.20, and OpenSearch 2 or newer"),
        ("other", "elasticsearch 8.1.0, and OpenSearch"),
        ("gone", "cannot be reached"),
    ],
)
def test_where_it_does_not_answer_a_sentence_says_so(
    stand_in: cluster.Cluster,
    collection: Collection,
    client: Client,
    settings: Settings,
    trouble: str,
    reason: str,
) -> None:
    build(collection)
    opensearch._client.cache_clear()
    stand_in.trouble = trouble
    if trouble == "old":
        stand_in.version = {"distribution": "opensearch", "number": "1.3.20"}
    if trouble == "other":
        stand_in.version = {"number": "8.1.0"}
    if trouble == "gone":
        settings.SEARCH_URL = "http://ora:secret@127.0.0.1:9"
    answer = client.get("/campaigns/c/search/", {"q": "tide"})
    assert answer.status_code == 503
    assert "The search does not answer" in answer.text
    assert reason in answer.text
    assert "secret" not in answer.text
    assert "search_away" in refusal("search", "c", "tide")
    assert client.get("/campaigns/c/").status_code == 200
    if trouble != "part":
        with pytest.raises(SearchAway):
            build(collection, anew=True)
        request_missing_indexes()
        assert not Job.objects.exists()
    stand_in.trouble, stand_in.version = "", {"distribution": "opensearch", "number": "3.1.0"}
    settings.SEARCH_URL = f"{stand_in.url}/assize-test"
    assert client.get("/campaigns/c/search/", {"q": "tide"}).status_code == 200


def test_what_it_stopped_keeping_is_gone_on_with(
    stand_in: cluster.Cluster, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opensearch, "_PORTION", 1)
    stand_in.full_after = 12
    with pytest.raises(SearchAway, match="did not keep all"):
        build(collection)
    with pytest.raises(NoIndex):
        found(collection, "tide")
    assert not is_indexed(collection)
    stand_in.full_after = None
    sent: list[int] = []
    build(collection, lambda done, *_: sent.append(done))
    assert len(stand_in.indices) == 1
    assert set(found(collection, "7")) == {"A-7"}
    assert len(next(iter(stand_in.indices.values()))["documents"]) == 30


def test_documents_that_it_lost_are_no_index(
    stand_in: cluster.Cluster, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of a portion may be kept and others not: what goes on from there would lack them."""
    send = opensearch.ClusterWriter._send

    def lose(self: opensearch.ClusterWriter) -> None:
        send(self)
        stand_in.indices[self._index]["documents"].pop(next(iter(stand_in.indices[self._index]["documents"])))

    with monkeypatch.context() as patch:
        patch.setattr(opensearch.ClusterWriter, "_send", lose)
        with pytest.raises(NoIndex, match="29 documents of 30"):
            build(collection)
    assert not stand_in.indices
    assert build(collection).documents == 30


def test_indexes_of_other_sites_and_collections_stay(
    tmp_path: Path, stand_in: cluster.Cluster, collection: Collection, settings: Settings
) -> None:
    build(collection)
    settings.SEARCH_URL = f"{stand_in.url}/other-site"
    build(collection)
    assert sorted(name.partition(".")[0] for name in stand_in.indices) == ["assize-test", "other-site"]
    Collection.objects.all().delete()
    build(wire(tmp_path, {"A-1": "tide"}))
    assert sorted(name.partition(".")[0] for name in stand_in.indices) == ["assize-test", "other-site"]


def test_indexes_of_another_site_under_the_same_name_stay(
    tmp_path: Path, stand_in: cluster.Cluster, collection: Collection, settings: Settings
) -> None:
    """It has a collection of the same name, and one that is not here."""
    build(collection)
    (theirs,) = stand_in.indices
    stand_in.indices[theirs.replace(".wire.", ".tele.")] = dict(stand_in.indices[theirs])
    before = {name: dict(one["documents"]) for name, one in stand_in.indices.items()}
    key = settings.SECRET_KEY
    settings.SECRET_KEY = "of another site"
    with pytest.raises(NoIndex):
        found(collection, "tide")
    collection = wire(tmp_path, {"B-1": "tide"})
    build(collection)
    assert found(collection, "tide") == ["B-1"]
    assert {name: stand_in.indices[name]["documents"] for name in before} == before
    settings.SECRET_KEY = key
    build(collection)
    assert not [name for name in before if name in stand_in.indices], "their own site removes them"
    assert len(stand_in.indices) == 2

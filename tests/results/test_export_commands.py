"""Downloads by commands: the bytes that the pages give, whole files or none."""

import io
import zipfile
from pathlib import Path

import pytest

from assessment.people.models import Event
from tests.client import Client
from tests.commands import GOLDEN, refusal, run
from tests.factory import make_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(make_account("olga", site_admin=True))
    return client


def content(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response.status_code == 200, address
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]  # it streams


def test_qrels_are_those_of_the_page(tmp_path: Path, admin: Client) -> None:
    run("import_bundle", str(GOLDEN / "trec8_small"), "--slug", "facts")
    for form in ("qrels", "trec_eval"):
        file = tmp_path / f"{form}.txt"
        said = run("export_qrels", "facts", str(file), "--rule", "union", "--form", form)
        assert said == f"Wrote the qrels of facts by the rule union to {file}.\n"
        assert file.read_bytes() == content(admin, f"/campaigns/facts/exports/{form}/union.txt")
    assert Event.objects.filter(verb="campaign:exported", account=None).count() == 2
    assert refusal("export_qrels", "facts", str(file)).startswith("file_exists: ")
    assert refusal("export_qrels", "facts", str(tmp_path / "x"), "--rule", "best").startswith("rule: ")
    assert refusal("export_qrels", "facts", str(tmp_path / "no" / "x"), "--rule", "union").startswith(
        "file_unwritable: "
    )
    assert refusal("export_pyramid", "facts", str(tmp_path / "p")).startswith("no_parts: ")
    assert {path.name for path in tmp_path.iterdir()} == {"qrels.txt", "trec_eval.txt"}


def test_trec_eval_gets_a_folder(tmp_path: Path, admin: Client) -> None:
    run("import_bundle", str(GOLDEN / "trec8_small"), "--slug", "facts")
    folder = tmp_path / "trec_eval"
    run("export_trec_eval", "facts", str(folder), "--rule", "union")
    packed = zipfile.ZipFile(io.BytesIO(content(admin, "/campaigns/facts/exports/runs.zip")))
    assert {path.name: path.read_bytes() for path in (folder / "runs").iterdir()} == {
        name: packed.read(name) for name in packed.namelist()
    }
    assert (folder / "qrels.txt").read_bytes() == content(
        admin, "/campaigns/facts/exports/trec_eval/union.txt"
    )
    assert refusal("export_trec_eval", "facts", str(folder)).startswith("folder_not_empty: ")


def test_lists_and_nuggets_are_those_of_the_page(tmp_path: Path, admin: Client) -> None:
    run("import_bundle", str(GOLDEN / "tac_small"), "--slug", "tac")
    answers, pyramid, judged = tmp_path / "answers.txt", tmp_path / "pyramid.txt", tmp_path / "judged"
    run("export_answers", "tac", str(answers), "--rule", "union")
    run("export_pyramid", "tac", str(pyramid))
    said = run("export_judged_runs", "tac", str(judged), "--rule", "union", "--seed", "7")
    assert "with run tags dealt out by the seed 7" in said
    here = "/campaigns/tac/exports"
    assert answers.read_bytes() == content(admin, f"{here}/answers/union.txt")
    assert pyramid.read_bytes() == content(admin, f"{here}/pyramid.txt")
    assert [path for path in judged.rglob("*") if path.is_file()]

"""Fewer judgments tried from the Reliability pages: who may, what is refused, and what is said of the intervals."""

from pathlib import Path

from assessment.results.services.bundle_import import import_folder
from tests.client import Client
from tests.factory import make_member
from tests.scoring.bundles import write_bundle
from tests.scoring.studies.test_machine_report import as_people, campaign, noisy, with_machine
from tests.studies.scene import run_files


def written(folder: Path, questions: int) -> Path:
    """A campaign that people and a machine judged in full."""
    evaluation = as_people(campaign(questions, 4, seed=2))
    write_bundle(folder, with_machine(evaluation, noisy(evaluation, 5, 0.1)), run_files(evaluation))
    return folder


def test_samples_are_tried_on_the_page_which_says_where_intervals_do_not_hold(
    db: None, tmp_path: Path, client: Client
) -> None:
    there = import_folder(folder=written(tmp_path / "bundle", 60), slug="", by=None).campaign
    page = f"/campaigns/{there.slug}/studies/fewer-judgments/"
    client.force_login(make_member(there, "olga", "organizer"))
    assert page in client.get(f"/campaigns/{there.slug}/studies/").content.decode()
    assert "Not tried yet" in client.get(page).content.decode()
    asked = {"name": "m@1", "sizes": "40, 6", "trials": "400", "seed": "1", "design": "simple"}
    for wrong, said in (
        ({"sizes": "few"}, "Give whole numbers"),
        ({"sizes": "2"}, "A sample needs 3 questions or more, and fewer than the 60"),
        ({"sizes": " ".join(map(str, range(3, 20)))}, "Give at most 10 numbers."),
        ({"name": "ann"}, "Select a valid choice"),
        ({"trials": "5"}, "greater than or equal to 100"),
        ({"design": "versions"}, "No other version of this machine has judged here."),
    ):
        refused = client.post(page, asked | wrong)
        assert refused.status_code == 422
        assert said in refused.content.decode()
    assert client.post(page, asked).status_code == 302
    shown = client.get(page).content.decode()
    assert "6 questions judged by people" in shown
    assert "intervals of 95 % must not be relied on" in shown
    assert "Do not rely on this" in shown
    assert "does not hold" in shown
    assert shown.index("6 questions judged") < shown.index("40 questions judged")
    client.force_login(make_member(there, "judy", "adjudicator"))
    seen = client.get(page).content.decode()
    assert "must not be relied on" in seen
    assert "New trial" not in seen
    assert client.post(page, asked).status_code == 404
    client.force_login(make_member(there, "ada", "assessor"))
    assert client.get(page).status_code == 404

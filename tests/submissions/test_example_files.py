"""The files that show how questions and runs look are on the page Submit and on the team's own, under the campaign's rules."""

import pytest

from assessment.campaigns.models import Campaign, State
from tests.submissions import scene

HOME = "/campaigns/trial/team/files/"


@pytest.mark.parametrize("page", ["submit", "team"])
def test_pages_lead_to_every_file(campaign: Campaign, page: str) -> None:
    ann = scene.client_of("ann")
    shown = ann.get(f"/campaigns/trial/{page}/").content.decode()
    for name in ("example-questions.txt", "example-run.txt", "format.txt"):
        assert f'href="{HOME}{name}"' in shown
        answer = ann.get(f"{HOME}{name}")
        assert (answer.status_code, name in answer["Content-Disposition"]) == (200, True)


def test_they_follow_the_settings_of_the_campaign(campaign: Campaign) -> None:
    Campaign.objects.update(settings={"columns": "docid qid answer", "ranks": "1", "measures": ["accuracy"]})
    ann = scene.client_of("ann")
    assert ann.get(f"{HOME}example-run.txt").content.splitlines()[0] == b"DOC-0001 1 answer 1"


def test_they_tell_nothing_of_questions_that_are_not_out_and_are_not_for_strangers(
    campaign: Campaign,
) -> None:
    Campaign.objects.update(state=State.DRAFT)
    ann = scene.client_of("ann")
    shown = ann.get(f"{HOME}example-questions.txt").content.decode()
    assert not [one for one in campaign.questions.values_list("text", flat=True) if one in shown]
    assert ann.get(f"{HOME}other.txt").status_code == 404
    assert scene.client_of("stranger").get(f"{HOME}format.txt").status_code == 404

"""Groups of nuggets by hand, such as the parts of a narrative; and nuggets of many words, of which something is said."""

from typing import Any

import pytest

from assessment.judging.models import Nugget
from assessment.judging.services import nuggets
from assessment.shared.errors import Refused
from scoring import evaluations
from tests.api.asking import client_of as program_of
from tests.client import Client
from tests.judging.test_cells import Desk, desk

__all__ = ("desk",)
pytestmark = pytest.mark.django_db


def groups(scene: Desk) -> dict[str, str]:
    return dict(Nugget.objects.filter(question=scene.question).values_list("text", "group"))


def page_of(scene: Desk, name: str = "ada") -> str:
    client = Client()
    client.force_login({"ada": scene.ada, "ben": scene.ben}[name])
    row = {"ada": scene.mine, "ben": scene.theirs}[name]
    return " ".join(client.get(f"/judge/{row.pk}/", follow=True).content.decode().split())


def send(scene: Desk, *changes: Any) -> Any:
    address = f"/api/v1/campaigns/comet/assignments/{scene.mine.pk}/nuggets/"
    return program_of(scene.ada).post(address, {"changes": changes}, content_type="application/json")


def test_whoever_writes_the_list_puts_nuggets_into_groups(desk: Desk) -> None:
    nuggets.group_nugget(**desk.by("ada"), uid=desk.first, group="  When   it was built ")
    assert groups(desk) == {"built in 1843": "When it was built", "burned whale oil": ""}
    assert "When it was built</p>" in page_of(desk)
    assert '<option value="When it was built">' in page_of(desk)
    assert "Undo: put “built in 1843” into “When it was built”" in page_of(desk)
    desk.undo()
    assert set(groups(desk).values()) == {""}
    with pytest.raises(Refused):
        nuggets.group_nugget(**desk.by("ben"), uid=desk.first, group="Light")
    with pytest.raises(Refused, match="at most 200 characters"):
        nuggets.group_nugget(**desk.by("ada"), uid=desk.first, group="x" * 201)


def test_by_the_page_without_scripts(desk: Desk) -> None:
    client = Client()
    client.force_login(desk.ada)
    sent = {"client_id": str(desk.first), "uid": str(desk.second), "group": "Light"}
    assert client.post(f"/judge/{desk.mine.pk}/nuggets/group/", sent).status_code == 302
    assert groups(desk)["burned whale oil"] == "Light"
    assert 'name="group"' not in page_of(desk, "ben")


def test_by_programs(desk: Desk) -> None:
    answered = send(desk, {"do": "group", "nugget": str(desk.first), "group": "When"})
    assert answered.status_code == 200, answered.content
    listed = program_of(desk.ada).get(f"/api/v1/campaigns/comet/assignments/{desk.mine.pk}/nuggets/").json()
    assert [row["group"] for row in listed] == ["When", ""]
    assert send(desk, {"do": "group", "nugget": str(desk.first), "group": ""}).status_code == 200
    assert set(groups(desk).values()) == {""}
    refused = send(desk, {"do": "group", "nugget": str(desk.first), "group": "x" * 201})
    assert (refused.status_code, "at most 200 characters" in refused.content.decode()) == (422, True)


def test_a_nugget_of_many_words_is_taken_and_that_is_said(desk: Desk) -> None:
    """Two hundred words are a nugget, too: nobody is refused, but the writer is told what is usual."""
    desk.write(" ".join(["word"] * 12))
    assert "words; nuggets mostly" not in page_of(desk)
    desk.write(" ".join(["word"] * 200))
    assert "200 words; nuggets mostly have up to 12." in page_of(desk)
    assert 'data-words="12"' in page_of(desk)
    assert evaluations.get("rag").question_types["NUGGETS"].nugget_words == 12
    with pytest.raises(Refused, match="at most 2,000 characters"):
        desk.write("x" * 2001)

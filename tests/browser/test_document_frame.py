"""The sandboxed document in a real browser: styled, scrolled to its hit, without script, and readable for everyone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from playwright.sync_api import Frame, Page, Route

from documents.links import document_url
from tests.browser.waiting import until
from tests.documents.helpers import import_records, record
from tests.factory import make_reader

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls("tests.browser.test_document_frame")]


def frame_page(request: HttpRequest) -> HttpResponse:
    """A page of the site with a document in its frame, as the judging page has one."""
    source = request.GET["source"].replace("&", "&amp;")
    return HttpResponse(
        f'<!doctype html><title>Frame</title><iframe sandbox="" src="{source}" height="400"></iframe>'
    )


urlpatterns = [path("frame/", frame_page), path("", include("assize.urls"))]


@pytest.fixture
def address(tmp_path: Path) -> str:
    text = (
        "<P>\nBefore.\n" * 60
        + "<P>\nFound on 9 April <script>top.title='no'</script>.\n"
        + "<P>\nAfter.\n" * 60
    )
    import_records(tmp_path, record("A-19260412-1", text, extra="<HEAD>New comet</HEAD>"))
    reader = make_reader("wire").as_reader
    return document_url(
        "wire", "A-19260412-1", reader=reader, answer="9 April", find="found", known=["comet"]
    )


class Inspected:
    """Looks at a frame from outside: no script runs in it, not even one of the test's."""

    def __init__(self, frame: Frame) -> None:
        self.session = frame.page.context.new_cdp_session(frame)
        self.session.send("DOM.enable")
        self.session.send("CSS.enable")
        root = self.session.send("DOM.getDocument", {"depth": -1})["root"]
        self.nodes = {node["nodeName"]: node["nodeId"] for node in self._walk(root)}

    def _walk(self, node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield node
        for child in node.get("children", []):
            yield from self._walk(child)

    def style(self, name: str, of: str) -> str:
        """A computed property of the last element of a kind."""
        found = self.session.send("CSS.getComputedStyleForNode", {"nodeId": self.nodes[of]})
        return next(str(entry["value"]) for entry in found["computedStyle"] if entry["name"] == name)

    def top(self, of: str) -> float:
        """How far below the upper edge of the frame the last element of a kind is."""
        return float(self.session.send("DOM.getBoxModel", {"nodeId": self.nodes[of]})["model"]["content"][1])


def test_the_frame_is_styled_and_opens_at_its_hit(page: Page, address: str) -> None:
    statuses: list[int] = []
    page.on("response", lambda response: statuses.append(response.status))
    address = address.replace("&find=found", "")
    page.goto(f"/frame/?source={address.replace('&', '%26')}%23hit-1", wait_until="load")
    document = Inspected(page.frames[1])
    assert set(statuses) == {200}
    # A frame may be laid out once more after it is loaded, and goes to its place again then.
    until(page, lambda: 0 < document.top("MARK") < 400, lambda: document.top("MARK"))
    assert document.style("background-color", "MARK") == "rgb(255, 215, 92)"  # of the mark in focus
    assert document.style("max-width", "MAIN") != "none"
    assert page.title() == "Frame"


@pytest.mark.parametrize("view", ["", "&view=source"])
def test_a_document_is_accessible(
    page: Page, address: str, assert_accessible_in_both: Callable[[], None], view: str
) -> None:
    def without_sandbox(route: Route) -> None:
        response = route.fetch()
        headers = {
            name: value for name, value in response.headers.items() if name != "content-security-policy"
        }
        route.fulfill(response=response, headers=headers)

    page.route("**/documents/**", without_sandbox)
    page.goto(address + view)
    assert page.title().startswith("A-19260412-1")
    assert_accessible_in_both()

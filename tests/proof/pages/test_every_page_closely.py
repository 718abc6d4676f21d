"""Every page of the demo campaigns, as those who see it: axe in both themes, wide and narrow, with all that can be opened
open; and nothing wider than the window on a phone, at 200 % zoom and from right to left.

`ASSIZE_PICTURES=folder` keeps pictures of them all, in light, dark and forced colours, for people to look at.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import resolve
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from assessment.people.models import Account
from assize.demo.people import PEOPLE
from tests.browser.axe import complaints_of_axe
from tests.browser.everywhere import opens
from tests.browser.judging import sign_in
from tests.client import Client

pytestmark = pytest.mark.django_db(transaction=True)

LINK = re.compile(r'<a[^>]+href="(/[^"#]*)')
OTHERS = ("/static/", "/assets/", "/admin/", "/api/", "/documents/")
PICTURES = os.environ.get("ASSIZE_PICTURES")
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
ZOOMED: ViewportSize = {"width": 720, "height": 450}  # 1440 px at 200 %
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
TOO_WIDE = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room + 1) return [];
    return [...document.querySelectorAll("body *")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.width && (box.right > room + 1 || box.left < -1) && !one.closest(".sr, .skip");
    }).slice(0, 4).map(one => one.outerHTML.slice(0, 160));
}"""


def addresses(account: Account) -> Iterator[str]:
    """One page of each kind and campaign that somebody finds by following links from the first page."""
    client = Client()
    client.force_login(account)
    waiting, kinds = ["/"], {""}
    while waiting:
        address = waiting.pop(0)
        answer = client.get(address)
        if answer.status_code == 302:
            waiting.insert(0, answer["Location"].partition("#")[0])
            continue
        is_page = answer.status_code == 200 and "text/html" in answer["Content-Type"]
        if answer.streaming or not is_page:  # a file, or one that waits for decisions
            answer.close()
            continue
        yield address
        for link in LINK.findall(answer.content.decode()):
            path, _, query = link.replace("&amp;", "&").partition("?")
            kind = _kind(path)
            if not path.startswith(OTHERS) and kind not in kinds:
                kinds.add(kind)
                waiting.append(f"{path}?{query}" if query else path)


def _kind(path: str) -> str:
    """What page it is; pages of judging and of scores look different in each campaign, and judged questions in each state."""
    found = resolve(path)
    slug, assignment = found.kwargs.get("slug"), found.kwargs.get("assignment")
    if found.namespace in ("judging", "results"):
        return f"{found.view_name} {slug or assignment}"
    return found.view_name


@pytest.mark.parametrize("username", [person.username for person in PEOPLE if person.username != "emil"])
def test_nothing_is_wrong_with_any_page(page: Page, live_server: LiveServer, username: str) -> None:
    call_command("seed_demo", verbosity=0)
    account = Account.objects.get(username=username)
    sign_in(page.context, account, live_server)
    wrong: list[str] = []
    for number, address in enumerate(addresses(account)):
        page.emulate_media(color_scheme="light", forced_colors="none")
        page.set_viewport_size(WIDE)
        if not opens(page, address):
            continue
        name = f"{username}-{number:03}-{resolve(address.partition('?')[0]).view_name.replace(':', '-')}"
        wrong += [f"{address} {one}" for one in _looked_at(page, name)]
    assert not wrong, "\n".join(wrong)


def _looked_at(page: Page, name: str) -> Iterator[str]:
    """What is wrong with the page that is open."""
    _picture(page, f"{name}-light")
    yield from (f"wide, {one}" for one in complaints_of_axe(page))
    _picture(page, f"{name}-dark")
    page.emulate_media(color_scheme="light", forced_colors="active")
    _picture(page, f"{name}-forced")
    page.emulate_media(forced_colors="none")
    yield from _in_window(page, name, "phone", PHONE)
    yield from (f"on a phone, {one}" for one in complaints_of_axe(page))
    page.emulate_media(color_scheme="light")
    yield from _in_window(page, name, "zoomed", ZOOMED)
    page.evaluate("document.documentElement.dir = 'rtl'")
    yield from _in_window(page, name, "mirrored-phone", PHONE)
    yield from _in_window(page, name, "mirrored", WIDE)
    page.evaluate("document.documentElement.dir = 'ltr'")
    page.evaluate(OPEN_ALL)
    yield from (f"all open, {one}" for one in complaints_of_axe(page))


def _in_window(page: Page, name: str, window: str, size: ViewportSize) -> Iterator[str]:
    page.set_viewport_size(size)
    found = page.evaluate(TOO_WIDE)
    if found:
        yield f"{window}: wider than the window: {found}"
    _picture(page, f"{name}-{window}")


def _picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}.png"), full_page=True)

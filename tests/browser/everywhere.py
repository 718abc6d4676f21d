"""Every page of the site as the people who may see it find it, and what axe says of a page in light and in dark.

The pages come from the table of the access tests, in which each address of the site must stand: a new page cannot be
forgotten here.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from playwright.sync_api import BrowserContext, Error, Page
from pytest_django.live_server_helper import LiveServer

from assessment.shared.zips import write_zip
from tests.assize.security.house import VISITORS, House
from tests.assize.security.test_access_matrix import DOORS
from tests.browser.axe import bring_axe, complaints_of_axe
from tests.results.golden import golden
from tests.sizes import FULL

# What nobody signs in for. The pages of errors, of the API and of Django's own administration are not among them.
OPEN_PAGES = ("people:sign-in", "people:password-lost")
# Whose page it is shows in what it holds: an organizer sees more of a page than a site admin does.
ORDER = ("organizer", "assessor", "participant", *VISITORS)
# Parts of pages, fetched by the scripts of the pages that they stand in.
PARTS = {"jobs:part", "jobs:site-part", "judging:nugget-list", "webhooks:messages"}
# Not of ours: the API answers programs, with a page of the framework for those who ask by a browser.
FOREIGN = "api:"
# The rows of values of a figure are written alike, and there are thousands: axe is shown the first of each table. So are
# its marks, which `make proof` shows it all.
ALIKE = ["figure tbody tr:nth-child(n+4)", *([] if FULL else ["figure svg g > path:nth-of-type(n+4)"])]
FEW_VALUES = f"document.querySelectorAll('{', '.join(ALIKE)}').forEach(one => one.remove())"


class Stop(NamedTuple):
    """One page, and who opens it."""

    name: str
    who: str
    address: str


def stops(house: House) -> list[Stop]:
    """Every page that somebody may read, ordered so that one person's stand together."""
    found = [Stop(name, "anonymous", reverse(name)) for name in OPEN_PAGES]
    found.append(Stop("people:invitation", "anonymous", house.invitation))
    for name, door in DOORS.items():
        if door.get and name not in PARTS and not name.startswith(FOREIGN):
            who = next(who for who in ORDER if who in door.get)
            asked = urlencode(door.sent(house)) if door.post is None else ""
            address = reverse(name, kwargs=door.names(house))
            found.append(Stop(name, who, f"{address}?{asked}" if asked else address))
    return sorted(found, key=lambda stop: ORDER.index(stop.who))


def previews(house: House) -> list[Stop]:
    """Pages that show a file for the site which was looked at, and is not stored yet."""
    packed = BytesIO()
    write_zip(golden("trec8_small"), packed)
    bundle = SimpleUploadedFile("small.zip", packed.getvalue())
    ids = SimpleUploadedFile("ids.txt", b"A-1\nA-2\n")
    sent: list[tuple[str, dict[str, Any]]] = [
        ("results:import-bundle", {"bundle": bundle}),
        ("campaigns:collections", {"what": "list", "list-slug": "ids", "list-file": ids}),
    ]
    client = house.clients["site admin"]
    return [
        Stop(f"{name}, a preview", "site admin", client.post(reverse(name), data)["Location"])
        for name, data in sent
    ]


def walk(page: Page, house: House, server: LiveServer) -> Iterator[Stop]:
    """Open one page after the other; a file, or a page that was seen under another address, is passed over."""
    seen: set[tuple[str, str]] = set()
    bring_axe(page)
    signed_in = ""
    for stop in [*stops(house), *previews(house)]:
        if stop.who != signed_in:
            become(page.context, house, stop.who, server)
            signed_in = stop.who
        if opens(page, stop.address) and (stop.who, page.url) not in seen:
            seen.add((stop.who, page.url))
            yield stop


def become(context: BrowserContext, house: House, who: str, server: LiveServer) -> None:
    """Let the browser be this visitor's."""
    context.clear_cookies()
    session = house.clients[who].cookies.get("sessionid")
    if session:
        cookie: Any = {"name": "sessionid", "value": session.value, "url": server.url}
        context.add_cookies([cookie])


def opens(page: Page, address: str) -> bool:
    """Open an address; whether a page stands there, not a file."""
    try:
        answer = page.goto(address)
    except Error as error:
        if "Download is starting" in error.message:
            return False
        raise
    assert answer, address
    assert answer.status == 200, (address, answer.status)
    return answer.headers.get("content-type", "").startswith("text/html")


MIRRORED_WIDTH = """() => {
    document.documentElement.dir = "rtl";
    const width = document.documentElement.scrollWidth;
    document.documentElement.dir = "ltr";
    return width;
}"""


def too_wide_when_mirrored(page: Page) -> list[str]:
    """Whether the page can be scrolled sideways when it runs from right to left."""
    width, room = page.evaluate(MIRRORED_WIDTH), page.evaluate("innerWidth")
    return [f"from right to left: {width} px wide in {room}"] if width > room else []


def complaints_of_figures(page: Page, width: int) -> list[str]:
    """What axe finds on a page with figures whose values are open, and whether all is within the window's width."""
    for summary in page.get_by_text("Table of values").all():
        if summary.is_visible():  # else there is room for the table beside the figure
            summary.click()
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.evaluate(FEW_VALUES)
    return complaints_of_axe(page) + ([f"{wide} px wide in {width}"] if wide > width else [])

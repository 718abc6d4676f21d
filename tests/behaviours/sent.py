"""What behaviours send to a site that is not there, and what it answers them."""

from playwright.sync_api import Page, Route

from tests.behaviours.conftest import SITE


def answers(page: Page, path: str, *answers_in_turn: tuple[int, str]) -> list[str]:
    """Let a path answer with these, each a status and a text, and with the last of them from then on.

    Answers what is sent there, as it comes. What has more than one part is told by its names and texts alone.
    """
    sent: list[str] = []

    def answer(route: Route) -> None:
        status, text = answers_in_turn[min(len(sent), len(answers_in_turn) - 1)]
        sent.append(route.request.post_data or "")
        route.fulfill(status=status, body=text, content_type="text/html; charset=utf-8")

    page.route(f"{SITE}{path}", answer)
    return sent

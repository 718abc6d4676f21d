"""Every page has its address in the API, or a reason for having none."""

from itertools import chain

from tests.api.pages import API, FOR_PEOPLE, IN_API, NOT_YET, PAGE, addresses, page


def test_every_page_is_told_once() -> None:
    told = [*IN_API, *chain.from_iterable(FOR_PEOPLE.values()), *chain.from_iterable(NOT_YET.values())]
    assert sorted(told) == sorted(name for name, _ in addresses() if not name.startswith(API))


def test_the_page_of_the_documentation_is_what_the_table_says() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m tests.api.pages"

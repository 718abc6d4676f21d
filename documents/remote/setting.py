"""The setting of a campaign, and what readers of a page see of it."""

from typing import Literal, get_args

Remote = Literal["off", "archived", "live"]
SETTINGS: tuple[Remote, ...] = get_args(Remote)
SENTENCES: dict[Remote, str] = {
    "off": "images and style sheets are not loaded",
    "archived": "Images and style sheets are those kept in the archive; what was not kept is left out.",
    "live": (
        "Images and style sheets come from their first addresses as they are today; "
        "they may have changed since the page was collected."
    ),
}


def setting_named(name: str) -> Remote:
    """The setting of this name; off where there is no such."""
    return name if name in SETTINGS else "off"

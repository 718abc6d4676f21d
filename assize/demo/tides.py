"""The long page of the demo: a year of high and low water, reckoned from the waves of the tide in tides.csv.

A wave has its speed in degrees an hour and, at each harbour, half its height in metres and its lag in degrees.
"""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from math import cos, radians
from typing import NamedTuple

YEAR = datetime(2026, 1, 1)  # noqa: DTZ001 -- coast time
HARBOURS = ("Port Averil", "Great Reed")
MEAN = {"Port Averil": 2.94, "Great Reed": 2.55}  # metres above chart datum
STEP = 0.2  # hours between two looks at the water
_DASH = "<Td>&#8211;</Td><Td>&#8211;</Td>"


class Turn(NamedTuple):
    """A high or low water."""

    at: datetime
    height: float
    high: bool


Waves = list[dict[str, str]]


def filled(page: str, table: str) -> str:
    """The page with its tables."""
    waves = list(csv.DictReader(io.StringIO(table)))
    turns = {harbour: list(_turns(waves, harbour)) for harbour in HARBOURS}
    for name, html in {
        "extremes": "".join(map(_extremes, HARBOURS, turns.values())),
        "waves": _waves(waves),
        "tables": "".join(_months(turns)),
    }.items():
        page = page.replace(f"<!-- {name} -->", html)
    return page


def _turns(waves: Waves, harbour: str) -> Iterator[Turn]:
    """Every turn of the tide in the year, to the minute."""
    parts = [
        (
            radians(float(wave["speed"])),
            float(wave[f"{harbour} height"]),
            radians(float(wave[f"{harbour} lag"])),
        )
        for wave in waves
    ]

    def level(hours: float) -> float:
        return MEAN[harbour] + sum(half * cos(speed * hours - lag) for speed, half, lag in parts)

    seen = [(count * STEP, level(count * STEP)) for count in range(int(365 * 24 / STEP) + 1)]
    for (before, first), (_, middle), (after, last) in zip(seen, seen[1:], seen[2:], strict=False):
        if (middle > first) == (middle > last):
            yield _sharpened(level, before, after, high=middle > first)


def _sharpened(level: Callable[[float], float], before: float, after: float, high: bool) -> Turn:
    minutes = range(round(before * 60), round(after * 60) + 1)
    height, minute = (max if high else min)((level(minute / 60), minute) for minute in minutes)
    return Turn(YEAR + timedelta(minutes=minute), height, high)


def _extremes(harbour: str, turns: list[Turn]) -> str:
    highest, lowest = max(turns, key=lambda turn: turn.height), min(turns, key=lambda turn: turn.height)
    ranges = [abs(one.height - next.height) for one, next in pairwise(turns)]
    return (
        f"<P>At <B>{harbour}</B> the highest water of the year is reckoned for {_date(highest)}, with"
        f" {highest.height:.2f}&nbsp;metres, and the lowest for {_date(lowest)}, with {lowest.height:.2f}&nbsp;metres."
        f" Between one turn of the tide and the next the water rises or falls by {min(ranges):.1f}"
        f" to {max(ranges):.1f}&nbsp;metres.</P>\n"
    )


def _date(turn: Turn) -> str:
    return f"{turn.at.day}&nbsp;{turn.at:%B} at {turn.at:%H:%M}"


def _waves(waves: Waves) -> str:
    head = "<Tr><Th>Wave</Th><Th>Degrees an hour</Th><Th>Port Averil (m)</Th><Th>Great Reed (m)</Th></Tr>\n"
    rows = (
        f"<Tr><Td>{wave['wave'][0]}<Sub>{wave['wave'][1]}</Sub></Td><Td>{wave['speed']}</Td>"
        f"<Td>{wave['Port Averil height']}</Td><Td>{wave['Great Reed height']}</Td></Tr>\n"
        for wave in waves
    )
    return f'<Table class="data">\n{head}{"".join(rows)}</Table>\n'


def _months(turns: dict[str, list[Turn]]) -> Iterator[str]:
    for month in range(1, 13):
        name = f"{YEAR.replace(month=month):%B}"
        yield f'<H3 id="{name}">{name}</H3>\n'
        for harbour, all_turns in turns.items():
            yield f'<Table class="data">\n<Caption>{harbour}, {name} 2026</Caption>\n{_HEAD}\n'
            some = (turn for turn in all_turns if turn.at.month == month)
            yield from (_row(list(day)) for _, day in groupby(some, lambda turn: turn.at.day))
            yield "</Table>\n"


def _row(day: list[Turn]) -> str:
    cells = []
    for high in (True, False):
        found = [f"<Td>{_time(turn)}</Td><Td>{turn.height:.2f}</Td>" for turn in day if turn.high == high]
        cells += [*found, _DASH, _DASH][:2]
    return f'<Tr><Th scope="row">{day[0].at:%a} {day[0].at.day}</Th>{"".join(cells)}</Tr>\n'


def _time(turn: Turn) -> str:
    return f"<B>{turn.at:%H:%M}</B>" if turn.high else f"{turn.at:%H:%M}"


_HEAD = (
    "<Tr><Th>Day</Th><Th>High water</Th><Th>m</Th><Th>High water</Th><Th>m</Th>"
    "<Th>Low water</Th><Th>m</Th><Th>Low water</Th><Th>m</Th></Tr>"
)

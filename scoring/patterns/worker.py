"""Compiles patterns and looks for them in strings, in a process of its own (scoring.patterns.matching).

It imports nothing of the project. In: one JSON object. Out: a line before each pattern, and one after it: why it is no
pattern, or whether it is content with nothing and the places of the strings where it was found.
"""

import json
import math
import re
import resource
import sys
import warnings
from functools import partial
from typing import Any

MEMORY = 2**30  # bytes: no pattern of an evaluation needs a hundredth of it


def somewhere(made: re.Pattern[str], text: str) -> bool:
    """Whether a pattern that is content with nothing is found in more than nothing."""
    return any(match.group() for match in made.finditer(text))


def found(expression: str, strings: list[str], flags: int) -> dict[str, Any]:
    """What is to be said of a pattern."""
    try:
        made = re.compile(expression, flags)
    except (re.error, OverflowError, RecursionError) as error:
        return {"error": str(error)}
    is_empty = made.search("") is not None
    is_found = partial(somewhere, made) if is_empty else made.search
    return {
        "empty": is_empty,
        "found": [index for index, text in enumerate(strings) if is_found(text)],
    }


def main() -> None:
    """Read what is asked, answer pattern by pattern."""
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    # Whoever waits ends this process in time; where they died meanwhile, the system does.
    seconds = math.ceil(asked["seconds"]) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    flags = re.IGNORECASE if asked["ignore_case"] else 0
    for number, (expressions, strings) in enumerate(asked["tasks"]):
        for place, expression in enumerate(expressions):
            begun = {"task": number, "pattern": place}
            print(json.dumps(begun), flush=True)
            print(json.dumps(begun | found(expression, strings, flags)), flush=True)


if __name__ == "__main__":
    main()

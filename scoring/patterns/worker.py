"""Looks for patterns in strings, in a process of its own (scoring.patterns.matching). It imports nothing of the project.

In: one JSON object. Out: a line before each pattern, and one with the places of the strings where it was found.
"""

import json
import re
import sys
import warnings
from functools import partial


def somewhere(made: re.Pattern[str], text: str) -> bool:
    """Whether a pattern that is content with nothing is found in more than nothing."""
    return any(match.group() for match in made.finditer(text))


def main() -> None:
    """Read what is asked, answer pattern by pattern."""
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    flags = re.IGNORECASE if asked["ignore_case"] else 0
    for number, (expressions, strings) in enumerate(asked["tasks"]):
        for place, expression in enumerate(expressions):
            begun = {"task": number, "pattern": place}
            print(json.dumps(begun), flush=True)
            made = re.compile(expression, flags)
            is_found = partial(somewhere, made) if made.search("") else made.search
            found = [index for index, text in enumerate(strings) if is_found(text)]
            print(json.dumps(begun | {"found": found}), flush=True)


if __name__ == "__main__":
    main()

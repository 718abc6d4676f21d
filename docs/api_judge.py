"""Judge the pools of a campaign with any model: python api_judge.py SITE CAMPAIGN NAME VERSION MODEL COMMAND [ARGUMENT …]

The token, of somebody who organizes the campaign, is in ASSIZE_TOKEN. The command gets one JSON object for each answer on
standard input (question, target, docid, passage, answer, quoted, grades) and prints one of the grades; an answer is left out
where it prints anything else, or fails. Another prompt or another parameter is another version.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if len(sys.argv) < 7:
    sys.exit(f"Nothing was sent. {__doc__}")
SITE, CAMPAIGN, NAME, VERSION, MODEL, *COMMAND = sys.argv[1:]
ROOT = f"{SITE}/api/v1/campaigns/{CAMPAIGN}/"
MACHINE = {"name": NAME, "version": VERSION, "model": MODEL}
MOST = 10_000  # judgments in one call


def ask(address: str, body: object = None) -> tuple[Any, str | None]:
    """What is answered, and the address of the next page where there is one."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {os.environ['ASSIZE_TOKEN']}", "Content-Type": "application/json"}
    try:
        with urlopen(Request(address, data, headers)) as answer:
            following = re.search(r'<([^>]+)>; rel="next"', answer.headers.get("Link") or "")
            return json.load(answer), following[1] if following else None
    except HTTPError as refused:
        said = json.load(refused)
        lines = [f"{one['line']}: {one['message']}" for one in said["problems"]]
        sys.exit("\n".join([f"{said['detail']} {said['remedy']}".strip(), *lines]))


def answers() -> Iterator[Any]:
    """All answers of the pools, page by page."""
    address: str | None = f"{ROOT}pool-answers/"
    while address:
        rows, address = ask(address)
        yield from rows


def judgment(answer: Any) -> dict[str, str] | None:
    """What the model says of one answer; None where that is no grade."""
    done = subprocess.run(COMMAND, input=json.dumps(answer), stdout=subprocess.PIPE, text=True, check=False)
    named = {name: answer[name] for name in ("qid", "docid", "passage", "answer")}
    grade = done.stdout.strip()
    return named | {"grade": grade} if not done.returncode and grade in answer["grades"] else None


found = [judgment(answer) for answer in answers()]
judgments = [one for one in found if one]
for start in range(0, len(judgments), MOST):
    ask(f"{ROOT}machine-judgments/", {"machine": MACHINE, "judgments": judgments[start : start + MOST]})
print(f"{NAME}@{VERSION}: {len(judgments)} of {len(found)} answers judged; jobs store them")

"""Judge all that an account has to judge, with any model: python api_judge.py SITE CAMPAIGN COMMAND [ARGUMENT …]

The token is in ASSIZE_TOKEN. The command gets one JSON object for each answer on standard input (question, target, docid,
passage, answer, grades) and prints one of the grades; whatever else it prints is no grade, and that answer is left out.
"""

import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

SITE, CAMPAIGN, *COMMAND = sys.argv[1:]
ROOT = f"{SITE}/api/v1/campaigns/{CAMPAIGN}/"


def ask(address: str, body: object = None) -> tuple[Any, str | None]:
    """What is answered, and the address of the next page where there is one."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {os.environ['ASSIZE_TOKEN']}", "Content-Type": "application/json"}
    with urlopen(Request(address, data, headers)) as answer:
        following = re.search(r'<([^>]+)>; rel="next"', answer.headers.get("Link") or "")
        return json.load(answer), following[1] if following else None


def every(first: str) -> Iterator[Any]:
    """All rows of a list, page by page."""
    address: str | None = first
    while address:
        rows, address = ask(address)
        yield from rows


def judgment(work: Any, item: Any) -> dict[str, Any] | None:
    """The judgment of one answer; None where the model gave no grade."""
    names = ("docid", "passage", "answer")
    about = {name: item[name] or item["quoted"] if name == "answer" else item[name] for name in names}
    about |= {"question": work["text"], "target": work["target"], "grades": work["grades"]}
    said = subprocess.run(
        COMMAND, input=json.dumps(about), capture_output=True, text=True, check=True
    ).stdout.strip()
    name = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{ROOT}{work['id']}/{item['id']}/{item['seen']}/{said}"))
    row = {"assignment": work["id"], "item": item["id"], "grade": said, "seen": item["seen"], "id": name}
    return row if said in work["grades"] else None


for work in every(f"{ROOT}assignments/"):
    if work["state"] == "open" and work["grades"]:
        items = [item for item in every(f"{ROOT}assignments/{work['id']}/items/") if not item["grade"]]
        rows = [row for row in (judgment(work, item) for item in items) if row]
        for start in range(0, len(rows), 10_000):
            ask(f"{ROOT}judgments/", {"judgments": rows[start : start + 10_000]})
        print(f"{work['qid']}: {len(rows)} of {len(items)} answers judged")

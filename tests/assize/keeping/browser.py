"""The little of a browser that stands behind a proxy: https by header, cookies that are sent by https alone."""

import re
from http.client import HTTPConnection
from typing import NamedTuple
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    """What came back."""

    status: int
    location: str
    text: str


class BehindProxy:
    """Asks a port as nginx hands on what somebody asked https://HOST."""

    def __init__(self, port: int, host: str) -> None:
        self._port, self._host = port, host
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        """Open a page."""
        return self._ask("GET", path)

    def post(self, path: str, fields: dict[str, str]) -> Answer:
        """Send a form of that page."""
        return self._ask("POST", path, urlencode(self._with_token(path, fields)).encode(), FORM)

    def upload(self, path: str, fields: dict[str, str], name: str, content: str) -> Answer:
        """Send a form with a file."""
        parts = [
            f'--edge\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in self._with_token(path, fields).items()
        ]
        head = f'Content-Disposition: form-data; name="{name}"; filename="{name}.txt"\r\nContent-Type: text/plain'
        body = "".join([*parts, f"--edge\r\n{head}\r\n\r\n{content}\r\n--edge--\r\n"])
        return self._ask("POST", path, body.encode(), "multipart/form-data; boundary=edge")

    def _with_token(self, path: str, fields: dict[str, str]) -> dict[str, str]:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(path).text)
        assert token, path
        return {"csrfmiddlewaretoken": token[1], **fields}

    def _ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        address = f"https://{self._host}"
        headers = {
            "Host": self._host,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.7",
            "Referer": f"{address}{path}",
            "Origin": address,
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
        }
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            connection.request(method, path, body, headers | ({"Content-Type": kind} if kind else {}))
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = line.partition("=")
            if "Max-Age=0" in line:  # it is taken back, and holds nothing
                self._cookies.pop(name, None)
                continue
            assert "Secure" in line, line
            self._cookies[name] = rest.partition(";")[0]
        return Answer(answer.status, answer.headers.get("Location") or "", text)

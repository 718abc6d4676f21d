"""What every request meets: the content policy and the limit of an upload."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django.fixtures import Settings

from tests.client import Client

pytestmark = pytest.mark.urls("tests.assize.urls")


@pytest.fixture
def small_limit(settings: Settings) -> int:
    settings.MAX_RUN_BYTES = 1000
    return 1000


def _send(client: Client, size: int) -> dict[str, object]:
    file = SimpleUploadedFile("run.txt", b"x" * size)
    answer: dict[str, object] = client.post("/file/", {"team": "lcc", "file": file}).json()
    return answer


def test_a_page_gets_the_policy_of_the_site() -> None:
    policy = Client().post("/file/").headers["Content-Security-Policy"]
    for part in ("default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "object-src 'none'"):
        assert part in policy.split("; ")
    assert "unsafe" not in policy


def test_a_response_with_its_own_policy_keeps_it() -> None:
    response = Client().get("/own/")
    assert response.headers["Content-Security-Policy"] == "sandbox"
    assert response.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("size", [1, 1000])
def test_a_file_within_the_limit_arrives_whole(size: int, small_limit: int) -> None:
    assert _send(Client(), size) == {"team": "lcc", "bytes": size, "refused": ""}


@pytest.mark.parametrize("size", [1001, 70_000, 3_000_000])
def test_a_file_over_the_limit_is_refused_with_a_sentence_and_the_fields_are_kept(
    size: int, small_limit: int
) -> None:
    answer = _send(Client(), size)
    assert answer["bytes"] is None
    assert answer["team"] == "lcc"
    assert str(answer["refused"]).startswith("The file is larger than")
    assert str(answer["refused"]).endswith("Send a file of at most 0 MB.")


def test_the_limit_is_64_mb(settings: Settings) -> None:
    assert settings.MAX_RUN_BYTES == 64 * 1024 * 1024

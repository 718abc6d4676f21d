"""Scripts and style sheets under addresses that name their content, so that a browser keeps them for good.

They are put together and compressed when a process first needs them: 200 files in some 50 ms, in memory. The files
themselves stay where they lie, and WhiteNoise serves them and those of packages under /static/.
"""

import gzip
import mimetypes
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse

from assize.bundles import module_with_imports, with_addresses, without_comments
from assize.languages import ENGLISH
from assize.tones import tones

FOLDER = settings.BASE_DIR / "static"
TONES = "tones"  # a part that is no file
STYLES = {
    "css/site.css": ("base", "layout", TONES, "tables", "forms"),
    "css/judging-page.css": ("judging", "unsent"),
    "css/answers-page.css": ("judging", "unsent", "phone"),
}  # style sheets that pages load as one
WORDS = "js/words.{}.js"  # the sentences of scripts in a language
PICTURE = ".webp"  # of the guide; seldom wanted, and served as it lies, under /static/
FOR_GOOD = "public, max-age=31536000, immutable"
_ADDRESS = re.compile(r"/assets/(?P<digest>[0-9a-f]{16})/(?P<name>[\w./-]+)")

Handler = Callable[[HttpRequest], HttpResponse]


class Asset(NamedTuple):
    """A file as it is sent."""

    body: bytes
    packed: bytes
    type: str
    digest: str

    def address(self, name: str) -> str:
        """Where the file of this name is found for as long as it is this one."""
        return f"{settings.PREFIX}/assets/{self.digest}/{name}"


def assets() -> dict[str, Asset]:
    """All of them, by name; made anew when a file changed, where somebody works on them."""
    stamp = max(path.stat().st_mtime_ns for path in FOLDER.rglob("*")) if settings.DEBUG else 0
    return _assets(stamp)


@lru_cache(maxsize=1)
def _assets(stamp: int) -> dict[str, Asset]:
    return dict(_made())


def _made() -> Iterator[tuple[str, Asset]]:
    texts = (path for path in sorted(FOLDER.rglob("*.*")) if path.suffix != PICTURE)
    for path in texts:
        name = path.relative_to(FOLDER).as_posix()
        yield name, _script(name) if path.suffix == ".js" else _asset(name, _read(name))
    for language, _ in settings.LANGUAGES:
        if language != ENGLISH:
            from assize.catalogs import script_of  # needs Babel, which takes its time

            yield (name := WORDS.format(language)), _asset(name, script_of(language))
    for name, parts in STYLES.items():
        yield name, _asset(name, "\n".join(map(_style, parts)))


def _style(part: str) -> str:
    return tones() if part == TONES else _read(f"css/{part}.css")


def _script(name: str) -> Asset:
    return _asset(name, module_with_imports(name, _read_script))


def _read_script(name: str) -> str:
    return with_addresses(name, without_comments(_read(name)), lambda later: _script(later).address(later))


def _read(name: str) -> str:
    return Path(FOLDER, name).read_text(encoding="utf-8")


def _asset(name: str, text: str) -> Asset:
    body = text.encode()
    kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
    packed = gzip.compress(body, mtime=0)
    return Asset(body, packed, f"{kind}; charset=utf-8", sha256(body).hexdigest()[:16])


class AddressedFiles(StaticFilesStorage):
    """Gives `{% static %}` the addresses."""

    def url(self, name: str | None) -> str:
        """The address of a file of ours by its content; of a package's, where it lies."""
        found = assets().get(name or "")
        return found.address(name or "") if found else super().url(name)


def serve_assets(get_response: Handler) -> Handler:
    """Answers the addresses. Under one of an earlier version stands the present file, which nobody keeps."""

    def middleware(request: HttpRequest) -> HttpResponse:
        found = _ADDRESS.fullmatch(request.path_info) if request.method in ("GET", "HEAD") else None
        asset = assets().get(found["name"]) if found else None
        if not (found and asset):
            return get_response(request)
        is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(asset.packed if is_packed else asset.body, content_type=asset.type)
        if is_packed:
            response["Content-Encoding"] = "gzip"
        response["Vary"] = "Accept-Encoding"
        response["Access-Control-Allow-Origin"] = (
            "*"  # documents stand in a sandbox, to which every place is foreign
        )
        response["Cache-Control"] = FOR_GOOD if found["digest"] == asset.digest else "no-cache"
        return response

    return middleware

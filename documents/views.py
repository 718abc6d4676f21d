"""The document itself, as a page without script, cookies or outside requests, to be shown in a sandboxed frame."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from documents import boxes, nq, parallel, selectors
from documents.errors import DocumentsError, NotHeld, UnknownCollection, UnknownDocument
from documents.headers import OWN_STYLES, allowance, with_policy
from documents.htmlmarks import frame_html, mark_html
from documents.inline import Inline, inline, style_elements
from documents.links import LIFETIME
from documents.marked import MarkedPage, MarkRequest, find_layers, mark_page
from documents.marks import Hits, How, rules_for_parts
from documents.numbered import blocks_html
from documents.permits import Permit, may_see_picture, permit_for
from documents.remote.archive import Archive, archived_picture
from documents.remote.loading import load
from documents.sanitise.result import Clean
from documents.say import say
from documents.selectors import Opened
from documents.text import RawPage
from documents.webpage import in_words

_SOURCE_SHOWN = 1_000_000  # characters
_STYLES = {
    "documents/numbered.html": ("page", "numbered"),
    "documents/parallel.html": ("page", "numbered"),
}  # of templates that have more than the one of all
_SECONDS = 3600  # a browser may keep a page; its address changes every half-day anyway
_SECONDS_APART = 600  # the same on an origin of its own, where signing out clears nothing
_FOR_GOOD = f"private, max-age={LIFETIME}, immutable"  # as long as its address is good
_STATUS = {
    NotHeld: HTTPStatus.OK,
    UnknownCollection: HTTPStatus.NOT_FOUND,
    UnknownDocument: HTTPStatus.NOT_FOUND,
}


@require_safe
@xframe_options_exempt
def show_document(request: HttpRequest, collection: str, docid: str) -> HttpResponse:
    """The document with its marks; `view=source` shows the record as it stands in its file, and
    `view=text` the text alone; `view=boxes` a page of Natural Questions with a script of ours, for its annotators.

    The address must bear a key made by `links.document_url` for this reader. A superuser needs none.
    """
    permit = permit_for(request, collection, docid)
    if not permit.may_read:
        return _refused(request, docid)
    try:
        opened = selectors.open_document(collection, docid)
    except DocumentsError as error:
        return _notice(request, docid, error)
    view = request.GET.get("view")
    if opened.clean and view == "boxes" and opened.entry.collection.format == boxes.FORMAT:
        return _boxes_page(request, opened, opened.clean, permit)
    if opened.clean and view not in ("source", "text"):
        return _web_page(request, opened, opened.clean, permit)
    source = view == "source"
    page = selectors.plain_page(opened)
    marked = mark_page(
        RawPage(opened.source_text[:_SOURCE_SHOWN]) if source else page, _wanted(request, opened.language)
    )
    context = {"opened": opened, "collection": opened.entry.collection, "page": page, "marked": marked}
    context |= marked.parts()
    context["rules"] = rules_for_parts("".join(block.html for block in marked.blocks))
    context["remarks"] = [] if source or not opened.web else opened.web.remarks
    if (page.body or page.error) and not source:
        return _numbered_page(request, opened, marked, context, permit)
    response = _respond(request, "documents/source.html" if source else "documents/page.html", context)
    return _with_hits(request, opened, response, marked.hits)


@require_safe
def show_picture(request: HttpRequest, collection: str, digest: str) -> HttpResponse:
    """A picture of the archive, for the page whose address was made for this reader."""
    file = archived_picture(collection, digest) if may_see_picture(request, collection, digest) else None
    if file is None:
        raise Http404
    response = with_policy(HttpResponse(bytes(file.body), file.type))
    # The page that shows it stands in a sandbox, to which every place is foreign. The key is what guards it.
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["Cache-Control"] = f"private, max-age={_SECONDS_APART if settings.DOCUMENT_ORIGIN else _SECONDS}"
    return response


def _numbered_page(
    request: HttpRequest, opened: Opened, marked: MarkedPage, context: dict[str, Any], permit: Permit
) -> HttpResponse:
    """A text with numbered paragraphs; `beside` names a language in which it is shown next to it."""
    passage, wanted = request.GET.get("passage", ""), request.GET.get("beside", "")
    fragment = f"#p-{passage}" if passage else ""
    languages = parallel.languages_of(opened.entry)
    context |= {"passage": passage, "alone": _address(request, permit, "") + fragment}
    context["languages"] = [
        {"code": code, "address": _address(request, permit, code) + fragment} for code in languages
    ]
    if not wanted:
        context["body"] = blocks_html(marked.blocks, passage)
        return _with_hits(request, opened, _respond(request, "documents/numbered.html", context), marked.hits)
    try:
        beside = parallel.open_beside(opened.entry, wanted, marked.blocks)
    except DocumentsError as error:
        return _notice(request, opened.entry.docid, error)
    language = opened.page.language or opened.entry.collection.language
    context |= {"beside": beside, "body": beside.html(language, passage)}
    return _with_hits(request, opened, _respond(request, "documents/parallel.html", context), marked.hits)


def _address(request: HttpRequest, permit: Permit, beside: str) -> str:
    """The address of this page, with the document in another language beside it or, if that is empty, alone."""
    query = request.GET.copy()
    query.pop("beside", None)
    query["key"] = permit.key
    if beside:
        query["beside"] = beside
    return "?" + query.urlencode()


def _web_page(request: HttpRequest, opened: Opened, clean: Clean, permit: Permit) -> HttpResponse:
    """A page of the web as a browser shows it, with what we have to say of it around it."""
    spans = nq.open_marked(opened.snapshot, request.GET.getlist("passage"))
    clean = (spans.page.clean if spans else None) or clean
    layers, hits = find_layers(clean.text, _wanted(request, opened.language))
    if spans:
        layers, hits = spans.add_to(layers, hits)
    archive = Archive(opened.entry.collection, permit.reader, request.build_absolute_uri("/"))
    marked = mark_html(clean, layers)
    shown, rules = load(marked, clean.sheets, permit.remote, archive), rules_for_parts(marked)
    context = {"opened": opened, "collection": opened.entry.collection, "web": opened.web, "hits": hits}
    context["sheets"] = style_elements(rules, shown.styles)
    context |= {"errors": spans.errors if spans else [], "remote": permit.remote, "shown": shown}
    gone = {name: count for name, count in clean.removed.items() if name != "style sheet" or not shown.styles}
    own = _inline(request, ["web"])
    context |= {"removed": in_words(gone), "inline": own}
    response = HttpResponse(frame_html(shown.html, *_around(context)), "text/html; charset=utf-8")
    styles = shown.style_sources(rules, own.styles if own else "")
    return _with_hits(
        request, opened, with_policy(response, styles, shown.image_sources, _scripts(own)), hits
    )


def _around(context: dict[str, Any]) -> Iterator[str]:
    """Our own HTML in a page of the web, without space at its edges: somebody's page may show any."""
    return (
        render_to_string(f"documents/_web_{name}.html", context).strip() for name in ("head", "top", "foot")
    )


def _boxes_page(request: HttpRequest, opened: Opened, clean: Clean, permit: Permit) -> HttpResponse:
    """A page of the web for its annotators: the one view in which scripts run, and only these files of ours."""
    try:
        page = boxes.boxes_page(opened.snapshot, clean)
    except DocumentsError as error:
        return _notice(request, opened.entry.docid, error)
    archive = Archive(opened.entry.collection, permit.reader, request.build_absolute_uri("/"))
    shown = load(page.html, clean.sheets, permit.remote, archive)
    scripts = [request.build_absolute_uri(path) for path in boxes.script_paths()]
    context = {"opened": opened, "collection": opened.entry.collection, "web": opened.web, "shown": shown}
    context |= {"errors": [page.remark] if page.remark else [], "remote": permit.remote, "page": page}
    context |= {"removed": in_words(clean.removed), "scripts": scripts}
    context["sheets"] = style_elements(shown.styles)
    head, *around = _around(context)
    head += render_to_string("documents/_boxes_head.html", context)
    response = HttpResponse(frame_html(shown.html, head, *around), "text/html; charset=utf-8")
    return with_policy(_kept(request, opened, response), shown.style_sources(), shown.image_sources, scripts)


def _kept(request: HttpRequest, opened: Opened, response: HttpResponse) -> HttpResponse:
    """How long a browser keeps the page: it never changes where its address names the copy that is all it shows.

    A document in another language beside it, the one around a segment, and files of other places are no part of the copy.
    """
    if settings.DOCUMENT_ORIGIN:
        response["Cache-Control"] = f"private, max-age={_SECONDS_APART}"
        return response
    is_that_copy = request.GET.get("revision") == str(opened.snapshot.revision)
    is_all = not (request.GET.get("beside") or request.GET.get("remote") or opened.around)
    response["Cache-Control"] = _FOR_GOOD if is_that_copy and is_all else f"private, max-age={_SECONDS}"
    return response


def _with_hits(request: HttpRequest, opened: Opened, response: HttpResponse, hits: Hits) -> HttpResponse:
    _kept(request, opened, response)
    response["X-Hits"] = f"answer={hits.answer}, literal={int(hits.literal)}, find={hits.find}"
    return response


def _wanted(request: HttpRequest, language: str) -> MarkRequest:
    query = request.GET
    how = cast(How, query["how"]) if query.get("how") in ("exact", "words") else "exact"
    return MarkRequest(
        query.get("answer", ""),
        query.get("find", ""),
        how,
        tuple(query.getlist("known")),
        query.get("passage", ""),
        language,
    )


def _refused(request: HttpRequest, docid: str) -> HttpResponse:
    message = say(
        "This address does not open the document: it has expired, its reader signed out or left the campaign, or it was made for somebody else."
    )
    context = {
        "docid": docid,
        "message": message,
        "hint": say("Open the document again from the page where you judge it."),
    }
    return _uncached(_respond(request, "documents/notice.html", context, HTTPStatus.FORBIDDEN))


def _notice(request: HttpRequest, docid: str, error: DocumentsError) -> HttpResponse:
    status = _STATUS.get(type(error), HTTPStatus.INTERNAL_SERVER_ERROR)
    context = {"docid": docid, "message": error.message, "hint": error.hint}
    return _uncached(_respond(request, "documents/notice.html", context, status))


def _uncached(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response


def _respond(
    request: HttpRequest, template: str, context: dict[str, Any], status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    own, rules = _inline(request, _STYLES.get(template, ["page"])), context.get("rules")
    context |= {"inline": own, "sheets": style_elements(rules or "")}
    page = render(request, template, context, "text/html; charset=utf-8", status)
    styles = (allowance(text) for text in (rules, own.styles if own else "") if text)
    return with_policy(page, " ".join((OWN_STYLES, *styles)), scripts=_scripts(own))


def _inline(request: HttpRequest, styles: Iterable[str]) -> Inline | None:
    """Our styles, and the script that tells the page around which keys are pressed, where the address asks for it."""
    return inline(styles) if request.GET.get("keys") else None


def _scripts(own: Inline | None) -> list[str]:
    return [own.script_source] if own else []

"""The first page after signing in, and the way from everywhere to everywhere."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.home.selectors.finding import access_inside, find
from assessment.home.selectors.first_page import first_page
from assessment.home.selectors.manual import manual_page
from assessment.people.views.decorators import account_of, login_required


@require_safe
@login_required
def my_work(request: HttpRequest) -> HttpResponse:
    """What this person does next, in each role they have, and how their campaigns are."""
    return render(request, "home/my_work.html", {"home": first_page(account_of(request))})


@require_safe
@login_required
def go(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Go somewhere by typing what it is called: a page that scripts show above the one that is open."""
    account, words = account_of(request), request.GET.get("q", "")
    access = access_inside(account, slug) if slug else None
    groups = find(account, words, access)
    return render(request, "home/go.html", {"groups": groups, "words": words, "access": access})


@require_safe
@login_required
def manual(request: HttpRequest, page: str) -> HttpResponse:
    """A page of the manual, as it comes with the program."""
    text = manual_page(page)
    if text is None:
        raise Http404
    return render(request, "home/manual.html", {"text": text})

"""The keys of the judging pages, as an account wants them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from assessment.people.models.keys import KEYMAPS
from assessment.people.selectors import keys as selectors
from assessment.people.selectors.guide import GUIDES, HEIGHT, WIDTH, Guide
from assessment.people.services.keys import save_keys
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import Refused
from assessment.shared.say import say


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def keys(request: HttpRequest) -> HttpResponse:
    """All actions with their keys, to change them, switch them off, or have the usual ones back."""
    account = account_of(request)
    problem, typed = None, {}
    if request.method == "POST":
        restores = "restore" in request.POST
        typed = {} if restores else _typed(request)
        try:
            save_keys(account=account, keys=typed, are_on="on" in request.POST, by=account)
            messages.success(request, say("All keys are the usual ones.") if restores else say("Keys saved."))
            return redirect("people:keys")
        except Refused as error:
            problem = error
    are_on = "on" in request.POST if problem else selectors.are_on(account)
    context = {
        "keymaps": _shown(selectors.keymaps_of(account), typed),
        "problem": problem,
        "are_on": are_on,
        "wanted": request.GET.get("of", ""),
        "picture": {"width": WIDTH, "height": HEIGHT},
    }
    return render(request, "people/keys.html", context, status=problem.status if problem else 200)


def _typed(request: HttpRequest) -> dict[str, dict[str, str]]:
    return {
        name: {one.name: request.POST.get(f"{name}.{one.name}", "") for one in keymap.actions}
        for name, keymap in KEYMAPS.items()
    }


Line = tuple[selectors.InForce, str]


def _shown(
    keymaps: list[selectors.KeymapInForce], typed: dict[str, dict[str, str]]
) -> list[tuple[selectors.KeymapInForce, Guide | None, list[Line]]]:
    """Each keymap with the guide to its page, and its actions with what stands in their fields."""
    return [
        (
            keymap,
            GUIDES.get(keymap.name),
            [(one, typed.get(keymap.name, {}).get(one.action.name, one.key)) for one in keymap.keys],
        )
        for keymap in keymaps
    ]

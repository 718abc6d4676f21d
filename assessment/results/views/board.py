"""The campaign's board, and the acts that it has a button for."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from assessment.campaigns.selectors.campaigns import access_campaign, deadline_moves, general_moves
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import result_on, shown_in, wait_briefly
from assessment.people.selectors.access import Permission
from assessment.people.selectors.accounts import events_of
from assessment.people.views.decorators import login_required
from assessment.results.selectors.board import board as read_board
from assessment.results.selectors.board_figures import campaign_figure
from assessment.results.services.acts import PREVIEW, do_next
from assessment.results.views.files import figure_as_file
from assessment.shared.pages import Explained, explain, posted_text
from assessment.submissions.selectors.topics import all_clocks


@require_safe
@login_required
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the campaign stands, and what to do next."""
    access = access_campaign(request.user, slug, Permission.SEE_BOARD)
    moves = deadline_moves(access.campaign)
    context = {
        "access": access,
        "campaign": access.campaign,
        "general_moves": general_moves(moves),
        "tab": "board",
        "job": shown_job(access, request.GET.get("job")),
        "board": read_board(access),
        "clock": all_clocks(access.campaign, moves) if access.campaign.track.registers else None,
        "events": events_of(access.campaign.pk, access)[:12],
    }
    return render(request, "results/board.html", context)


@require_safe
@login_required
def figure(request: HttpRequest, slug: str, name: str, form: str) -> HttpResponse:
    """A figure of the board, or of the page Pool or People, as SVG, or its values as CSV."""
    access = access_campaign(request.user, slug, Permission.SEE_BOARD)
    return figure_as_file(campaign_figure(access, name), form, f"{slug}-{name}")


@login_required
@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Do the next act of the campaign, the one that the board's button named."""
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    with Explained(request):
        begun = do_next(access=access, name=posted_text(request, "act"))
        for sentence in begun.done:
            messages.success(request, sentence)
        if begun.refused:
            explain(request, begun.refused)
        if begun.job:
            show = shown_in if begun.job.kind == PREVIEW else result_on  # a preview has its own page
            return show(request, wait_briefly(begun.job), reverse("results:board", args=[slug]))
    return redirect("results:board", slug)

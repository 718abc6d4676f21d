"""The campaign's board."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign, deadline_moves, general_moves
from assessment.people.selectors.access import Permission
from assessment.people.selectors.accounts import events_of
from assessment.people.views.decorators import login_required
from assessment.results.selectors.board import board as read_board
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
        "board": read_board(access),
        "clock": all_clocks(access.campaign, moves) if access.campaign.track.registers else None,
        "events": events_of(access.campaign.pk, access)[:12],
    }
    return render(request, "results/board.html", context)

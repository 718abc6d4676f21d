"""What second readers say of candidate questions."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from assessment.campaigns.forms.readings import ReadingForm
from assessment.campaigns.selectors import candidates as selectors
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services.readings import read_candidate
from assessment.people.views.decorators import login_required
from assessment.shared.errors import Refused
from assessment.shared.pages import Explained, seen_by
from assessment.shared.say import say


@require_POST
@login_required
def read(request: HttpRequest, slug: str, pk: int, position: int) -> HttpResponse:
    """Vote on one question of a candidate."""
    access, row = selectors.access_candidate(request.user, slug, pk)
    question = row.questions.filter(position=position).first()
    if question is None:
        raise Http404
    question.candidate = row
    form = ReadingForm(question, data=request.POST)
    with Explained(request):
        if not form.is_valid():
            raise Refused(say("Choose a vote. Nothing was stored."), "vote")
        read_candidate(question=question, by=access.account, seen=seen_by(request), **form.cleaned_data)
        messages.success(request, sentences.candidate_read(question))
    return redirect("campaigns:candidate", slug, pk)

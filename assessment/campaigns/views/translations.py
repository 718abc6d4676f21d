"""The texts of a candidate in the campaign's languages, side by side."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from assessment.campaigns.forms.translations import TranslationsForm
from assessment.campaigns.selectors import candidates as selectors
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services.translations import translate_candidate
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Attempt


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def languages(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Translate a candidate's questions, and say that a translation is checked."""
    access, row = selectors.access_candidate(request.user, slug, pk, Permission.DEVELOP_QUESTIONS)
    if not access.campaign.track.languages:
        raise Http404
    questions = selectors.questions_of(row)
    form = TranslationsForm(
        row,
        questions,
        selectors.languages_asked(access.campaign, questions),
        request.POST if request.method == "POST" else None,
    )
    attempt = Attempt()
    if form.is_valid():
        with attempt:
            translate_candidate(
                candidate=row,
                texts=form.texts,
                seen=form.cleaned_data["seen"],
                by=access.account,
                roles=selectors.developer_roles(access),
            )
            messages.success(request, sentences.candidate_saved(row))
            return redirect("campaigns:candidate", slug, pk)
    context = {"access": access, "tab": "questions", "candidate": row, "form": form, "refused": attempt.error}
    status = attempt.error.status if attempt.error else 422 if form.is_bound else 200
    return render(request, "campaigns/candidate_languages.html", context, status=status)

"""Links that people need: mailed where mail is set up, else shown to whoever made them to hand over."""

from django.conf import settings
from django.contrib import messages
from django.core.mail import send_mail
from django.http import HttpRequest


def mail_is_set_up() -> bool:
    """Whether this site can send mail."""
    return bool(settings.MAIL_URL)


def mail_link(request: HttpRequest, *, path: str, email: str, subject: str, sentence: str) -> None:
    """Mail a link to this site, and tell nobody else."""
    send_mail(subject, f"{sentence}\n\n{request.build_absolute_uri(path)}\n", None, [email])


def hand_over(request: HttpRequest, *, path: str, email: str, subject: str, sentence: str) -> None:
    """Mail a link, or show it on the next page."""
    if mail_is_set_up() and email:
        mail_link(request, path=path, email=email, subject=subject, sentence=sentence)
        messages.success(request, f"The link was mailed to {email}.")
        return
    messages.success(request, f"Hand this link over: {request.build_absolute_uri(path)}", extra_tags="link")

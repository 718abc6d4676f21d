"""Links that people need: mailed where mail is set up, else shown to whoever made them to hand over."""

from django.conf import settings
from django.contrib import messages
from django.core.mail import send_mail
from django.http import HttpRequest


def mail_is_set_up() -> bool:
    """Whether this site can send mail."""
    return bool(settings.MAIL_URL)


def hand_over(request: HttpRequest, *, path: str, email: str, subject: str, sentence: str) -> None:
    """Mail a link, or show it on the next page."""
    link = request.build_absolute_uri(path)
    if mail_is_set_up() and email:
        send_mail(subject, f"{sentence}\n\n{link}\n", None, [email])
        messages.success(request, f"The link was mailed to {email}.")
        return
    messages.success(request, f"Hand this link over: {link}", extra_tags="link")

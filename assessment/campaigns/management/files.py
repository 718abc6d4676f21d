"""What the commands of all apps need of campaigns and files that a command line names."""

from pathlib import Path

from django.conf import settings

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.evaluations import text_of
from assessment.shared.errors import Refused


def campaign_named(slug: str) -> Campaign:
    """The campaign, or a refusal that lists those there are."""
    campaign = Campaign.visible.filter(slug=slug).first()
    if campaign is None:
        known = ", ".join(Campaign.visible.order_by("slug").values_list("slug", flat=True)) or "none yet"
        raise Refused(f'There is no campaign "{slug}".', "campaign_unknown", f"Campaigns here: {known}.")
    return campaign


def source_of_any_size(path: str) -> SourceFile:
    """A file that is read as a stream, under its name. Refuses what cannot be opened."""
    file = Path(path)
    try:
        with file.open("rb"):
            return SourceFile(file.name, path=file)
    except OSError as error:
        raise _unreadable(path, error) from None


def read_source(path: str) -> SourceFile:
    """A file's bytes under its name. Refuses what cannot be read, and files larger than a form may bring."""
    file = Path(path)
    try:
        if file.stat().st_size > settings.MAX_RUN_BYTES:
            limit = settings.MAX_RUN_BYTES // (1024 * 1024)
            raise Refused(
                f"{path} is larger than {limit} MB. It was not read.",
                "file_too_large",
                "Submit a smaller one.",
            )
        return SourceFile(file.name, file.read_bytes())
    except OSError as error:
        raise _unreadable(path, error) from None


def evaluation_in(path: str | None) -> str:
    """The text of a file that declares an evaluation; "" where none is named. Raises FileRefused with every problem."""
    if not path:
        return ""
    file = read_source(path)
    return text_of(file.data, file.name)


def _unreadable(path: str, error: OSError) -> Refused:
    reason = error.strerror or str(error)
    return Refused(
        f"{path} cannot be read: {reason}.", "file_unreadable", "Check the name and who may read it."
    )

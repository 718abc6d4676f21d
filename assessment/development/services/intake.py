"""Files of what was known before judging, as programs send them."""

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake
from assessment.development.services.files import FORMATS, import_development
from assessment.development.services.preview import preview_of
from assessment.people.selectors.access import Permission
from scoring.stages import LISTING


def takes(campaign: Campaign, format: str) -> bool:
    """Whether files of a format can hold anything of the campaign's questions."""
    forms_of = [kind.form for kind in campaign.track.question_types.values()]
    if format == "gold":
        return campaign.track.gold
    return any(form.asks(LISTING) == (format != "answers") for form in forms_of)


def _register(format: str) -> None:
    def check(sent: Sent) -> Taken:
        found = preview_of(sent.campaign, sent.source, format)
        said = f"Nothing was stored. An import would say: {found.sentence}"
        return Taken(said, review=found._asdict())

    def store(sent: Sent) -> Taken:
        imported = import_development(campaign=sent.campaign, file=sent.source, format=format, by=sent.by)
        return Taken(imported.sentence(sent.campaign.slug), imported.number)

    register_intake(
        Intake(
            format,
            Permission.EDIT_CAMPAIGN,
            check,
            store,
            is_there=lambda access: takes(access.campaign, format),
        )
    )


for _format in FORMATS:
    _register(_format)

from django.apps import AppConfig

from documents.permits import register_readers


class CampaignsConfig(AppConfig):
    name = "assessment.campaigns"
    label = "campaigns"

    def ready(self) -> None:
        """Have documents opened to members of campaigns alone."""
        from assessment.campaigns.selectors.readers import Members

        register_readers(Members())

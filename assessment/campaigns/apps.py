from django.apps import AppConfig

from documents.permits import register_readers


class CampaignsConfig(AppConfig):
    name = "assessment.campaigns"
    label = "campaigns"

    def ready(self) -> None:
        """Have documents opened to members of campaigns alone, missing indexes made, dates kept, and old files forgotten."""
        from assessment.campaigns import tasks
        from assessment.campaigns.selectors.readers import Members

        register_readers(Members())
        tasks.index_regularly()
        tasks.keep_dates_regularly()
        tasks.forget_regularly()

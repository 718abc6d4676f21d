from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "assessment.webhooks"
    label = "webhooks"

    def ready(self) -> None:
        """Listen to what happens, and have workers deliver it."""
        from assessment.jobs.services import endings
        from assessment.people.services.events import listen
        from assessment.webhooks import tasks
        from assessment.webhooks.services import occasions

        endings.listen(occasions.tell_job)
        for verb, tell in occasions.BY_VERB.items():
            listen(verb, tell)
        tasks.watch()

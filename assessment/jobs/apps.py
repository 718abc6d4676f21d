from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "assessment.jobs"
    label = "jobs"

    def ready(self) -> None:
        """Have workers say that they are there."""
        from assessment.jobs.services import presence

        presence.announce()

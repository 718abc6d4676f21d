from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "assessment.jobs"
    label = "jobs"

    def ready(self) -> None:
        """Have workers say that they are there, and send again what got lost."""
        from assessment.jobs.services import lifecycle, presence
        from assessment.jobs.services.regularly import regularly

        presence.announce()
        regularly("jobs.sweep", lifecycle.SWEEP_SECONDS, lifecycle.sweep)

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "assessment.notices"
    label = "notices"

    def ready(self) -> None:
        """Make the app's jobs known, and listen to what happens."""
        from assessment.notices import tasks
        from assessment.notices.services import dates, occasions
        from assessment.people.services.events import listen

        for verb, tell in {**occasions.BY_VERB, **dates.DATES_BY_VERB}.items():
            listen(verb, tell)
        tasks.watch_deadlines()

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class PeopleConfig(AppConfig):
    name = "assessment.people"
    label = "people"

    def ready(self) -> None:
        """Keep every sign-in."""
        from assessment.people.views.sessions import note_sign_in

        user_logged_in.connect(note_sign_in)

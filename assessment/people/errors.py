"""What can go wrong with the provider that people sign in at."""

from http import HTTPStatus

from assessment.shared.errors import AssizeError


class ProviderAway(AssizeError):
    """The provider could not be asked: it is down, hangs, or the net between is."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class ProviderRefused(AssizeError):
    """What came back signs nobody in: refused by the provider or by us, too old, or not to be trusted."""

    status = HTTPStatus.FORBIDDEN

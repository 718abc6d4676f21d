"""How many requests an account may make."""

import time

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from assessment.people.models import Account
from assessment.people.services.throttle import count_request

MINUTE = 60


class PerAccount(BaseThrottle):
    """So many requests in each minute of the clock (ASSIZE_API_RATE; 0: any number)."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request, and say whether it goes on."""
        most: int = settings.API_RATE
        account = request.user
        if not most or not isinstance(account, Account):
            return True
        return count_request(account.pk, int(time.time() // MINUTE), 2 * MINUTE) <= most

    def wait(self) -> float:
        """Seconds until the next minute."""
        return MINUTE - time.time() % MINUTE

"""The connection: a transaction that takes SQLite's write lock waits for its turn first, and ends it at its end."""

from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from assize.fair_sqlite.turns import Turn, take_turn

_Wrapper: Any = base.DatabaseWrapper  # its types do not tell of what is overridden here


class DatabaseWrapper(_Wrapper):  # type: ignore[misc]  # for that reason
    """Django's own, with turns. Reads, savepoints and single statements outside of transactions need none."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._turn: Turn | None = None

    def _start_transaction_under_autocommit(self) -> None:
        self._leave()
        if not self.is_in_memory_db():
            self._turn = take_turn(Path(self.settings_dict["NAME"]))
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._leave()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._leave()

    def _leave(self) -> None:
        turn, self._turn = self._turn, None
        if turn:
            turn.leave()

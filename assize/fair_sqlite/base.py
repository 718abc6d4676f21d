"""The connection: whoever takes SQLite's write lock waits for their turn first, and ends it when the lock is free."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from assize.fair_sqlite.turns import Turn, queue_of, take_turn

_Wrapper: Any = base.DatabaseWrapper  # its types do not tell of what is overridden here
_WRITES = ("INSERT", "UPDATE", "DELETE")


class DatabaseWrapper(_Wrapper):  # type: ignore[misc]  # for that reason
    """Django's own, with turns, for transactions and for single statements outside of them. Reads need none."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._turn: Turn | None = None
        self._number = 0  # of the last turn; none where it went without
        self._met_others = False  # whether somebody had a turn between its last two
        self.execute_wrappers.append(self._in_turn)

    def others_write(self) -> bool:
        """Whether anybody else has come to write since the turn before the last; True where nobody knows."""
        return self._met_others or not self._number or queue_of(self._database).newest() != self._number

    @property
    def _database(self) -> Path:
        return Path(self.settings_dict["NAME"])

    def _take_turn(self) -> Turn | None:
        turn = None if self.is_in_memory_db() else take_turn(self._database)
        number = turn.number if turn else 0
        self._met_others, self._number = self._number not in (0, number - 1), number
        return turn

    def _in_turn(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """Execute a statement, which is a transaction of its own where it writes outside of one."""
        if self.in_atomic_block or not sql.startswith(_WRITES) or not self.get_autocommit():
            return execute(sql, params, many, context)
        turn = self._take_turn()
        try:
            return execute(sql, params, many, context)
        finally:
            if turn:
                turn.leave()

    def _start_transaction_under_autocommit(self) -> None:
        self._leave()
        self._turn = self._take_turn()
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

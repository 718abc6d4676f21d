"""Tables that people open in a spreadsheet, as `scoring` writes them too: no cell is worked out as a formula."""

from scoring.formats.spreadsheets import SIGNS, Table, guarded, unguarded

__all__ = ["SIGNS", "Table", "guarded", "unguarded"]

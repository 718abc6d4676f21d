"""How often Python looks for garbage: half of what long work and answers cost, where it looks through the whole program.

What is there when work begins (modules, models, templates) stays until the end and is never looked through again; what
work leaves behind is looked through after 5,000 further objects instead of 700: when pages are served, still every few
answers.
"""

import gc

OBJECTS = 5_000


def look_seldom() -> None:
    """To be called first in a process that loads the application."""
    gc.set_threshold(OBJECTS)


def look_later() -> None:
    """To be called before much is loaded at once, all of which stays; `keep_what_is_loaded` looks again."""
    gc.disable()


def keep_what_is_loaded() -> None:
    """To be called once the application is loaded, in each process that serves or does jobs."""
    gc.enable()
    gc.collect()
    gc.freeze()
    look_seldom()

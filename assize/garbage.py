"""How often Python looks for garbage: half of what an answer costs, where it looks through the whole program each time.

What is there when serving begins (modules, models, templates) stays until the end and is never looked through again;
what answers leave behind is looked through after 5,000 further objects instead of 700, which is still every few answers.
"""

import gc

OBJECTS = 5_000


def keep_what_is_loaded() -> None:
    """To be called once the application is loaded, in each process that serves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS)

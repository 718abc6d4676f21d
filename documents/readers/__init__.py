"""Readers of document formats, one module per format. To add one: docs/how-to-add-a-reader.md."""

from collections.abc import Mapping

from documents.readers import blog06, html, newswire, plain
from documents.readers.base import Reader

READERS: Mapping[str, Reader] = {
    "blog06": blog06.READER,
    "html": html.READER,
    "newswire": newswire.READER,
    "text": plain.READER,
}

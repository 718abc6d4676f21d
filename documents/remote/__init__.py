"""Pictures and style sheets that lie outside a page: not loaded, from the archive, or live, as the campaign says."""

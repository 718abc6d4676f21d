"""Full-text search in a collection: an index beside each edition, made by the import, read by whoever looks for documents.

`queries` reads what somebody typed, `texts` gives the documents' visible text, `analysis` says what is alike, `embedded`
is the engine on the site's own disk, `indexes` makes, keeps and replaces what it reads, `finding` answers.
"""

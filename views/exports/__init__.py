"""Export a match: as a document, as a table for a spreadsheet, as a score sheet on paper."""

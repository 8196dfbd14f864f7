"""Statistics of books: counted in the transaction that changes a sheet, read, compared with the sheets."""

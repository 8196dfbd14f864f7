"""Import matches: from their documents, from tables of points, from other apps."""

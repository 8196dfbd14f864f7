"""What is read: matches by their links, histories, earlier sheets, the state behind an ETag."""

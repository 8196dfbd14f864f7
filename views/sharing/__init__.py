"""The pages that share a match with other phones."""

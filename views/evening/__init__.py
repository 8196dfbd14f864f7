"""The money of an evening: several matches settled together."""

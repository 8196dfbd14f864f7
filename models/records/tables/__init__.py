"""The tables. A module named after one record is a table; the others are what tables are made of."""

"""The sheet in money: stakes, payments, and an evening of several matches."""

"""Errors of a driver that was used directly, as SQLAlchemy would raise them."""

from sqlalchemy import Dialect
from sqlalchemy.exc import DBAPIError


def raised_by(dialect: Dialect) -> type[Exception]:
    """The class of all errors of the dialect's driver."""
    error: type[Exception] = dialect.dbapi.Error  # type: ignore[union-attr]
    return error


def as_sqlalchemy_error(error: Exception, statement: str, dialect: Dialect) -> BaseException:
    """SQLAlchemy's exception for *error*, without the values of the *statement*."""
    return DBAPIError.instance(
        statement, None, error, raised_by(dialect), hide_parameters=True, dialect=dialect
    )

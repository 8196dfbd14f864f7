"""The migrations create the tables of the models on every database, and leave other versions alone."""

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect, text

from models.records.database.base import Base, db
from models.records.database.schema import (
    EarlierSchemaError,
    NewerSchemaError,
    config,
    downgrade,
    is_current,
    newest,
    upgrade,
)
from tests.records.migrating import differences


def tables() -> set[str]:
    """The tables there are."""
    return set(inspect(db.engine).get_table_names()) - {"alembic_version"}


@pytest.mark.engines
def test_the_migrated_database_is_what_the_models_describe(app_context: None) -> None:
    assert differences() == []
    for name, table in Base.metadata.tables.items():
        migrated = inspect(db.engine).get_check_constraints(name)
        described = [each for each in table.constraints if isinstance(each, CheckConstraint)]

        assert {check["name"] for check in migrated} == {str(check.name) for check in described}
        if db.engine.dialect.name == "sqlite":  # PostgreSQL tells them in its own words
            assert {check["sqltext"] for check in migrated} == {str(check.sqltext) for check in described}


@pytest.mark.own_app
def test_only_a_database_that_lacks_a_migration_needs_one(app_context: None) -> None:
    assert is_current()

    db.drop_all()
    db.session.execute(text("DROP TABLE alembic_version"))
    db.session.commit()
    assert not is_current()


def test_the_newest_migration_is_the_one_that_alembic_runs_last() -> None:
    assert newest() == ScriptDirectory.from_config(config()).get_current_head()


@pytest.mark.engines
@pytest.mark.own_app
def test_the_tables_can_be_unmade_and_made_again(app_context: None) -> None:
    before = tables()
    downgrade("base")
    assert tables() == set()

    upgrade()
    assert tables() == before
    assert differences() == []


@pytest.mark.own_app
@pytest.mark.parametrize("revision, error", [("0020", EarlierSchemaError), ("2000", NewerSchemaError)])
def test_a_database_of_another_version_is_left_alone(
    app_context: None, revision: str, error: type[Exception]
) -> None:
    db.session.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    db.session.commit()
    before = tables()

    for act in (is_current, upgrade):
        with pytest.raises(error, match=revision):
            act()
    assert tables() == before

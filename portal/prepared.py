"""Questions to the database that every page asks, and what every move writes: built once.

Django takes several times as long to build a question as PostgreSQL to answer it, and a page asks ten. PostgreSQL
itself plans a question once for each connection, where the connections are our own (see DATABASE_POOL).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models
from django.db.models.expressions import Expression
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=models.Model)


class Blank(Expression):
    """Where a value goes that is not known yet."""

    def __init__(self, number: int) -> None:
        super().__init__(output_field=models.Field())
        self.number = number

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


class Prepared(Generic[M]):
    """A question with blanks: a function from the blanks to a query set.

    Values are handed to the database as they are: whole numbers, texts and points in time.
    """

    def __init__(self, build: Callable[..., models.QuerySet[M, Any]]) -> None:
        self.build = build

    @cached_property
    def _built(self) -> tuple[type[M], SQLCompiler, str, Sequence[Any], Any]:
        blanks = [Blank(number) for number in range(len(inspect.signature(self.build).parameters))]
        query = self.build(*blanks)
        compiler = query.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        return query.model, compiler, sql, params, converters

    def rows(self, *values: object) -> list[Any]:
        """The answer as rows, for a question that asks for `values_list`."""
        _model, compiler, sql, params, converters = self._built
        filled: list[Any] = [values[one.number] if isinstance(one, Blank) else one for one in params]
        found = _ask(sql, filled)
        return list(compiler.apply_converters(found, converters)) if converters else found

    def all(self, *values: object) -> list[M]:
        """The answer as objects, whole and without related ones; annotations are attributes."""
        model, compiler, *_more = self._built
        names, alias = [field.attname for field in model._meta.concrete_fields], connection.alias
        rows, whole, more = self.rows(*values), len(names), tuple(compiler.query.annotation_select)
        found = [model.from_db(alias, names, row[:whole]) for row in rows]
        for one, row in zip(found, rows, strict=True) if more else ():
            vars(one).update(zip(more, row[whole:], strict=True))
        return found

    def first(self, *values: object) -> M | None:
        """The only object of the answer, or the first one."""
        return next(iter(self.all(*values)), None)


def _ask(sql: str, values: Sequence[Any]) -> list[Any]:
    """The rows that the database answers."""
    rows: list[Any] = _carry_out(sql, values, lambda cursor: cursor.fetchall())
    return rows


def _carry_out(sql: str, values: Sequence[Any], then: Callable[[Any], Any]) -> Any:
    """What is to be known of a statement. PostgreSQL fills in the blanks, and keeps its plan for the next time."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.queries_logged:
        with database.cursor() as logged:
            logged.execute(sql, values)
            return then(logged)
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    with database.wrap_database_errors, psycopg.Cursor(database.connection) as cursor:
        return then(cursor.execute(sql, values, prepare=True))


def _rows_met(cursor: Any) -> int:
    return int(cursor.rowcount)


# What a move writes. Without signals, and without what a model's own `save` would do.


def insert(row: models.Model, *, once: bool = False) -> bool:
    """Store a new row, which learns no number by it; what is there already stays, if it is to be stored `once`.

    Returns whether the row is new.
    """
    sql, fields = _insertion(type(row), once)
    database = connections[DEFAULT_DB_ALIAS]
    values = [field.get_db_prep_save(field.pre_save(row, True), database) for field in fields]
    return bool(_carry_out(sql, values, _rows_met))


@cache
def _insertion(model: type[models.Model], once: bool) -> tuple[str, Sequence[models.Field[Any, Any]]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quoted(field) for field in fields)
    blanks = ", ".join(["%s"] * len(fields))
    known = " ON CONFLICT DO NOTHING" if once else ""
    table = connection.ops.quote_name(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES ({blanks}){known}", fields  # noqa: S608 - our own names


def update(rows: Sequence[models.Model], names: Collection[str]) -> None:
    """Write these columns of some rows of a model back at once. Raises DatabaseError if one of them is gone."""
    sql, fields = _change(type(rows[0]), tuple(names), len(rows))
    database = connections[DEFAULT_DB_ALIAS]
    values = [
        field.get_db_prep_save(getattr(row, field.attname), database) for row in rows for field in fields
    ]
    if _carry_out(sql, values, _rows_met) != len(rows):
        raise DatabaseError(f"Not all of {rows!r} are stored any more.")


@cache
def _change(
    model: type[models.Model], names: tuple[str, ...], rows: int
) -> tuple[str, Sequence[models.Field[Any, Any]]]:
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    key, *fields = [by_name[name] for name in ("id", *names)]
    columns = [_quoted(field) for field in fields]
    table, key_column = connection.ops.quote_name(model._meta.db_table), _quoted(key)
    # The database does not know by itself what the values of a list are. Too long a text is refused, not cut.
    blanks = ", ".join(f"%s::{_kind(field)}" for field in (key, *fields))
    changes = ", ".join(f"{column} = now.{column}" for column in columns)
    listed = ", ".join([f"({blanks})"] * rows)
    return (
        f"UPDATE {table} SET {changes} FROM (VALUES {listed}) AS now ({', '.join([key_column, *columns])})"  # noqa: S608 - our own names
        f" WHERE {table}.{key_column} = now.{key_column}",
        (key, *fields),
    )


def _kind(field: models.Field[Any, Any]) -> str:
    return str(field.rel_db_type(connection)).partition("(")[0]


def _quoted(field: models.Field[Any, Any]) -> str:
    return connection.ops.quote_name(str(field.column))

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
        """The answer as objects, whole and without related ones."""
        model = self._built[0]
        names, alias = [field.attname for field in model._meta.concrete_fields], connection.alias
        return [model.from_db(alias, names, row) for row in self.rows(*values)]

    def first(self, *values: object) -> M | None:
        """The only object of the answer, or the first one."""
        return next(iter(self.all(*values)), None)


def _ask(sql: str, values: Sequence[Any]) -> list[Any]:
    """The rows that the database answers. PostgreSQL fills in the blanks, and keeps its plan for the next time."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.queries_logged:
        with database.cursor() as logged:
            logged.execute(sql, values)
            return list(logged.fetchall())
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    with database.wrap_database_errors, psycopg.Cursor(database.connection) as cursor:
        return cursor.execute(sql, values, prepare=True).fetchall()


# What a move writes. Without signals, and without what a model's own `save` would do.


def insert(row: models.Model, *, once: bool = False) -> None:
    """Store a new row, which learns no number by it; what is there already stays, if it is to be stored `once`."""
    sql, fields = _insertion(type(row), once)
    database = connections[DEFAULT_DB_ALIAS]
    values = [field.get_db_prep_save(field.pre_save(row, True), database) for field in fields]
    with database.cursor() as cursor:
        cursor.execute(sql, values)


@cache
def _insertion(model: type[models.Model], once: bool) -> tuple[str, Sequence[models.Field[Any, Any]]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quoted(field) for field in fields)
    blanks = ", ".join(["%s"] * len(fields))
    known = " ON CONFLICT DO NOTHING" if once else ""
    table = connection.ops.quote_name(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES ({blanks}){known}", fields  # noqa: S608 - our own names


def update(row: models.Model, names: Collection[str]) -> None:
    """Write these columns of a row back. Raises DatabaseError for a row that is gone."""
    sql, fields = _change(type(row), tuple(names))
    database = connections[DEFAULT_DB_ALIAS]
    values = [field.get_db_prep_save(getattr(row, field.attname), database) for field in fields]
    with database.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row!r} is not stored any more.")


@cache
def _change(
    model: type[models.Model], names: tuple[str, ...]
) -> tuple[str, Sequence[models.Field[Any, Any]]]:
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]
    changes = ", ".join(f"{_quoted(field)} = %s" for field in fields)
    table, key = connection.ops.quote_name(model._meta.db_table), _quoted(by_name["id"])
    return f"UPDATE {table} SET {changes} WHERE {key} = %s", fields  # noqa: S608 - our own names


def _quoted(field: models.Field[Any, Any]) -> str:
    return connection.ops.quote_name(str(field.column))

"""Questions to the database that every page asks, built once.

Django takes several times as long to build a question as PostgreSQL to answer it, and a page asks ten.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection, models
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
        with connection.cursor() as cursor:
            cursor.execute(sql, filled)
            found = cursor.fetchall()
        return list(compiler.apply_converters(found, converters)) if converters else found

    def all(self, *values: object) -> list[M]:
        """The answer as objects, whole and without related ones."""
        model = self._built[0]
        names = [field.attname for field in model._meta.concrete_fields]
        return [model.from_db(connection.alias, names, row) for row in self.rows(*values)]

    def first(self, *values: object) -> M | None:
        """The only object of the answer, or the first one."""
        return next(iter(self.all(*values)), None)

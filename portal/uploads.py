"""How much one may send in a form: Django bounds the fields, and this the files."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

LARGEST = 1024 * 1024
"""Bytes of a whole form with files; the largest file that anybody needs is a quarter of that."""


class Bounded(FileUploadHandler):
    """Refuses a form that says it is larger, and a file that turns out to be; the next handlers keep the files."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> None:
        if content_length > LARGEST:
            raise RequestDataTooBig("The form is too large.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > LARGEST:
            raise RequestDataTooBig("The file is too large.")
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Nothing is kept here."""

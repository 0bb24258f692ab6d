# SPDX-License-Identifier: Apache-2.0
from typing import Any, Optional


class FastCodecError(Exception):
    """A run failed, or parquet-fastcodec cannot work here. The message says why and what to do.

    ``report`` is the report of the run up to the failure, or None.
    """

    def __init__(self, message: str, report: Optional[Any] = None) -> None:
        super().__init__(message)
        self.report = report


class ArgumentError(FastCodecError, ValueError):
    """An argument is invalid. Nothing was done."""

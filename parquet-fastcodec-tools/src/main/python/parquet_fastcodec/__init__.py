# SPDX-License-Identifier: Apache-2.0
"""Fast Parquet compression in PySpark, and tools that measure, recompress and verify files and tables.

>>> import parquet_fastcodec
>>> from pyspark.sql import SparkSession
>>> spark = SparkSession.builder.config(map=parquet_fastcodec.conf()).getOrCreate()
>>> parquet_fastcodec.recompress(spark, "/data/orders", to="/data/orders-zstd", codec="zstd:9")

Each call runs Spark jobs and waits for them. The functions are not thread-safe, except on the data of different sessions.
"""

from ._errors import ArgumentError, FastCodecError
from ._jobs import Report, advise, recompress, verify
from ._session import conf, configure, jars
from ._status import Status, status
from ._version import VERSION as __version__

__all__ = [
    "ArgumentError",
    "FastCodecError",
    "Report",
    "Status",
    "advise",
    "conf",
    "configure",
    "jars",
    "recompress",
    "status",
    "verify",
]

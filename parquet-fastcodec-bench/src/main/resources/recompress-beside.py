# SPDX-License-Identifier: Apache-2.0
"""Rewrites Parquet files with another codec: a line of tool, source, target, codec, level for each, answered by its times."""

import sys
import time

import duckdb
import pyarrow
import pyarrow.parquet

THREADS = 2

pyarrow.set_cpu_count(THREADS)
connection = duckdb.connect()
connection.execute(f"SET threads TO {THREADS}")
connection.execute("SET enable_progress_bar TO false")  # it would stand among the answers


def with_duckdb(source, target, codec, level):
    # of the codecs with levels it takes one for ZSTD only
    options = f", COMPRESSION_LEVEL {level}" if codec == "zstd" else ""
    connection.execute(f"COPY (FROM '{source}') TO '{target}' (FORMAT PARQUET, CODEC '{codec}'{options})")


def with_pyarrow(source, target, codec, level):
    table = pyarrow.parquet.read_table(source)
    pyarrow.parquet.write_table(table, target, compression=codec, compression_level=int(level) if level else None)


TOOLS = {"duckdb": with_duckdb, "pyarrow": with_pyarrow}

for line in sys.stdin:
    tool, *arguments = line.rstrip("\n").split("\t")
    cpu, wall = time.process_time(), time.perf_counter()
    TOOLS[tool](*arguments)
    print(f"{1e3 * (time.perf_counter() - wall)}\t{1e3 * (time.process_time() - cpu)}", flush=True)

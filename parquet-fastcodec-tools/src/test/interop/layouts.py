# SPDX-License-Identifier: Apache-2.0
"""Writes ../resources/layouts: small Parquet files that differ in everything but their values.

Deterministic: with the versions of requirements.txt a second run changes no byte.
"""

import datetime
import pathlib
import random

import duckdb
import polars
import pyarrow
import pyarrow.parquet

TARGET = pathlib.Path(__file__).resolve().parent.parent / "resources" / "layouts"
ROWS = 900


def table(rows=ROWS, seed=16):
    rng = random.Random(seed)
    words = ["".join(rng.choices("abcdefgh", k=9)) for _ in range(40)]
    numbers = range(rows)
    return pyarrow.table({
        "id": pyarrow.array([7 * i for i in numbers], pyarrow.int64()),
        "noise": pyarrow.array([rng.getrandbits(63) for _ in numbers], pyarrow.int64()),
        "word": pyarrow.array([rng.choice(words) for _ in numbers], pyarrow.string()),
        "text": pyarrow.array(
            [None if rng.random() < 0.2 else f"row {i % 97} of many" for i in numbers], pyarrow.string()
        ),
        "gone": pyarrow.array([None for _ in numbers], pyarrow.int32()),
        "flag": pyarrow.array([rng.random() < 0.5 for _ in numbers], pyarrow.bool_()),
        "at": pyarrow.array(
            [datetime.datetime(2026, 1, 1) + datetime.timedelta(seconds=i) for i in numbers], pyarrow.timestamp("us")
        ),
        "list": pyarrow.array(
            [None if i % 11 == 0 else list(range(i % 5)) for i in numbers], pyarrow.list_(pyarrow.int32())
        ),
        "pair": pyarrow.array(
            [{"a": i % 13, "b": None if i % 3 else words[i % 40]} for i in numbers],
            pyarrow.struct([("a", pyarrow.int32()), ("b", pyarrow.string())]),
        ),
    })


def arrow(name, data=None, **options):
    path = TARGET / f"pyarrow-{name}.parquet"
    pyarrow.parquet.write_table(table() if data is None else data, path, **{"row_group_size": 500, **options})


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    for tool in ("pyarrow", "duckdb", "polars"):  # layouts-java writes the others
        for old in TARGET.glob(f"{tool}-*.parquet"):
            old.unlink()
    small_pages = {"data_page_size": 1024, "write_batch_size": 64}
    arrow("v1-snappy", compression="snappy", **small_pages)
    arrow("v2-zstd", compression="zstd", data_page_version="2.0", **small_pages)
    arrow("v2-snappy-stored", table(300).select(["noise", "gone"]), compression="snappy", data_page_version="2.0",
          use_dictionary=False)
    arrow("v1-uncompressed-index-checksums", compression="none", write_page_index=True, write_page_checksum=True,
          **small_pages)
    arrow("v2-gzip-index-checksums", compression="gzip", data_page_version="2.0", write_page_index=True,
          write_page_checksum=True, **small_pages)
    arrow("v1-brotli-plain", compression="brotli", use_dictionary=False)
    arrow("v1-lz4_raw-sorted", compression="lz4", sorting_columns=[pyarrow.parquet.SortingColumn(0)],
          store_schema=False)
    arrow("v1-columns", compression={"id": "gzip", "noise": "none", "word": "zstd", "text": "snappy"})
    arrow("v1-snappy-bloom", compression="snappy", write_page_index=True,
          bloom_filter_options={"word": {"ndv": 50, "fpp": 0.1}, "id": {"ndv": 50, "fpp": 0.1}})
    arrow("v1-zstd-no-rows", table(0), compression="zstd")
    schema = table(0).schema
    with pyarrow.parquet.ParquetWriter(TARGET / "pyarrow-v1-gzip-no-groups.parquet", schema, compression="gzip"):
        pass
    with pyarrow.parquet.ParquetWriter(
        TARGET / "pyarrow-v1-zstd-empty-group.parquet", schema, compression="zstd", write_page_index=True
    ) as writer:
        for rows in (50, 0, 60):
            writer.write_table(table(rows), row_group_size=500)

    connection = duckdb.connect()
    connection.execute("SET threads TO 1")
    data = table(2500)  # DuckDB finds this variable by its name
    for name, options in {
        "v1-snappy-bloom": "CODEC 'SNAPPY', ROW_GROUP_SIZE 2048",
        "v2-zstd": "CODEC 'ZSTD', PARQUET_VERSION 'V2'",
    }.items():
        connection.register("data", data)
        connection.execute(f"COPY (SELECT * FROM data) TO '{TARGET}/duckdb-{name}.parquet' (FORMAT PARQUET, {options})")

    for name, options in {
        "v1-zstd": {"compression": "zstd"},
        "v1-uncompressed": {"compression": "uncompressed", "data_page_size": 1024},
    }.items():
        polars.from_arrow(table()).write_parquet(
            TARGET / f"polars-{name}.parquet", row_group_size=500, statistics=True, **options
        )


if __name__ == "__main__":
    main()

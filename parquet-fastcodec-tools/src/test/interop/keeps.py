# SPDX-License-Identifier: Apache-2.0
"""Prints the features of files that DuckDB and pyarrow keep when they change the codec: for the table in docs/recompress.md.

Converts each file of ../resources/layouts to GZIP, and counts its features before and after. Run it with the Python of run.
"""

import pathlib
import tempfile

import duckdb
import pyarrow.parquet

LAYOUTS = pathlib.Path(__file__).resolve().parent.parent / "resources" / "layouts"


def with_duckdb(source, target):
    duckdb.execute(f"COPY (FROM read_parquet('{source}')) TO '{target}' (FORMAT PARQUET, CODEC 'gzip')")


def with_pyarrow(source, target):
    pyarrow.parquet.write_table(pyarrow.parquet.ParquetFile(source).read(), target, compression="gzip")


def features(path):
    """Returns the features of a file, as comparable values; None for those that it lacks."""
    metadata = pyarrow.parquet.ParquetFile(path).metadata
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    chunks = [group.column(i) for group in groups for i in range(group.num_columns)]
    blooms = duckdb.execute(
        "SELECT count(*) FROM parquet_metadata(?) WHERE bloom_filter_offset IS NOT NULL", [str(path)]
    ).fetchone()[0]
    return {
        "created_by": metadata.created_by,
        "row groups of the same rows": [group.num_rows for group in groups] or None,
        "encodings": [sorted(chunk.encodings) for chunk in chunks] or None,
        "column indexes": sum(chunk.has_column_index for chunk in chunks) or None,
        "bloom filters": blooms or None,
        "sorting columns": [group.sorting_columns for group in groups] if any(
            group.sorting_columns for group in groups) else None,
        "schema": str(metadata.schema.to_arrow_schema().names),
        "types of the schema": [
            (str(metadata.schema.column(i).physical_type), str(metadata.schema.column(i).logical_type))
            for i in range(len(metadata.schema))
        ],
    }


def main():
    ways = {"DuckDB": with_duckdb, "pyarrow": with_pyarrow}
    counts = {}
    for tool, way in ways.items():
        for source in sorted(LAYOUTS.glob("*.parquet")):
            with tempfile.TemporaryDirectory() as directory:
                target = pathlib.Path(directory) / "target.parquet"
                try:
                    way(source, target)
                    after = features(target)
                except Exception as e:  # each tool has its own exceptions
                    print(f"{tool} cannot: {source.name}: {e!s:.120}")
                    continue
                for name, value in features(source).items():
                    if value is not None:
                        count = counts.setdefault(name, {}).setdefault(tool, [0, 0])
                        count[0] += after[name] == value
                        count[1] += 1
    print(f"| files of ../resources/layouts that keep | {' | '.join(ways)} |")
    print(f"| --- |{' ---: |' * len(ways)}")
    for name, tools in counts.items():
        print(f"| {name} | {' | '.join('{} of {}'.format(*tools.get(tool, (0, 0))) for tool in ways)} |")


if __name__ == "__main__":
    main()

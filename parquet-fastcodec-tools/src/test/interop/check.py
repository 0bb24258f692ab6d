# SPDX-License-Identifier: Apache-2.0
"""Reads the files of WrittenFilesTest in target/interop with pyarrow, DuckDB and polars, and compares every value.

Does the same with the files of RecompressedFilesTest and their sources; the tools must skip the same row groups in both.
Prints a line for each tool and file, then "N passed, M failed"; fails too if anything is missing. Finally, flips.py tries the
files with a flipped bit that FlippedBitTest recorded.
"""

import json
import pathlib
import struct
import sys

import duckdb
import polars
import pyarrow
import pyarrow.dataset
import pyarrow.parquet

import dataset
import flips
import lzo2

HERE = pathlib.Path(__file__).resolve().parent
CODEC = HERE.parents[3] / "parquet-fastcodec"
EXPECTED = CODEC / "src" / "test" / "resources" / "interop"
WRITTEN = CODEC / "target" / "interop"

CODECS = ["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw", "lz4", "lzo"]

# The expected number of files for each codec: V1 and V2 with and without dictionary, V1 and V2 with large pages, and V1 with
# pages that hardly shrink; V2 stores those without a codec.
FILES = {"mixed": 4, "large": 2, "noise": 1}

NO_LZO = "has no LZO; the pages in pages.json go to liblzo2"
ONE_FRAME = "reads one frame only of the legacy LZ4, also of what parquet-java writes with Hadoop's codec"

# The files that a tool cannot read, and why. If the tool reads one, its entry is out of date.
REFUSED = {
    ("pyarrow", "lzo", "mixed"): NO_LZO,
    ("pyarrow", "lzo", "large"): NO_LZO,
    ("pyarrow", "lzo", "noise"): NO_LZO,
    ("duckdb", "lzo", "mixed"): NO_LZO,
    ("duckdb", "lzo", "large"): NO_LZO,
    ("duckdb", "lzo", "noise"): NO_LZO,
    ("polars", "lzo", "mixed"): NO_LZO,
    ("polars", "lzo", "large"): NO_LZO,
    ("polars", "lzo", "noise"): NO_LZO,
    ("polars", "lz4", "large"): ONE_FRAME,
}

PAGES = {"LZ4": 4, "LZO": 4}

LAYOUTS = HERE.parent / "resources" / "layouts"
RECOMPRESSED = HERE.parents[2] / "target" / "interop-recompressed"
RECOMPRESSED_TO = [
    "UNCOMPRESSED", "SNAPPY", "GZIP", "GZIP-12", "ZSTD", "LZ4_RAW", "LZ4_RAW-9", "LZ4_RAW-12", "BROTLI"
]

# Filters for which a tool may use statistics, indexes and bloom filters.
FILTERS = {"id": [700, 350, -1], "word": ["word 7", "word that nobody wrote"]}


def read_with_pyarrow(path):
    table = pyarrow.parquet.ParquetFile(path).read()
    return table.column_names, zip(*(column.to_pylist() for column in table.columns), strict=True)


def read_with_duckdb(path):
    with duckdb.connect() as connection:
        cursor = connection.execute("FROM read_parquet(?)", [str(path)])
        return [column[0] for column in cursor.description], cursor.fetchall()


def read_with_polars(path):
    frame = polars.read_parquet(path)
    return frame.columns, frame.rows()


READERS = {"pyarrow": read_with_pyarrow, "duckdb": read_with_duckdb, "polars": read_with_polars}


class Report:
    """Prints and counts the results."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def line(self, tool, subject, problem):
        if problem is None:
            self.passed += 1
            print(f"pass  {tool:8} {subject}")
        else:
            self.failed += 1
            print(f"FAIL  {tool:8} {subject}: {problem}")

    def refusal(self, tool, subject, reason):
        print(f"skip  {tool:8} {subject}: {reason}")


def difference(reader, path, expected):
    """Returns the first difference between a file and the expected data, or None."""
    columns, rows = expected
    names, found = reader(path)
    if list(names) != [name for name, _ in columns]:
        return f"has the columns {names}"
    found = list(found)
    for at, (row, expected_row) in enumerate(zip(found, rows)):
        for (name, type_), value, expected_value in zip(columns, row, expected_row, strict=True):
            actual = dataset.canonical(type_, value)
            # True equals 1 in Python, but its text differs
            if repr(actual) != repr(expected_value):
                return f"row {at}, column {name}: expected {expected_value!r:.200}, found {actual!r:.200}"
    if len(found) != len(rows):
        return f"has {len(found)} rows, expected {len(rows)}"
    return None


def check_file(report, tool, path, expected, refused):
    try:
        problem = difference(READERS[tool], path, expected)
    except Exception as e:  # each tool has its own exceptions
        if refused:
            report.refusal(tool, path.name, refused)
            return
        problem = f"{type(e).__name__}: {e}"
    if refused:
        problem = f'was read, although the table says that it "{refused}"'
    report.line(tool, path.name, problem)


def check_files(report):
    unknown = set(WRITTEN.glob("*.parquet"))
    for name, count in FILES.items():
        expected = dataset.load(EXPECTED / f"{name}.json")
        for codec in CODECS:
            paths = sorted(WRITTEN.glob(f"{codec}-*-{name}.parquet"))
            unknown.difference_update(paths)
            for tool in READERS:
                if len(paths) != count:
                    report.line(tool, f"{codec}-*-{name}.parquet", f"there are {len(paths)} files, expected {count}")
                for path in paths:
                    check_file(report, tool, path, expected, REFUSED.get((tool, codec, name)))
    for path in sorted(unknown):
        report.line("-", path.name, "is not in the table of codecs and datasets")


def unframed(page):
    """Returns the blocks of a page in Hadoop's framing, as (uncompressed size, block); our frames have one block each."""
    blocks, at = [], 0
    while at < len(page):
        (size,) = struct.unpack_from(">i", page, at)
        at += 4
        if size > 0:
            (length,) = struct.unpack_from(">i", page, at)
            blocks.append((size, page[at + 4 : at + 4 + length]))
            at += 4 + length
    return blocks


def check_pages(report):
    lz4 = pyarrow.Codec("lz4_raw")
    decompressors = {"LZ4": ("liblz4", lambda block, size: lz4.decompress(block, size, asbytes=True))}
    if lzo2.available():
        decompressors["LZO"] = ("liblzo2", lzo2.decompress)
    path = WRITTEN / "pages.json"
    pages = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    for codec, count in PAGES.items():
        found = [page for page in pages if page["codec"] == codec]
        if len(found) != count:
            report.line("-", f"{codec} pages", f"there are {len(found)}, expected {count}")
        for page in found:
            if codec not in decompressors:
                report.refusal("liblzo2", page["name"], "is not installed (Debian: liblzo2-2)")
                continue
            library, decompress = decompressors[codec]
            report.line(library, page["name"], page_difference(page, decompress))


def page_difference(page, decompress):
    try:
        blocks = unframed(bytes.fromhex(page["page"]))
        content = b"".join(decompress(block, size) for size, block in blocks)
    except (OSError, ValueError, struct.error) as e:
        return f"{type(e).__name__}: {e}"
    return None if content == dataset.expand("run", page["content"]).encode() else "holds something else"


def pyarrow_rows(path):
    """Returns the rows that pyarrow reads from a file: all rows, then the rows that pass each filter."""
    file = pyarrow.parquet.ParquetFile(path)
    yield file.read()
    for column, values in FILTERS.items():
        if column in file.schema_arrow.names:
            for value in values:
                yield pyarrow.parquet.read_table(path, filters=[(column, "=", value)])


def duckdb_rows(path):
    """Returns the rows that DuckDB reads from a file, as text to avoid Python types: all, then those that pass each filter."""
    with duckdb.connect() as connection:
        query = "SELECT COLUMNS(*)::VARCHAR FROM read_parquet(?)"
        cursor = connection.execute(query, [str(path)])
        names = [column[0] for column in cursor.description]
        yield cursor.fetchall()
        for column, values in FILTERS.items():
            if column in names:
                for value in values:
                    yield connection.execute(f"{query} WHERE {column} = ?", [str(path), value]).fetchall()


def pyarrow_row_groups(path):
    """Returns, for each filter, the row groups that pyarrow does not skip by their statistics."""
    (fragment,) = pyarrow.dataset.dataset(path).get_fragments()
    for column, values in FILTERS.items():
        if column in fragment.physical_schema.names:
            for value in values:
                left = fragment.subset(filter=pyarrow.dataset.field(column) == value)
                yield [row_group.id for row_group in left.row_groups]


def duckdb_bloom_filters(path):
    """Returns, for each filter, whether DuckDB skips each row group by its bloom filter."""
    with duckdb.connect() as connection:
        names = [row[0] for row in connection.execute("DESCRIBE FROM read_parquet(?)", [str(path)]).fetchall()]
        query = "SELECT row_group_id, bloom_filter_excludes FROM parquet_bloom_probe(?, ?, ?) ORDER BY ALL"
        for column, values in FILTERS.items():
            if column in names:
                for value in values:
                    yield connection.execute(query, [str(path), column, value]).fetchall()


# A tool must read the same from a recompressed file as from its source.
RECOMPRESSED_READERS = [
    ("pyarrow", "rows", pyarrow_rows),
    ("duckdb", "rows", duckdb_rows),
    ("pyarrow", "row groups by statistics", pyarrow_row_groups),
    ("duckdb", "row groups by bloom filters", duckdb_bloom_filters),
]


def check_recompressed(report):
    for tool, what, find in RECOMPRESSED_READERS:
        for source in sorted(LAYOUTS.glob("*.parquet")):
            for codec in RECOMPRESSED_TO:
                path = RECOMPRESSED / f"{source.stem}.{codec}.parquet"
                try:
                    problem = None if list(find(path)) == list(find(source)) else "differs from its source"
                except Exception as e:  # each tool has its own exceptions
                    problem = f"{type(e).__name__}: {e}"
                report.line(tool, f"{path.name}, {what}", problem)


def check_skipped(report):
    """Requires that statistics and bloom filters exclude some row groups: otherwise the comparison would not test them."""
    sources = sorted(LAYOUTS.glob("*.parquet"))
    by_statistics = sum(not left for source in sources for left in pyarrow_row_groups(source))
    report.line("pyarrow", "leaves row groups out", None if by_statistics else "never")
    by_bloom = sum(excludes for source in sources for found in duckdb_bloom_filters(source) for _, excludes in found)
    report.line("duckdb", "leaves row groups out", None if by_bloom else "never")


def main():
    report = Report()
    check_files(report)
    check_pages(report)
    check_recompressed(report)
    check_skipped(report)
    flips.check(report)
    print(f"{report.passed} passed, {report.failed} failed")
    sys.exit(1 if report.failed or not report.passed else 0)


if __name__ == "__main__":
    main()

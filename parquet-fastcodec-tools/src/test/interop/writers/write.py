# SPDX-License-Identifier: Apache-2.0
"""Writes files with one library, run by the Python that has it: write.py LIBRARY FOLDER. For Python 3.7 and newer."""

import glob
import os
import shutil
import sys
import tempfile

from rows import ROWS, columns

CODECS = ["uncompressed", "snappy", "gzip", "zstd"]
LEVELS = {"gzip": 6, "zstd": 3, "brotli": 4}  # where a level is required


def target(codec, kind):
    return os.path.join(sys.argv[2], codec + "-" + kind + ".parquet")


def attempt(codec, kind, write):
    """Writes a file, or prints why this version cannot write it."""
    path = target(codec, kind)
    try:
        write(path)
    except BaseException as e:  # a panic of a Rust library is one
        if os.path.exists(path):
            os.remove(path)
        print("  no %s-%s: %s: %.90s" % (codec, kind, type(e).__name__, str(e).replace("\n", " ")))


def take_file(folder, path):
    """Moves the file of a library to a path; if the library has written a folder, moves the largest file in it."""
    if os.path.isfile(folder):
        os.rename(folder, path)
    else:
        os.rename(max(glob.glob(folder + "/*.parquet"), key=os.path.getsize), path)
        shutil.rmtree(folder)


def arrow_table(names=None):
    import pyarrow

    data = columns()
    names = names or list(data)
    return pyarrow.Table.from_arrays([pyarrow.array(data[name]) for name in names], names)


def pyarrow():
    import pyarrow.parquet

    old = pyarrow.__version__.startswith("0.")  # writes no structs, and V1 pages only
    table = arrow_table(["id", "noise", "word", "text", "flag", "list"] if old else None)
    for codec in CODECS + ["brotli", "lz4"]:
        name = "none" if codec == "uncompressed" else codec
        for page in "1.0", "2.0":
            options = {} if old else {"data_page_version": page}
            options.update(compression=name, row_group_size=1700, data_page_size=4096)
            if page == "1.0" or not old:
                attempt(codec, "v" + page[0], lambda path: pyarrow.parquet.write_table(table, path, **options))


def fastparquet():
    import fastparquet as library
    import pandas

    data = columns()
    del data["list"], data["pair"]
    frame = pandas.DataFrame(data)
    for codec in CODECS + ["brotli", "lz4_raw"]:
        name = None if codec == "uncompressed" else codec.upper()
        attempt(codec, "v1", lambda path: library.write(path, frame, compression=name, row_group_offsets=[0, 1700]))
        if hasattr(library.writer, "DATAPAGE_VERSION"):
            library.writer.DATAPAGE_VERSION = 2
            attempt(codec, "v2", lambda path: library.write(path, frame, compression=name))
            library.writer.DATAPAGE_VERSION = 1


def duckdb():
    import duckdb as library

    rows = (
        "SELECT 7 * i AS id, i * 2654435761 % 4294967296 / 7.0 AS noise, 'word ' || (i * i % 40)::VARCHAR AS word,"
        " CASE WHEN i % 5 = 0 THEN NULL ELSE 'row ' || i::VARCHAR || ' of many, of which no two are the same' END AS text,"
        " i % 3 = 0 AS flag, CASE WHEN i % 11 = 0 THEN NULL ELSE range(i % 5) END AS list FROM range({}) t(i)".format(ROWS)
    )
    connection = library.connect()
    for codec in CODECS + ["brotli", "lz4_raw"]:
        for kind, options in ("v1", ""), ("v2", ", PARQUET_VERSION V2"):
            attempt(codec, kind, lambda path: connection.execute(
                "COPY (%s) TO '%s' (FORMAT PARQUET, CODEC '%s'%s)" % (rows, path, codec, options)))


def polars():
    import polars as library

    frame = library.DataFrame(columns())
    for codec in CODECS + ["brotli", "lz4_raw"]:
        name = "lz4" if codec == "lz4_raw" else codec
        attempt(codec, "v1", lambda path: frame.write_parquet(path, compression=name, statistics=True))


def deltalake():
    import inspect

    import deltalake as library

    table = arrow_table()
    has_engine = "engine" in inspect.signature(library.write_deltalake).parameters
    for codec in CODECS:
        level = LEVELS.get(codec)
        properties = library.WriterProperties(
            compression=codec.upper(), max_row_group_size=1700, data_page_size_limit=4096,
            **({} if level is None else {"compression_level": level}))

        def write(path):
            folder = path + ".table"
            engine = {"engine": "rust"} if has_engine else {}
            library.write_deltalake(folder, table, writer_properties=properties, **engine)
            take_file(folder, path)

        attempt(codec, "v1", write)


def datafusion():
    import datafusion as library

    context = library.SessionContext()
    from_arrow = context.from_arrow if hasattr(context, "from_arrow") else context.from_arrow_table
    frame = from_arrow(arrow_table())
    for codec in CODECS + ["brotli", "lz4_raw"]:
        def write(path):
            folder = path + ".d"
            level = LEVELS.get(codec)
            if level is None:
                frame.write_parquet(folder, compression=codec)
            else:
                frame.write_parquet(folder, compression=codec, compression_level=level)
            take_file(folder, path)

        for page in 1, 2:
            context.sql("SET datafusion.execution.parquet.writer_version = '%d.0'" % page)
            attempt(codec, "v%d" % page, write)


def arro3():
    import arro3.io

    table = arrow_table()
    for codec in CODECS + ["brotli", "lz4_raw"]:
        name = "%s(%d)" % (codec, LEVELS[codec]) if codec in LEVELS else codec
        for page in 1, 2:
            attempt(codec, "v%d" % page, lambda path: arro3.io.write_parquet(
                table, path, compression=name, writer_version="parquet_%d_0" % page, data_page_size_limit=4096,
                max_row_group_size=1700, bloom_filter_enabled=page == 2))


def chdb():
    import chdb as library

    for codec in CODECS + ["brotli", "lz4"]:
        name = "none" if codec == "uncompressed" else codec
        for kind, encoder in ("arrow", 0), ("native", 1):
            def write(path):
                answer = library.query(
                    "SELECT 7 * number AS id, number * 2654435761 % 4294967296 / 7 AS noise,"
                    " 'word ' || toString(number * number % 40) AS word,"
                    " if(number % 5 = 0, NULL, 'row ' || toString(number) || ' of many, of which no two are the same') AS text,"
                    " number % 3 = 0 AS flag, range(number % 5) AS list FROM numbers({})"
                    " INTO OUTFILE '{}' FORMAT Parquet SETTINGS output_format_parquet_compression_method = '{}',"
                    " output_format_parquet_use_custom_encoder = {}, output_format_parquet_row_group_size = 1700".format(
                        ROWS, path, name, encoder))
                if not os.path.exists(path):
                    raise OSError(str(answer))

            attempt(codec, kind, write)


def kuzu():
    import kuzu as library

    with tempfile.TemporaryDirectory() as folder:
        connection = library.Connection(library.Database(os.path.join(folder, "graph")))
        for codec in CODECS + ["lz4_raw"]:
            attempt(codec, "v1", lambda path: connection.execute(
                "COPY (UNWIND range(0, {}) AS i RETURN 7 * i AS id, i * 2654435761 % 4294967296 / 7.0 AS noise,"
                " concat('word ', cast(i * i % 40, 'STRING')) AS word, CASE WHEN i % 5 = 0 THEN NULL ELSE"
                " concat('row ', cast(i, 'STRING'), ' of many') END AS text, i % 3 = 0 AS flag, [i, i + 1] AS list)"
                " TO '{}' (compression = '{}')".format(ROWS - 1, path, codec)))


def geopandas():
    import geopandas as library
    from shapely.geometry import Point

    data = columns()
    del data["list"], data["pair"]
    points = [Point(i % 360 - 180, i % 180 - 90) for i in range(ROWS)]
    frame = library.GeoDataFrame(data, geometry=points, crs="EPSG:4326")
    for codec in CODECS:
        name = None if codec == "uncompressed" else codec
        for page in "1.0", "2.0":
            attempt(codec, "v" + page[0], lambda path: frame.to_parquet(path, compression=name, data_page_version=page))


def daft():
    import daft as library

    frame = library.from_pydict(columns())
    for codec in CODECS:
        def write(path):
            frame.write_parquet(path + ".d", compression="none" if codec == "uncompressed" else codec)
            take_file(path + ".d", path)

        attempt(codec, "v1", write)


if __name__ == "__main__":
    os.makedirs(sys.argv[2], exist_ok=True)
    globals()[sys.argv[1]]()

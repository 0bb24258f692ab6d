# SPDX-License-Identifier: Apache-2.0
"""Writes ../resources/interop: Parquet files of other implementations, pages in Hadoop's framing, and their expected values.

Deterministic: with the versions of requirements.txt a second run changes no byte.
"""

import decimal
import json
import pathlib
import random
import struct
import sys

import duckdb
import polars
import pyarrow
import pyarrow.parquet

import dataset
import lzo2

TARGET = pathlib.Path(__file__).resolve().parents[4] / "parquet-fastcodec" / "src" / "test" / "resources" / "interop"

# Codecs by their names in the footer, then the tools' own names. No tool writes LZO; their LZ4 is LZ4_RAW.
CODECS = ["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"]
ARROW_NAMES = {"uncompressed": "none"}
POLARS_NAMES = {"lz4_raw": "lz4"}

ARROW_TYPES = {
    "int32": pyarrow.int32(),
    "int64": pyarrow.int64(),
    "double": pyarrow.float64(),
    "string": pyarrow.string(),
    "run": pyarrow.string(),
    "boolean": pyarrow.bool_(),
    "binary": pyarrow.binary(),
    "noise": pyarrow.binary(),
    "timestamp": pyarrow.timestamp("us"),
    "decimal": pyarrow.decimal128(12, 3),
    "list": pyarrow.list_(pyarrow.int64()),
    "struct": pyarrow.struct([("a", pyarrow.int32()), ("b", pyarrow.string())]),
}
DECODERS = {
    "double": lambda digits: struct.unpack(">d", bytes.fromhex(digits))[0],
    "binary": bytes.fromhex,
    "noise": bytes.fromhex,
    "decimal": decimal.Decimal,
}

# Values that reveal a wrong byte order, comparison, encoding or length.
DOUBLES = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 5e-324, 1.7976931348623157e308, 1 / 3, -1e-7]
STRINGS = [
    "",
    "plain",
    "naïve café",
    "漢字かな",
    "🦆🐻‍❄️",
    "a\u0000b",
    'line\nbreak "quoted" \\',
    "\u202eright to left",
    "e\u0301",
]


def mixed(rng):
    columns = [
        ["i32", "int32"],
        ["i64", "int64"],
        ["f64", "double"],
        ["text", "string"],
        ["maybe", "int32"],
        ["flag", "boolean"],
        ["bytes", "binary"],
        ["numbers", "list"],
        ["pair", "struct"],
        ["at", "timestamp"],
        ["price", "decimal"],
    ]
    rows = []
    for i in range(317):
        rows.append([
            [-(2**31), 2**31 - 1, 0][i] if i < 3 else signed(rng, 32),
            [-(2**63), 2**63 - 1, 0][i] if i < 3 else i * 1_000_003,
            dataset.bits(DOUBLES[i % 13] if i % 13 < len(DOUBLES) else rng.random()),
            STRINGS[i % 11] if i % 11 < len(STRINGS) else f"text {rng.getrandbits(8)} of row {i}",
            None if i % 7 == 3 or 100 <= i < 140 else rng.getrandbits(4),
            rng.getrandbits(2) == 0,
            None if i % 17 == 5 else rng.randbytes(i % 12).hex(),
            [None, [], [None], [1, None, i], [-(2**63), 2**63 - 1]][i % 5],
            None if i % 6 == 1 else {"a": None if i % 6 == 2 else i % 10, "b": None if i % 6 == 4 else STRINGS[i % 5]},
            [0, -1, 253402300799999999][i] if i < 3 else 1_700_000_000_000_000 + signed(rng, 44),
            None if i % 9 == 8 else str(decimal.Decimal(signed(rng, 39)).scaleb(-3)),
        ])
    return columns, 1, rows


def groups(rng):
    """Rows whose period is prime to 2048: DuckDB's row groups have a multiple of 2048 rows, and so begin with different rows."""
    columns = [["i32", "int32"], ["text", "string"], ["maybe", "int64"]]
    rows = [[signed(rng, 32), STRINGS[i % len(STRINGS)], None if i % 3 == 0 else i] for i in range(97)]
    return columns, 47, rows


def large(_):
    """Pages of 800 KiB that take a few KiB on disk: more than one block of any framing, window or buffer of 256 KiB."""
    columns = [["i32", "int32"], ["text", "run"]]
    rows = []
    for i in range(100):
        unit = f"row {i} of the large page, {STRINGS[i % len(STRINGS)]}; "
        rows.append([i, [unit, 8192 // len(unit.encode())]])
    return columns, 1, rows


def noise(_):
    """Pages of 40 and 150 KB that every codec shrinks, but by less than a percent."""
    columns = [["small", "noise"], ["large", "noise"]]
    rows = [[[[f"small {i}", 800]], [[f"large {i}", 3000]]] for i in range(49)]
    rows.append([[["small 48", 200], ["small 49", 600]], [["large 48", 1100], ["large 49", 1900]]])
    return columns, 1, rows


def signed(rng, width):
    return rng.getrandbits(width) - 2 ** (width - 1)


def table_of(path):
    columns, rows = dataset.load(path)
    arrays = {}
    for index, (name, type_) in enumerate(columns):
        decode = DECODERS.get(type_, lambda value: value)
        values = [None if row[index] is None else decode(row[index]) for row in rows]
        arrays[name] = pyarrow.array(values, ARROW_TYPES[type_])
    return pyarrow.table(arrays)


def write_with_pyarrow(table, name, codec, version, dictionary, **options):
    pyarrow.parquet.write_table(
        table,
        TARGET / f"pyarrow-{codec}-v{version}-{'dict' if dictionary else 'plain'}-{name}.parquet",
        compression=ARROW_NAMES.get(codec, codec),
        data_page_version=f"{version}.0",
        use_dictionary=dictionary,
        **options,
    )


def write_with_duckdb(table, name, codec, version, dictionary=True):
    """Writes a file; the version is that of the encodings, because DuckDB always writes V1 pages."""
    target = TARGET / f"duckdb-{codec}-v{version}-{'dict' if dictionary else 'plain'}-{name}.parquet"
    no_dictionary = "" if dictionary else ", dictionary_size_limit 0"
    connection = duckdb.connect()
    # Several threads would write row groups in a random order.
    connection.execute("SET threads = 1")
    connection.register("source", table)
    connection.execute(
        f"COPY (FROM source) TO '{target}' (FORMAT parquet, COMPRESSION {codec}, PARQUET_VERSION V{version},"
        f" ROW_GROUP_SIZE 2048{no_dictionary})"
    )
    connection.close()


def write_with_polars(table, name, codec, **options):
    polars.from_arrow(table).write_parquet(
        TARGET / f"polars-{codec}-v1-auto-{name}.parquet", compression=POLARS_NAMES.get(codec, codec), **options
    )


def framed(frames):
    """Returns frames in Hadoop's framing: the uncompressed size of a frame, then its blocks, each after its compressed size."""
    page = b""
    for frame in frames:
        page += struct.pack(">i", sum(len(source) for source, _ in frame))
        for _, block in frame:
            page += struct.pack(">i", len(block)) + block
    return page


def pages():
    """Returns pages that these tools cannot write to files: legacy LZ4, from pyarrow's liblz4, and LZO, from liblzo2."""
    short, long = ["the same words, over and over; ", 90], ["parquet ", 40_000]
    lz4 = pyarrow.Codec("lz4_raw")

    def with_lz4(source):
        return lz4.compress(source, asbytes=True)

    found = [
        page("lz4 one frame, one block", "LZ4", short, [[2790]], with_lz4),
        page("lz4 one frame, three blocks", "LZ4", short, [[1000, 1000, 790]], with_lz4),
        page("lz4 frame for each 128 KiB", "LZ4", long, [[131072], [131072], [57856]], with_lz4),
        page("lz4 one raw block, as parquet-cpp wrote it before it knew of the framing", "LZ4", short, None, with_lz4),
    ]
    for function in "lzo1x_1", "lzo1x_999":

        def with_lzo(source):
            return lzo2.compress(function, source)

        found += [
            page(f"{function} one frame, one block", "LZO", short, [[2790]], with_lzo),
            page(f"{function} two frames, three blocks", "LZO", short, [[2000, 500], [290]], with_lzo),
            page(f"{function} frame for each 256 KiB", "LZO", long, [[262144], [57856]], with_lzo),
        ]
    return found


def page(name, codec, content, frame_sizes, compress):
    """Returns a page of frames with blocks of the given sizes, or of one raw block if there are no frames."""
    source = dataset.expand("run", content).encode()
    if frame_sizes is None:
        compressed = compress(source)
    else:
        frames, at = [], 0
        for sizes in frame_sizes:
            frame = []
            for size in sizes:
                frame.append((source[at : at + size], compress(source[at : at + size])))
                at += size
            frames.append(frame)
        assert at == len(source), f"{name}: the blocks hold {at} of {len(source)} bytes"
        compressed = framed(frames)
    return {"name": name, "codec": codec, "content": content, "page": compressed.hex()}


def main():
    if not lzo2.available():
        sys.exit("liblzo2 is missing (Debian: apt-get install liblzo2-2); without it the LZO pages would be lost")
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.iterdir():
        old.unlink()
    rng = random.Random(20261101)
    tables = {}
    for make in mixed, groups, large, noise:
        path = TARGET / f"{make.__name__}.json"
        dataset.save(path, *make(rng))
        tables[make.__name__] = table_of(path)

    for codec in CODECS:
        for version in 1, 2:
            for dictionary in True, False:
                # The size of a page is checked only after each batch.
                small_pages = {"row_group_size": 120, "data_page_size": 512, "write_batch_size": 32}
                write_with_pyarrow(tables["mixed"], "mixed", codec, version, dictionary, **small_pages)
                write_with_duckdb(tables["mixed"], "mixed", codec, version, dictionary)
            write_with_duckdb(tables["groups"], "groups", codec, version)
        write_with_polars(tables["mixed"], "mixed", codec, row_group_size=120, data_page_size=512)
        if codec != "uncompressed":
            for version in 1, 2:
                write_with_pyarrow(tables["large"], "large", codec, version, dictionary=False)
            write_with_duckdb(tables["large"], "large", codec, version=1, dictionary=False)
            write_with_polars(tables["large"], "large", codec)
    (TARGET / "pages.json").write_text(json.dumps(pages(), indent=1) + "\n", encoding="utf-8")

    files = sorted(TARGET.iterdir())
    print(f"{len(files)} files, {sum(file.stat().st_size for file in files)} bytes, in {TARGET}")


if __name__ == "__main__":
    main()

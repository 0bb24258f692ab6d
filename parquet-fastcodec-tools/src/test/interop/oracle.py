# SPDX-License-Identifier: Apache-2.0
"""Compares verify --values with pyarrow, DuckDB, polars and parquet-java on small files with one flipped bit.

Run it with "run oracle.py [STEP]", after "mvn package". The pages have no compression, checksums or statistics, so that only
the decoders can notice a flip. One in STEP bits of page headers, levels and values is flipped (by default each one, which takes
about an hour on two cores). A file that a reader refuses or that two readers read differently must be a finding of verify,
unless EXCEPTIONS lists the message; undamaged files must have no findings. Each reader runs in its own process, because readers
crash.
"""

import collections
import decimal
import json
import math
import pathlib
import random
import resource
import select
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOL = next((HERE.parents[2] / "target").glob("*-all.jar"), None)
SEED = 20261126

# The number of flipped files that are on disk at a time.
BATCH = 10_000

# A small file takes milliseconds. A reader that needs longer than this hangs, which counts as a refusal.
SECONDS = 20
MEMORY = 8 << 30

# Refusals without a finding of verify: the reader, part of its message, and the reason why this is not damage.
EXCEPTIONS = {
    ("polars", "Invalid thrift: bad data"): "a field of another type, which readers skip, of a type that polars cannot skip",
}

ROWS = 12

DIGITS = decimal.Context(prec=100)


def some(values):
    return [None if i % 4 == 1 else value for i, value in enumerate(values)]


def columns():
    """Returns, for each column, its values, its type, and the encodings that pyarrow writes for it."""
    import pyarrow as pa

    ints = [i * 7919 % 50 - 20 for i in range(ROWS)]
    texts = ["äö", "z€", "", "plain", "ñ", "ñandú", "plainer", "x", "xy", "xyz", "", "äöü"]
    pair = pa.struct([("a", pa.int32()), ("b", pa.string())])
    pairs = [{"a": None if i % 3 == 0 else i, "b": f"s{i}"} for i in range(ROWS)]
    lists = [None if i % 5 == 2 else [None if j == 1 else j * i for j in range(i % 4)] for i in range(ROWS)]
    nested = [None if i % 5 == 2 else [None if j == 2 else list(range(j)) for j in range(i % 4)] for i in range(ROWS)]
    maps = [None if i % 5 == 2 else [(f"k{j}", None if j == 1 else i) for j in range(i % 3)] for i in range(ROWS)]
    deltas = ["PLAIN", "DICTIONARY", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"]
    return {
        "int32": (some(ints), pa.int32(), ["PLAIN", "DICTIONARY", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"]),
        "int64": (ints, pa.int64(), ["PLAIN", "DICTIONARY", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"]),
        "float": (some([i / 4 for i in ints]), pa.float32(), ["PLAIN", "DICTIONARY", "BYTE_STREAM_SPLIT"]),
        "double": ([i / 4 for i in ints], pa.float64(), ["PLAIN", "BYTE_STREAM_SPLIT"]),
        "boolean": (some([i % 3 == 0 for i in ints]), pa.bool_(), ["PLAIN", "RLE"]),
        "string": (some(texts), pa.string(), deltas),
        "binary": ([text.encode() for text in texts], pa.binary(), deltas),
        "fixed": (some([struct.pack(">iB", i, i & 3) for i in ints]), pa.binary(5), deltas[:2] + deltas[3:]),
        "int8": (some(ints), pa.int8(), ["PLAIN"]),
        "time": (some([1 + i * 7919 for i in range(ROWS)]), pa.time64("us"), ["PLAIN"]),
        "date": (some(ints), pa.date32(), ["PLAIN"]),
        "timestamp": (some(ints), pa.timestamp("us"), ["PLAIN"]),
        "decimal": (some([decimal.Decimal(i).scaleb(-2) for i in ints]), pa.decimal128(5, 2), ["PLAIN"]),
        "sorted": (sorted(ints), pa.int32(), ["PLAIN", "DICTIONARY"]),
        "nulls": ([None] * ROWS, pa.int32(), ["PLAIN", "DICTIONARY", "DELTA_BINARY_PACKED"]),
        "list": (lists, pa.list_(pa.int32()), ["PLAIN", "DICTIONARY", "DELTA_BINARY_PACKED"]),
        "lists": (nested, pa.list_(pa.list_(pa.int32())), ["PLAIN"]),
        "pair": ([None if i % 5 == 2 else pairs[i] for i in range(ROWS)], pair, ["PLAIN"]),
        "pairs": ([None if i % 5 == 2 else pairs[: i % 3] for i in range(ROWS)], pa.list_(pair), ["PLAIN"]),
        "map": (maps, pa.map_(pa.string(), pa.int32()), ["PLAIN"]),
    }


def leaves(type_, path):
    import pyarrow as pa

    if pa.types.is_map(type_):
        return leaves(type_.key_type, path + ".key_value.key") + leaves(type_.item_type, path + ".key_value.value")
    if pa.types.is_list(type_):
        return leaves(type_.value_type, path + ".list.element")
    if pa.types.is_struct(type_):
        return [leaf for field in type_ for leaf in leaves(field.type, f"{path}.{field.name}")]
    return [path]


def write_sources(folder):
    import duckdb
    import polars
    import pyarrow
    import pyarrow.parquet

    for name, (values, type_, encodings) in columns().items():
        field = pyarrow.field("c", type_, nullable=None in values)
        table = pyarrow.table([pyarrow.array(values, type_)], schema=pyarrow.schema([field]))
        for encoding in encodings:
            is_named = encoding not in ("PLAIN", "DICTIONARY")
            for version in "1.0", "2.0":
                pyarrow.parquet.write_table(
                    table,
                    folder / f"pyarrow-{name}-{encoding}-v{version[0]}.parquet",
                    compression="NONE",
                    write_statistics=False,
                    store_schema=False,
                    data_page_version=version,
                    use_dictionary=encoding == "DICTIONARY",
                    sorting_columns=[pyarrow.parquet.SortingColumn(0)] if name == "sorted" else None,
                    column_encoding={leaf: encoding for leaf in leaves(type_, "c")} if is_named else None,
                )
    query = (
        "SELECT i * 7 % 10 - 3 AS a, CASE WHEN i % 4 != 1 THEN 'w' || i % 5 END AS s, i * 1.5::DOUBLE AS d, i % 3 = 0 AS b,"
        ' [i, NULL, i + 1][: i % 4] AS l, \'{"a": 1}\'::JSON AS j, (CASE i % 2 WHEN 0 THEN \'x\' ELSE \'y\' END)'
        "::ENUM('x', 'y') AS e FROM range(12) AS r(i)"
    )
    with duckdb.connect() as connection:
        for version in "V1", "V2":
            path = folder / f"duckdb-{version}.parquet"
            options = f"FORMAT parquet, COMPRESSION uncompressed, PARQUET_VERSION {version}"
            connection.execute(f"COPY ({query}) TO '{path}' ({options})")
    frame = polars.DataFrame(
        {
            "a": [1, None, 3, 4, 5, 6],
            "s": ["a", None, "ä", "b", "cc", ""],
            "l": [[1], None, [], [2, None], [3], [4, 5]],
            "p": [{"x": 1, "y": "q"}] * 3 + [{"x": None, "y": None}] * 3,
        }
    )
    frame.write_parquet(folder / "polars.parquet", compression="uncompressed", statistics=False)


def values(array):
    """Returns the values of an Arrow array in the same form for all readers: text as bytes, floats as bits."""
    import pyarrow as pa

    type_ = array.type
    if isinstance(type_, pa.BaseExtensionType):
        return values(array.storage)
    if pa.types.is_string_view(type_):
        return values(array.cast(pa.large_string()))
    if pa.types.is_binary_view(type_):
        return values(array.cast(pa.large_binary()))
    if pa.types.is_dictionary(type_):
        return values(array.dictionary_decode())
    if pa.types.is_string(type_) or pa.types.is_large_string(type_):
        plain = pa.binary() if pa.types.is_string(type_) else pa.large_binary()
        array = pa.Array.from_buffers(plain, len(array), array.buffers(), offset=array.offset)
        type_ = plain
    if pa.types.is_binary(type_) or pa.types.is_large_binary(type_) or pa.types.is_fixed_size_binary(type_):
        return [None if value is None else value.hex() for value in array.to_pylist()]
    if pa.types.is_floating(type_):
        bits = [None if v is None else "nan" if math.isnan(v) else struct.pack(">d", v).hex() for v in array.to_pylist()]
        return bits
    if pa.types.is_decimal(type_):
        return [None if v is None else int(v.scaleb(type_.scale, DIGITS)) for v in array.to_pylist()]
    if pa.types.is_time(type_):
        return [v if v is None or type_.unit == "us" else v // 1000 for v in array.cast(pa.int64()).to_pylist()]
    if pa.types.is_temporal(type_):
        return array.cast(pa.int32() if pa.types.is_date(type_) else pa.int64()).to_pylist()
    is_there = array.is_valid().to_pylist()
    if pa.types.is_struct(type_):
        fields = [values(array.field(i)) for i in range(type_.num_fields)]
        return [[field[i] for field in fields] if there else None for i, there in enumerate(is_there)]
    if pa.types.is_map(type_) or pa.types.is_list(type_) or pa.types.is_large_list(type_):
        is_map = pa.types.is_map(type_)
        elements = list(map(list, zip(values(array.keys), values(array.items)))) if is_map else values(array.values)
        ends = array.offsets.to_pylist()
        lists = [elements[ends[i] : ends[i + 1]] if there else None for i, there in enumerate(is_there)]
        # The last value of a key counts, according to the format; polars reads only that one.
        return [entries and list(dict(zip(next(zip(*entries)), entries)).values()) for entries in lists] if is_map else lists
    return array.to_pylist()


def read_with_pyarrow(path):
    import pyarrow.parquet

    return pyarrow.parquet.ParquetFile(path).read(use_threads=False)


def query(sql, parameters):
    """Returns the result of DuckDB as an Arrow table."""
    import duckdb

    config = {"threads": 1, "enable_external_file_cache": False}
    connection = query.connection or duckdb.connect(config=config)
    query.connection = None  # an error may end the connection
    table = connection.execute(sql, parameters).to_arrow_table()
    query.connection = connection
    return table


query.connection = None


def read_with_duckdb(path):
    return query("SELECT * FROM read_parquet(?)", [path])


def read_with_polars(path):
    import polars

    frame = polars.read_parquet(path, parallel="none", glob=False)
    for column in frame:
        if any(column.flags[f"SORTED_{order}"] for order in ("ASC", "DESC")):
            found = [value for value in column if value is not None]
            if found and (column.min(), column.max()) != (min(found), max(found)):
                raise ValueError("min() or max() is that of a sorted column, which it is not")
    return frame.to_arrow()


READERS = {"pyarrow": read_with_pyarrow, "duckdb": read_with_duckdb, "polars": read_with_polars}


def work(read):
    """Reads paths from the standard input, and answers each with a line: the values as JSON, or "!" and the reason for none."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        try:
            table = read(line.rstrip("\n"))
            answer = json.dumps(
                [[value for chunk in column.chunks for value in values(chunk)] for column in table.columns],
                separators=(",", ":"),
            )
        except BaseException as e:  # each reader has its own exceptions; one of polars' is not an Exception
            answer = "!" + " ".join(f"{type(e).__name__}: {e}".split())[:300]
        print(answer, flush=True)


COMMANDS = {
    **{tool: [sys.executable, "-B", __file__, "--work", tool] for tool in READERS},
    "parquet-java": ["java", "-Xmx1g", "-XX:+UseSerialGC", "-cp", str(TOOL), str(HERE / "ReadValues.java")],
}


def ask(command, paths):
    """Returns the answers of a reader, which is restarted after a crash or a hang."""
    answers = {}
    left = list(reversed(paths))
    while left:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        line = "begin"
        while left and line:
            path = left.pop()
            process.stdin.write(f"{path}\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], SECONDS)
            line = process.stdout.readline() if ready else ""
            answers[path] = line.rstrip("\n") or "!a crash or a hang"
        process.kill()
        process.wait()
    return answers


def verify(folder):
    """Returns the findings of verify, by path."""
    command = ["java", "-Xmx3g", "-jar", str(TOOL), "verify", "--values", "--json", str(folder)]
    document = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout)
    return {file["file"]: file["findings"] for file in document["files"]}


def noticed(findings):
    """Returns the messages of findings that readers may also notice: damage, and what some of them refuse."""
    refused = "value-range", "wide-deltas", "level-encoding", "last-group"
    return [found["message"] for found in findings if found["severity"] == "damage" or found["kind"] in refused]


def disagreement(answers, able):
    """Returns the disagreement about a flipped file: refusals by readers that can read the good file, or different values."""
    refusals = {
        tool: answer
        for tool, answer in answers.items()
        if tool in able
        and answer.startswith("!")
        and not any(by == tool and part in answer for by, part in EXCEPTIONS)
    }
    read = {answer for tool, answer in answers.items() if not answer.startswith("!")}
    if refusals:
        return "; ".join(f"{tool} {answer[1:]}" for tool, answer in refusals.items())
    return "readers return different values" if len(read) > 1 else None


def flips(source, random_, step):
    data = source.read_bytes()
    (footer,) = struct.unpack_from("<i", data, len(data) - 8)
    for bit in range(32, (len(data) - 8 - footer) * 8):
        if random_.randrange(step) == 0:
            flipped = bytearray(data)
            flipped[bit // 8] ^= 1 << bit % 8
            yield bit, bytes(flipped)


def main():
    if TOOL is None:
        sys.exit("parquet-fastcodec-tools/target has no *-all.jar: run mvn package")
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    print(f"one of {step} bits, seed {SEED}", flush=True)
    random_ = random.Random(SEED)
    failed = []
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as temporary:
        sources = pathlib.Path(temporary) / "sources"
        sources.mkdir()
        write_sources(sources)
        paths = sorted(sources.glob("*.parquet"))
        good = {tool: ask(command, [str(path) for path in paths]) for tool, command in COMMANDS.items()}
        findings = verify(sources)
        able = {path: {tool for tool in COMMANDS if not good[tool][str(path)].startswith("!")} for path in paths}
        for path in paths:
            found = noticed(findings[str(path)])
            said = disagreement({tool: good[tool][str(path)] for tool in COMMANDS}, able[path])
            failed += [f"{path.name} is whole: {problem}" for problem in [*found, said] if problem]
        batch = pathlib.Path(temporary) / "flipped"
        pending = {}
        for path in paths:
            for bit, data in flips(path, random_, step):
                batch.mkdir(exist_ok=True)
                flipped = batch / f"{path.stem}.{bit:06}.parquet"
                flipped.write_bytes(data)
                pending[flipped] = path
            if pending and (len(pending) >= BATCH or path == paths[-1]):
                answers = {tool: ask(command, [str(path) for path in pending]) for tool, command in COMMANDS.items()}
                findings = verify(batch)
                for flipped, source in pending.items():
                    said = disagreement({tool: answers[tool][str(flipped)] for tool in COMMANDS}, able[source])
                    is_found = bool(noticed(findings[str(flipped)]))
                    counts["flipped"] += 1
                    counts["read alike by all"] += said is None
                    counts["found by verify"] += is_found
                    if said and not is_found:
                        failed.append(f"{flipped.name}: {said}")
                shutil.rmtree(batch)
                pending = {}
    for problem in failed:
        print(f"FAIL  {problem}")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    print(f"{counts['flipped'] + len(paths) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed or not counts["flipped"] else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(READERS[sys.argv[2]])
    else:
        main()

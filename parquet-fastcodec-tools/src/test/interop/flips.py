# SPDX-License-Identifier: Apache-2.0
"""Compares verify with parquet-java, pyarrow and DuckDB on files with one flipped bit.

FlippedBitTest writes target/interop/flips.tsv: the file, the bit, the structure of the bit, the result of parquet-java, and the
findings of verify. A flipped file that pyarrow or DuckDB refuses must have a finding; the test checks parquet-java. A file that
all three read unchanged must not have one, except of the kinds listed here.
"""

import collections
import pathlib
import re
import resource
import select
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FLIPS = HERE.parent.parent.parent / "target" / "interop" / "flips.tsv"

# A flip takes milliseconds. A reader that needs longer than this hangs, which counts as a refusal.
SECONDS = 60
MEMORY = 8 << 30


# Refusals of good files: the tool, part of the line about the file, and the reason.
EXCEPTIONS = {
    ("pyarrow", "parquet-java-1.10.1-v1-snappy.parquet, bit 120353 "): "the columns of one group have different numbers of "
    "elements; DuckDB and parquet-java read them, and verify compares numbers of rows",
    ("duckdb", "TIME values must be within a day"): "durations, which fastparquet writes as times",
    ("pyarrow", "LZO compression"): "Arrow has no LZO; parquet-java needs no codec for a chunk without compressed bytes",
    ("pyarrow", "bits not implemented"): "an integer width of an Arrow schema that Arrow does not have yet: a note of verify",
    ("pyarrow", "Unrecognized type"): "a type of an Arrow schema that Arrow does not have yet: a note of verify",
    ("duckdb", "TProtocolException: Invalid data"): "DuckDB does not know the encoding 10, which the format has, in a footer",
}

# Files that a tool cannot read even without a flipped bit, with part of its message.
UNREADABLE = {
    ("pyarrow", "duckdb-zstd-v2-dict-groups.parquet"): "InitBlock EOF",
}

# Findings in files that all three read unchanged, as patterns, with the reason why readers do not notice.
PASSED_OVER = {
    r" is malformed: expected | is truncated at offset | has the unknown field | takes \d+ bytes, but the file says": "Thrift: "
    "readers pass over fields of another number or type than theirs, what follows the footer's end, and half of an end's byte",
    r" is not valid UTF-8": "names and other text: readers put something else for what is no character, or do not look",
    r"^signed footers|^encrypted columns": "readers do not look at signatures, or at the keys of what they need not read",
    r"nulls, but its |its (minimum|maximum) is |^its statistics |^its histogram ": "statistics: readers use them to leave out what "
    "is not looked for, and all was read",
    r"^its (offset|column)[ _]index |^the pages before it hold |_INDEX (\[|claims )|^the (offset|column) index at |its column index says that it has values": "indexes: readers use "
    "them to leave out pages",
    r"bloom[ _]filter|BloomFilterHeader": "bloom filters: readers use them to leave out row groups",
    r" rows, but its (header|footer|row group) says ": "numbers of rows that stand elsewhere too",
    r"total_(un)?compressed_size|^PageHeader at offset \d+ claims ": "sizes that stand elsewhere too",
    r"^its (data|dictionary)_page_offset is |^it has no dictionary page| overlaps ": "places that stand elsewhere too",
    r"^its schema gives \S+ the logical type (LIST|MAP) and the converted type ": "annotations of columns without rows, of which readers "
    "read nothing",
    r"^it has 0 of \d+ values|^its type is |^row group \d+ has \d+ columns|^\w+ page is corrupt|^PageHeader at offset \d+ (is|must|lacks) ": "column "
    "chunks without values, of which readers read nothing",
    r" which does not exist: ": "numbers that are none of the format's, in fields that readers need not know",
    r"^its key-value ARROW:schema": "parts of Arrow's schema that Arrow does not need for these columns",
    r"have more bits, as DuckDB writes them": "a file that pyarrow cannot read even without a flipped bit",
    r"^its bytes have the checksum ": "readers verify checksums only if they are told to",
}


class Pyarrow:
    """Reads files with pyarrow, as tables."""

    def read(self, data, path):
        import pyarrow
        import pyarrow.parquet

        return pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data)).read(use_threads=False)

    def equal(self, read, good):
        return read.equals(good) or repr(read.to_pydict()) == repr(good.to_pydict())  # NaN does not equal itself


class DuckDb:
    """Reads files with DuckDB, as rows of text. A connection takes longer to open than a file, and ends on an error."""

    connection = None

    def read(self, data, path):
        import duckdb

        if self.connection is None:
            self.connection = duckdb.connect(config={"threads": 1, "enable_external_file_cache": False})
        path.write_bytes(data)
        try:
            return self.connection.execute(
                "SELECT COLUMNS(*)::VARCHAR FROM read_parquet(?)", [str(path)]
            ).fetchall()
        except BaseException:
            self.connection.close()
            self.connection = None
            raise

    def equal(self, read, good):
        return read == good


READERS = {"pyarrow": Pyarrow(), "duckdb": DuckDb()}


def values(tool, name, data, path):
    """Returns the content that a tool reads from a good file, or None if it cannot read this file."""
    message = UNREADABLE.get((tool, name))
    try:
        read = READERS[tool].read(data, path)
    except Exception as e:  # each tool has its own exceptions
        if message and message in str(e):
            return None
        raise
    if message:
        raise ValueError(f"{tool} reads {name}, although UNREADABLE says that it does not")
    return read


def outcome(tool, data, path, good):
    try:
        reader = READERS[tool]
        return "same" if reader.equal(reader.read(data, path), good) else "other"
    except BaseException as e:  # each tool has its own exceptions; one of pyarrow's is not an Exception
        return "refused " + " ".join(f"{type(e).__name__}: {e}".split())[:300]


def work():
    """Reads files and bits from the standard input, and answers each with a line. A crash of a reader ends this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    flipped = pathlib.Path(sys.argv[2])
    sources = {}
    good = {}
    for line in sys.stdin:
        file, place = line.rstrip("\n").split("\t")
        if file not in sources:
            sources[file] = pathlib.Path(file).read_bytes()
            for tool in READERS:
                good[file, tool] = values(tool, pathlib.Path(file).name, sources[file], flipped)
        data = bytearray(sources[file])
        place = int(place)
        data[place // 8] ^= 1 << place % 8
        answers = []
        for tool in READERS:
            expected = good[file, tool]
            answers.append("unable" if expected is None else outcome(tool, bytes(data), flipped, expected))
        print("\t".join(answers), flush=True)


class Worker:
    """A process that reads flipped files, restarted after a crash or a hang."""

    def __init__(self, flipped):
        self.flipped = flipped
        self.process = None

    def read(self, file, place):
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-B", __file__, "--work", str(self.flipped)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        self.process.stdin.write(f"{file}\t{place}\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
        line = self.process.stdout.readline() if ready else ""
        if line:
            return line.rstrip("\n").split("\t")
        self.process.kill()
        self.process.wait()
        self.process = None
        return ["refused by a crash or a hang"] * len(READERS)

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def kind(finding):
    """Returns the kind of a finding that readers need not notice, or None."""
    finding = re.sub(r"^row group \d+, column [^:]*: ", "", finding)
    return next((kind for kind in PASSED_OVER if re.search(kind, finding)), None)


def check(report):
    """Reads the flipped files with each tool, and reports those on which the tool and verify disagree."""
    lines = [line.split("\t") for line in FLIPS.read_text(encoding="utf-8").splitlines()] if FLIPS.exists() else []
    counts = collections.Counter()
    refused = {tool: [] for tool in READERS}
    unread = {tool: collections.Counter() for tool in READERS}
    harmless = []
    with tempfile.TemporaryDirectory() as directory:
        worker = Worker(pathlib.Path(directory) / "flipped.parquet")
        for file, place, what, parquet_java, *findings in lines:
            findings = list(filter(None, findings))
            if findings and parquet_java != "same":
                continue
            name = pathlib.Path(file).name
            answers = dict(zip(READERS, worker.read(file, place)))
            for tool, answer in answers.items():
                if answer == "unable":
                    unread[tool][name] += 1
                elif not findings:
                    counts["sound", tool] += 1
                    said = f"{name}, bit {place} in a {what}: {answer}"
                    if answer.startswith("refused") and not any(
                        tool == by and part in said for by, part in EXCEPTIONS
                    ):
                        refused[tool].append(said)
            if findings and all(answer in ("same", "unable") for answer in answers.values()):
                counts["harmless"] += 1
                # If a chunk seems to overlap another one, only verify reads on into it.
                if not any(" overlaps " in finding for finding in findings):
                    harmless += [
                        f"{name}, bit {place} in a {what}: {finding}" for finding in findings if kind(finding) is None
                    ]
        worker.close()
    for tool, found in refused.items():
        for name, count in unread[tool].items():
            report.refusal(tool, f"{count} flips of {name}", f"does not read it as it is: {UNREADABLE[tool, name]}")
        line(report, tool, f"{counts['sound', tool]} flipped files in which verify finds nothing", found)
    line(report, "all", f"{counts['harmless']} flipped files that are read whole, with findings of named kinds", harmless)


def line(report, tool, subject, found):
    problem = "; ".join(found[:20]) if found else "there are none" if subject.startswith("0 ") else None
    report.line(tool, subject, problem)


if __name__ == "__main__" and sys.argv[1:2] == ["--work"]:
    work()

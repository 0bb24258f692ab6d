# SPDX-License-Identifier: Apache-2.0
"""Holds verify against pyarrow and DuckDB, on files of which one bit is flipped.

FlippedBitTest writes target/interop/flips.tsv: the file, the bit, what the bit belongs to, whether verify finds something, and
what parquet-java does. A flipped file that pyarrow or DuckDB refuses must be a finding.
"""

import pathlib
import resource
import select
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FLIPS = HERE.parent.parent.parent / "target" / "interop" / "flips.tsv"
RESOURCES = HERE.parent / "resources"

# A flip takes milliseconds. A reader that needs more than this hangs, which is a refusal too.
SECONDS = 60
MEMORY = 8 << 30


# What a tool refuses although the file is good: part of the tool's message, and why.
EXCEPTIONS = {
    "LZO compression": "Arrow has no LZO; parquet-java needs no codec for a chunk without compressed bytes",
    "Invalid decimal encoding": "DuckDB looks at decimal bounds that others pass over",
}


def pyarrow_values(path):
    import pyarrow.parquet

    return repr(pyarrow.parquet.ParquetFile(path).read().to_pydict())


def duckdb_values(path):
    import duckdb

    with duckdb.connect(config={"threads": 1}) as connection:
        return repr(connection.execute("SELECT COLUMNS(*)::VARCHAR FROM read_parquet(?)", [str(path)]).fetchall())


READERS = {"pyarrow": pyarrow_values, "duckdb": duckdb_values}


def values(tool, path):
    """Returns what a tool reads of a good file, or None if it cannot read it either."""
    try:
        return READERS[tool](path)
    except Exception:  # each tool has its own
        return None


def outcome(tool, path, good):
    try:
        return "same" if READERS[tool](path) == good else "other"
    except BaseException as e:  # each tool has its own; one of pyarrow's is no Exception
        return "refused " + " ".join(f"{type(e).__name__}: {e}".split())[:300]


def work():
    """Reads files and bits from the standard input, and answers each by a line. A reader that crashes takes this process along."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    flipped = pathlib.Path(sys.argv[2])
    good = {}
    for line in sys.stdin:
        file, place = line.rstrip("\n").split("\t")
        source = pathlib.Path(file)
        data = bytearray(source.read_bytes())
        place = int(place)
        data[place // 8] ^= 1 << place % 8
        flipped.write_bytes(data)
        answers = []
        for tool in READERS:
            if (file, tool) not in good:
                good[file, tool] = values(tool, source)
            expected = good[file, tool]
            answers.append("unable" if expected is None else outcome(tool, flipped, expected))
        print("\t".join(answers), flush=True)


class Worker:
    """A process that reads flipped files, and is started again when it crashed or hangs."""

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


def check(report):
    """Has each tool read the flipped files in which verify finds nothing, and reports those that it refuses."""
    lines = [line.split("\t") for line in FLIPS.read_text(encoding="utf-8").splitlines()] if FLIPS.exists() else []
    sound = [(file, place, what) for file, place, what, verdict, _ in lines if verdict == "sound"]
    with tempfile.TemporaryDirectory() as directory:
        worker = Worker(pathlib.Path(directory) / "flipped.parquet")
        refused = {tool: [] for tool in READERS}
        for file, place, what in sound:
            for tool, answer in zip(READERS, worker.read(file, place)):
                if answer.startswith("refused") and not any(reason in answer for reason in EXCEPTIONS):
                    refused[tool].append(f"{pathlib.Path(file).name}, bit {place} in a {what}: {answer}")
        worker.close()
    for tool, found in refused.items():
        problem = "; ".join(found[:20]) if found else None if sound else "there are none"
        report.line(tool, f"{len(sound)} flipped files in which verify finds nothing", problem)


if __name__ == "__main__" and sys.argv[1:2] == ["--work"]:
    work()

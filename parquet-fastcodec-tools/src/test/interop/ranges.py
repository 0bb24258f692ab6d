# SPDX-License-Identifier: Apache-2.0
"""Runs advise with many samples of tables of many kinds, and compares its estimates with the results of recompress.

Run it with "run ranges.py [SEEDS]", after "mvn package". For each table, 85 of 100 results must be within the range that
advise prints, and none may be both outside the range and off by more than 3 points. Takes a second or two for each sample.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq

TARGET = pathlib.Path(__file__).resolve().parents[3] / "target"
TOOL = next(TARGET.glob("*-all.jar"), None)
ROWS = 200_000
GOAL, WORST = 0.85, 0.03
RANDOM = random.Random(20_261_126)
WORDS = ["".join(RANDOM.choices("abcdefghijklmnopqrstuvwxyz", k=RANDOM.randint(3, 9))) for _ in range(2000)]
TEXTS = [" ".join(RANDOM.choices(WORDS, weights=[1 / (i + 1) for i in range(2000)], k=9)) for _ in range(60_000)]


def texts(rows=ROWS):
    return RANDOM.choices(TEXTS, k=rows)


def integers(most, rows=ROWS):
    return [RANDOM.randrange(most) for _ in range(rows)]


def write(path, columns, **settings):
    pq.write_table(pa.table(columns), path, compression="snappy", **settings)


def text(path):
    """Dictionaries that soon overflow, and values after them."""
    numbered = [f"{value} #{i % 9973}" for i, value in enumerate(texts())]
    write(path, {"text": texts(), "numbered": numbered}, row_group_size=50_000)


def by_duckdb(path):
    duckdb.sql(f"copy (select i as id, hash(i) as token, i * 7 % 1000 as price, 'order ' || hash(i * 3) % 5000 as text"
               f" from range({5 * ROWS}) r(i)) to '{path}' (format parquet)")


def by_polars(path):
    frame = polars.DataFrame({"id": range(ROWS), "text": texts(), "kind": integers(50)})
    frame.write_parquet(path, compression="snappy", row_group_size=20_000)


def v2(path):
    write(path, {"number": integers(10**9), "text": texts(), "kind": integers(40)}, data_page_version="2.0",
          row_group_size=20_000, data_page_size=64 << 10)


def by_recompress(path):
    """Pages of ZSTD, some of which have a single distinct value."""
    plain = path.with_suffix(".plain")
    clustered(plain)
    subprocess.run(["java", "-jar", TOOL, "recompress", "--codec", "zstd:1", "--to", path.parent / "by", plain],
                   check=True, capture_output=True)
    (path.parent / "by" / plain.name).rename(path)
    plain.unlink()


def sorted_numbers(path):
    write(path, {"at": sorted(integers(10**12, 5 * ROWS)), "step": [i // 7 for i in range(5 * ROWS)]},
          use_dictionary=False, row_group_size=100_000)


def clustered(path):
    """Row groups that differ from each other."""
    kinds = [lambda: integers(2**62, 20_000), lambda: [5] * 20_000, lambda: list(range(0, 20_000_000, 1000)),
             lambda: integers(1000, 20_000)]
    schema = pa.schema({"number": pa.int64(), "text": pa.string()})
    with pq.ParquetWriter(path, schema, compression="snappy") as writer:
        for group in range(20):
            part = {"number": kinds[group % 4](), "text": texts(20_000) if group % 5 else ["x" * 50] * 20_000}
            writer.write_table(pa.table(part, schema=schema))


def nested(path):
    rows = [[{"a": RANDOM.randrange(10**6), "b": text} for text in RANDOM.choices(TEXTS, k=RANDOM.randint(0, 9))]
            for _ in range(ROWS // 4)]
    write(path, {"id": range(len(rows)), "items": rows}, row_group_size=10_000)


def huge_page(path):
    half = texts(ROWS)
    write(path, {"text": half + [f"{value:064x}" for value in integers(2**256)]}, use_dictionary=False,
          data_page_size=1 << 30, row_group_size=2 * ROWS, max_rows_per_page=10**9)


def noise(path):
    write(path, {"bits": integers(2**63 - 1, 5 * ROWS), "real": [RANDOM.random() for _ in range(5 * ROWS)]},
          row_group_size=100_000)


def wide(path):
    write(path, {f"c{i}": texts(50_000) if i % 3 == 0 else integers(10 ** (1 + i % 9), 50_000) for i in range(20)},
          row_group_size=10_000)


TABLES = [text, by_duckdb, by_polars, v2, by_recompress, sorted_numbers, clustered, nested, huge_page, noise, wide]


def tool(*arguments):
    done = subprocess.run(["java", "-jar", TOOL, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{arguments}: {done.stderr}")
    return json.loads(done.stdout)


def page_bytes(path):
    metadata = pq.read_metadata(path)
    return sum(metadata.row_group(group).column(column).total_compressed_size
               for group in range(metadata.num_row_groups) for column in range(metadata.num_columns))


def truth(path, plan, folder):
    if not plan.get("codec") and not plan.get("columns"):
        return 0
    (folder / "plan.json").write_text(json.dumps(plan))
    target = pathlib.Path(tempfile.mkdtemp(dir=folder))
    tool("recompress", "--plan", folder / "plan.json", "--to", target, path)
    return 1 - page_bytes(target / path.name) / page_bytes(path)


def ask(path, folder, seeds):
    truths, within, worst, ranges = {}, 0, 0, 0
    for seed in range(seeds):
        advice = tool("advise", "--goal=smallest", "--levels=zstd:3", "--sample=6MB", f"--seed={seed}", path)
        key = json.dumps(advice["plan"])
        if key not in truths:
            truths[key] = truth(path, advice["plan"], folder)
        now = advice["table"]["candidates"][0]["bytes"]
        off = abs(1 - advice["table"]["choice"]["bytes"] / now - truths[key])
        inside = off <= advice["savedShareError"] + 0.0005  # half of the last printed digit
        within += inside
        ranges += advice["savedShareError"] / seeds
        worst = max(worst, 0 if inside else off)
    print(f"{path.stem:16} {within} of {seeds} within the range, +- {ranges:.1%} in the mean; worst outside {worst:.1%}")
    return within >= GOAL * seeds and worst <= WORST


def main():
    if TOOL is None:
        sys.exit("parquet-fastcodec-tools/target has no *-all.jar: run mvn package")
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    failed = []
    with tempfile.TemporaryDirectory() as name:
        for table in TABLES:
            path = pathlib.Path(name) / f"{table.__name__}.parquet"
            table(path)
            if not ask(path, pathlib.Path(name), seeds):
                failed.append(table.__name__)
    sys.exit(f"not within their ranges: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()

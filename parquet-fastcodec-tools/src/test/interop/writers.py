# SPDX-License-Identifier: Apache-2.0
"""Writes files with many writers, old and new, into target/writers, and verifies and converts each.

Run it with "run writers.py", after "mvn package".

Files that both pyarrow and DuckDB read must not be refused or reported as damaged, and pyarrow, DuckDB and parquet-java
must read the same from each result as from its source. Needs Maven, Node.js, Go, their registries and Python's, some
gigabytes of traffic, and Linux on x86-64. A second run writes only missing files.
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import check

HERE = pathlib.Path(__file__).resolve().parent / "writers"
MODULE = HERE.parents[3]
TARGET = MODULE / "target" / "writers"
FILES = TARGET / "files"
TOOL = next((MODULE / "target").glob("*-all.jar"), None)

# Older Pythons, from Maven: libraries from before 2022 have no wheels for newer ones.
PYTHONS = {"3.7": "3.7.9-1.5.4", "3.9": "3.9.6-1.5.6"}

# Library, versions, Python, and other packages that it needs.
PYTHON = [
    ("pyarrow", ["0.15.1", "1.0.1"], "3.7", []),
    ("pyarrow", ["4.0.1", "8.0.0"], "3.9", ["numpy<2"]),
    ("pyarrow", ["10.0.1", "11.0.0", "12.0.1", "14.0.2"], None, ["numpy<2"]),
    ("pyarrow", ["26.0.1"], None, []),
    ("geopandas", ["0.14.4"], None, ["pyarrow==16.1.0", "numpy<2"]),
    ("geopandas", ["1.2.0"], None, ["pyarrow==26.0.1"]),
    ("fastparquet", ["2023.2.0"], None, ["pandas<2", "numpy<2"]),
    ("fastparquet", ["2024.11.0"], None, ["pandas<3"]),
    ("fastparquet", ["2026.9.0"], None, []),
    ("duckdb", ["0.3.4"], "3.7", []),
    ("duckdb", ["0.5.1"], "3.9", []),
    ("duckdb", ["0.7.1", "0.9.2", "0.10.3", "1.1.3", "1.3.2", "2.0.1"], None, []),
    ("polars", ["0.16.18", "0.19.19", "0.20.31", "1.9.0", "1.44.2"], None, ["numpy<2"]),
    ("deltalake", ["0.15.3", "0.18.2", "1.6.6"], None, ["pyarrow==15.0.2", "numpy<2"]),
    ("datafusion", ["35.0.0", "41.0.0", "55.0.0"], None, ["pyarrow==16.1.0", "numpy<2"]),
    ("arro3-io", ["0.4.6", "0.9.1"], None, ["arro3-core", "pyarrow"]),
    ("daft", ["0.7.26"], None, []),
    ("chdb", ["2.1.1", "4.4.0"], None, []),
    ("kuzu", ["0.11.3"], None, []),
]
NPM = [
    ("parquetjs", ["0.11.2"]),
    ("parquets", ["0.10.10"]),
    ("@dsnp/parquetjs", ["1.4.1", "1.8.7"]),
    ("hyparquet-writer", ["0.17.0"]),
]
# The program in the folder go, its module, and the versions.
GO = [
    ("parquet-go", "github.com/parquet-go/parquet-go", ["v0.23.0", "v0.32.0"]),
    ("xitongsys", "github.com/xitongsys/parquet-go", ["v1.6.2"]),
    ("fraugster", "github.com/fraugster/parquet-go", ["v0.12.0"]),
    ("arrow-go", "github.com/apache/arrow/go/v12", ["v12.0.1"]),
    ("arrow-go", "github.com/apache/arrow-go/v18", ["v18.8.0"]),
]

# Files that DuckDB and parquet-java misread: their V2 pages are compressed, but marked as uncompressed.
MISREAD = "pyarrow-1.0.1/"

# Files whose bit-packed runs lack their last bytes, which only Spark's vectorized reader and Trino miss.
CUT = ("polars-0.16.18/", "polars-0.19.19/")

# Writers whose files are damaged, although pyarrow and DuckDB read them.
DAMAGED = {"xitongsys": "has wrong offset indexes, with which parquet-java loses rows"}

READERS = {"pyarrow": check.pyarrow_rows, "duckdb": check.duckdb_rows}


def run(*command, folder=None, **environment):
    """Runs a command, and returns its standard output; its errors go to the console."""
    words = [str(word) for word in command]
    environment = {**os.environ, **environment}
    return subprocess.run(words, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def make(name, version, write):
    """Fills a folder with a writer, unless it exists. The folder gets its name once all its files are written."""
    folder = FILES / f"{name.replace('/', '-').lstrip('@')}-{version}"
    if folder.exists():
        return
    part = TARGET / "part"
    tool = TARGET / "tool"
    for old in part, tool:
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir(parents=True)
    print(f"{name} {version}")
    print(write(tool, part), end="")
    part.rename(folder)
    shutil.rmtree(tool, ignore_errors=True)  # Go's folders are read-only


def python(version):
    """Returns a Python and its environment variables."""
    if version is None:
        return sys.executable, {}
    home = TARGET / f"python-{version}"
    inside = home / "org/bytedeco/cpython/linux-x86_64"
    if not home.exists():
        jar = f"cpython-{PYTHONS[version]}-linux-x86_64.jar"
        artifact = f"org.bytedeco:cpython:{PYTHONS[version]}:jar:linux-x86_64"
        where = f"-DoutputDirectory={TARGET}"
        run("mvn", "-q", "-B", "dependency:copy", f"-Dartifact={artifact}", where, folder=TARGET)
        zipfile.ZipFile(TARGET / jar).extractall(home)
        (inside / f"bin/python{version}").chmod(0o755)
    return inside / f"bin/python{version}", {"LD_LIBRARY_PATH": str(inside)}


def write_python(library, version, python_version, more):
    def write(tool, folder):
        executable, environment = python(python_version)
        run(executable, "-m", "venv", tool, **environment)
        pip = [tool / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        run(*pip, "--only-binary", ":all:", f"{library}=={version}", *more, **environment)
        return run(tool / "bin/python", "-B", HERE / "write.py", library.partition("-")[0], folder, **environment)

    make(library, version, write)


def write_npm(library, version):
    def write(tool, folder):
        (tool / "package.json").write_text('{"private": true}')
        run("npm", "install", "--silent", "--ignore-scripts", f"{library}@{version}", folder=tool)
        return run("node", "--no-warnings", HERE / "write.mjs", library, folder, folder=tool)

    make(library, version, write)


def write_go(program, module, version):
    def write(tool, folder):
        source = (HERE / "go" / f"{program}.go").read_text().replace('"MODULE/', f'"{module}/')
        (tool / "main.go").write_text(source)
        run("go", "mod", "init", "writer", folder=tool)
        run("go", "get", f"{module}@{version}", folder=tool)
        run("go", "mod", "tidy", folder=tool)
        return run("go", "run", ".", folder, folder=tool)

    make(program, version, write)


def make_all():
    FILES.mkdir(parents=True, exist_ok=True)
    for library, versions, python_version, more in PYTHON:
        for version in versions:
            write_python(library, version, python_version, more)
    for library, versions in NPM:
        for version in versions:
            write_npm(library, version)
    for program, module, versions in GO:
        for version in versions:
            write_go(program, module, version)


def tool(*arguments):
    """Runs a command of this project with --json, and returns its results by file. It may fail for some files."""
    command = ["java", "-jar", TOOL, *arguments, "--json"]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return json.loads(done.stdout)["files"]


def outcome(read, path):
    """Returns the rows that a reader reads from a file, or None if it fails."""
    try:
        return list(read(path))
    except Exception:  # each reader has its own exceptions
        return None


def java_rows(*folders):
    """Returns digests of the rows that parquet-java reads from the files in folders, by path; None if it fails."""
    lines = run("java", "-cp", TOOL, HERE / "ReadRows.java", *folders).splitlines()
    return {path: digest or None for path, digest in (line.split("\t") for line in lines)}


def check_files(report):
    sources = sorted(FILES.glob("*/*.parquet"))
    findings = {found["file"]: found["findings"] for found in tool("verify", "--values", FILES)}
    read = {reader: {path: outcome(rows, path) for path in sources} for reader, rows in READERS.items()}
    by_java = java_rows(FILES)
    quirks = collections.Counter()
    for codec in "zstd", "uncompressed":
        folder = TARGET / codec
        shutil.rmtree(folder, ignore_errors=True)
        options = ["--to", folder, "--codec", codec, "--checksums", "--keep-going"]
        converted = {file["source"]: file for file in tool("recompress", FILES, *options)}
        java = java_rows(folder)
        for path in sources:
            name = f"{path.parent.name}/{path.name}"
            result = folder / name
            if any(rows[path] is None for rows in read.values()):
                report.refusal("-", name, "pyarrow or DuckDB does not read it")
                continue
            known = next((reason for writer, reason in DAMAGED.items() if name.startswith(writer)), None)
            damages = [found for found in findings[str(path)] if found["severity"] == "damage"]
            if name.startswith(MISREAD):
                damages = [found for found in damages if found["kind"] != "is-compressed"]
            if name.startswith(CUT):
                damages = [found for found in damages if not found["message"].startswith("a run of levels or indexes claims")]
            quirks.update({(path.parent.name, found["kind"]) for found in findings[str(path)]})
            if known:
                report.line("verify", name, None if damages else f'is sound, but the table says that it "{known}"')
                continue
            report.line("verify", name, damages[0]["message"] if damages else None)
            report.line("to " + codec, name, converted[str(path)]["failure"])
            if result.exists():
                same = {reader: outcome(rows, result) == read[reader][path] for reader, rows in READERS.items()}
                same["java"] = java.get(str(result)) == by_java[str(path)]
                for reader, is_same in same.items():
                    if reader == "pyarrow" or not name.startswith(MISREAD):
                        report.line(reader, f"{name} as {codec}", None if is_same else "differs from its source")
    for (writer, kind), _ in sorted(quirks.items()):
        print(f"{kind}: {writer}")
    print(f"{len(sources)} files of {len({path.parent for path in sources})} versions; parquet-java reads"
          f" {sum(digest is not None for digest in by_java.values())} of them")


def main():
    if TOOL is None:
        sys.exit("parquet-fastcodec-tools/target has no *-all.jar: run mvn package")
    make_all()
    report = check.Report()
    check_files(report)
    print(f"{report.passed} passed, {report.failed} failed")
    sys.exit(1 if report.failed or not report.passed else 0)


if __name__ == "__main__":
    main()

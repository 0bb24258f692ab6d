# SPDX-License-Identifier: Apache-2.0
"""The jobs on Spark: advise, recompress and verify."""

import inspect
import json
import os
import re
import sys
import threading
import time
import uuid
import warnings
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from ._errors import ArgumentError, FastCodecError
from ._session import can_load, require_classic

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
Codecs = Mapping[str, str]

_USAGE = 2
_POLL_SECONDS = 0.5

# The options without a value.
_FLAGS = {
    "checksums",
    "drop_unnamed_bytes",
    "dry_run",
    "keep_going",
    "keep_smaller",
    "no_verify",
    "set_codec",
    "strict",
    "values",
}

# The maximum number of paths in a warning. The report has all.
_SHOWN = 5

# The options whose names differ from those of the arguments, or that methods of a report replace.
_RENAMED = {"all": "to_df", "column": "columns", "json": "to_dict", "no-verify": "read_back"}

# The columns of a finding. Without this schema, a data frame without findings would lack them.
_FINDING = (
    "file STRING, severity STRING, kind STRING, rowGroup BIGINT, column STRING, page BIGINT, offset BIGINT, message STRING"
)


class Record:
    """A part of a :class:`Report`, with its keys as attributes in snake case."""

    def __init__(self, document: Dict[str, Any]) -> None:
        self._document = document

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            key = re.sub(r"_(.)", lambda letter: letter.group(1).upper(), name)
            if key in self._document:
                return _wrapped(self._document[key])
        raise AttributeError("There is no {!r}, expected one of {}".format(name, ", ".join(dir(self))))

    def __dir__(self) -> List[str]:
        return [_snake(key) for key in self._document]

    def __repr__(self) -> str:
        return repr(self._document)


class Report(Record):
    """The result of a run: the document that the command prints with ``--json``. ``print`` shows the command's own tables.

    Its keys are attributes in snake case, such as ``report.total.bytes_after``; :meth:`to_dict` returns the original keys.

    :ivar messages: the sentences that the command prints in addition, such as why a file failed; "" if there are none
    """

    def __init__(self, document: Dict[str, Any], table: str, text: str, messages: str = "") -> None:
        super().__init__(document)
        self._text = text
        self._table = table
        self.messages = messages

    def __dir__(self) -> List[str]:
        return super().__dir__() + ["messages", "to_dict", "to_df"]

    def __repr__(self) -> str:
        return self._text

    def to_dict(self) -> Dict[str, Any]:
        """Returns the document itself, not a copy. Do not change it."""
        return self._document

    def to_df(self, spark: Any) -> Any:
        """Returns a Spark data frame with a row for each file (:func:`recompress`), finding (:func:`verify`) or column
        (:func:`advise`).

        :raises FastCodecError: if the report lists none of these, because it is for a dry run or for a table with a log
        """
        if not isinstance(self._document.get(self._table), list):
            raise FastCodecError("This report cannot become a data frame. Use its attributes or to_dict()")
        rows = self._document[self._table]
        if "summary" in self._document:  # a report of verify, whose files have findings
            findings = [dict(finding, file=file["file"]) for file in rows for finding in file["findings"]]
            return spark.createDataFrame(findings, _FINDING)
        if not rows:
            return spark.createDataFrame([], "file STRING")
        return spark.read.json(spark.sparkContext.parallelize([json.dumps(row) for row in rows], 1))


def _snake(key: str) -> str:
    return re.sub(r"([A-Z])", lambda letter: "_" + letter.group(1).lower(), key)


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return [_wrapped(element) for element in value]
    return value


def recompress(
    spark: Any,
    path: Optional[Paths] = None,
    *,
    to: Optional[Union[str, "os.PathLike[str]"]] = None,
    codec: Optional[str] = None,
    columns: Optional[Codecs] = None,
    plan: Optional[Union[str, "os.PathLike[str]"]] = None,
    table: Optional[str] = None,
    delta: Optional[str] = None,
    where: Optional[str] = None,
    dry_run: bool = False,
    keep_smaller: bool = False,
    checksums: bool = False,
    keep_going: bool = False,
    drop_unnamed_bytes: bool = False,
    read_back: bool = True,
    batch: Optional[int] = None,
    set_codec: bool = False,
    threads: Optional[int] = None,
    memory: Optional[str] = None
) -> Report:
    """Rewrites Parquet files with another codec or level, and changes nothing else.

    >>> recompress(spark, "/data/orders", to="/data/orders-zstd", codec="zstd:9", columns={"id": "snappy"})
    >>> recompress(spark, table="lake.sales.orders", codec="zstd:9")
    >>> recompress(spark, delta="/lake/orders", codec="zstd:9", where="day >= '2026-01-01'")

    :param path: files, directories or globs; not with ``table`` or ``delta``
    :param to: the directory for the new files, which may be on another file system; a source such as "orders/day=1" keeps its
        partition there, "to/day=1"
    :param codec: the codec of all columns, with an optional level, such as "zstd:9"
    :param columns: the codecs of single columns, by their paths in the schema, with dots
    :param plan: a JSON file with codecs and columns, as :func:`advise` writes it
    :param table: the name of an Iceberg table, with its catalog; its files are replaced through its own log
    :param delta: the directory of a Delta table; its files are replaced through its own log
    :param where: only files of a table that may contain rows for which this SQL condition is true
    :param dry_run: write nothing; estimate size and time
    :param keep_smaller: keep the codec and the bytes of a column chunk that would grow
    :param checksums: give each page a checksum
    :param keep_going: go on with other files if one fails; a warning lists the failures
    :param drop_unnamed_bytes: leave out bytes that the footer does not mention
    :param read_back: read each new file back and compare it with its source
    :param batch: the maximum number of a table's files that one commit replaces
    :param set_codec: also set an Iceberg table's properties, for future writers
    :param threads: the number of threads of each task
    :param memory: the memory for pages in each task, such as "512m"
    :raises ArgumentError: if an argument is invalid; nothing was done
    :raises TypeError: if an argument has the wrong type
    :raises FastCodecError: if the run failed; its ``report`` lists the files that were finished
    """
    if columns is not None and not isinstance(columns, Mapping):
        raise TypeError('columns is {!r}, expected codecs by column, such as {{"id": "snappy"}}'.format(columns))
    options = _options(
        to=to,
        codec=codec,
        column=["{}={}".format(*column) for column in (columns or {}).items()],
        plan=plan,
        dry_run=dry_run,
        keep_smaller=keep_smaller,
        checksums=checksums,
        keep_going=keep_going,
        drop_unnamed_bytes=drop_unnamed_bytes,
        no_verify=not read_back,
        batch=batch,
        set_codec=set_codec,
        threads=threads,
        memory=memory,
    )
    report = _run(spark, "RecompressJob", options, (path, table, delta, where), "files")
    if report.exit_code == _USAGE:  # some files failed; the others were finished
        warnings.warn(report.messages.strip(), stacklevel=2)
    elif report.exit_code != 0:
        raise FastCodecError(report.messages.strip(), report)
    extra = report.to_dict().get("withoutSource")
    if extra:
        shown = extra[:_SHOWN] + (["{} more".format(len(extra) - _SHOWN)] if len(extra) > _SHOWN else [])
        warnings.warn("Extra file without a source: " + ", ".join(shown), stacklevel=2)
    return report


def advise(
    spark: Any,
    path: Optional[Paths] = None,
    *,
    goal: Optional[str] = None,
    columns: Optional[Union[str, Iterable[str]]] = None,
    levels: Optional[Union[str, Iterable[str]]] = None,
    sample: Optional[str] = None,
    seed: Optional[int] = None,
    storage: Optional[str] = None,
    plan: Optional[Union[str, "os.PathLike[str]"]] = None,
    html: Optional[Union[str, "os.PathLike[str]"]] = None,
    table: Optional[str] = None,
    delta: Optional[str] = None,
    where: Optional[str] = None,
    threads: Optional[int] = None,
    memory: Optional[str] = None
) -> Report:
    """Measures pages of files with each codec, and recommends one for each column, with reasons. Files are only read.

    >>> advise(spark, "/data/orders", goal="smallest", plan="plan.json").reason

    :param path: files, directories or globs; not with ``table`` or ``delta``
    :param goal: "smallest", "balanced", "scan" or "write"
    :param columns: measure only these columns
    :param levels: measure these codecs and levels, such as ["snappy", "zstd:1", "zstd:3..9"]
    :param sample: the number of decompressed bytes to measure, such as "64MB"
    :param seed: the seed of the choice of pages
    :param storage: the bytes that storage gives each core in a second, such as "100MB"
    :param plan: write the recommendation to this file, for :func:`recompress`
    :param html: write a page with charts to this file
    :param table: the name of an Iceberg table, with its catalog
    :param delta: the directory of a Delta table
    :param where: only files of a table that may contain rows for which this SQL condition is true
    :param threads: the number of threads of each task
    :param memory: the memory for pages in each task, such as "512m"
    :raises ArgumentError: if an argument is invalid
    :raises TypeError: if an argument has the wrong type
    :raises FastCodecError: if nothing could be measured; files that could not be read are in ``left_out_files``
    """
    options = _options(
        program="python",  # the report's line for recompress is a call of this package
        goal=goal,
        columns=_list(columns),
        levels=_list(levels),
        sample=sample,
        seed=seed,
        storage=storage,
        plan=plan,
        html=html,
        threads=threads,
        memory=memory,
    )
    report = _run(spark, "AdviseJob", options, (path, table, delta, where), "columns")
    if report.messages.strip():
        warnings.warn(report.messages.strip(), stacklevel=2)
    return report


def verify(
    spark: Any,
    path: Optional[Paths] = None,
    *,
    values: bool = False,
    strict: bool = False,
    sample: Optional[str] = None,
    seed: Optional[int] = None,
    findings: Optional[Union[str, "os.PathLike[str]"]] = None,
    damaged: Optional[Union[str, "os.PathLike[str]"]] = None,
    table: Optional[str] = None,
    delta: Optional[str] = None,
    where: Optional[str] = None,
    threads: Optional[int] = None,
    memory: Optional[str] = None
) -> Report:
    """Checks Parquet files for damage. Files are only read. Damage is reported, not raised.

    >>> report = verify(spark, "/data/orders", values=True)
    >>> report.summary.damages

    :param path: files, directories or globs; not with ``table`` or ``delta``
    :param values: decode the values too, and compare them with statistics, indexes and bloom filters
    :param strict: count quirks, which are known mistakes of writers, as damage in ``exit_code``
    :param sample: check a sample of files with this share of all bytes, such as "5%"
    :param seed: the seed of the choice of files
    :param findings: also write the findings to this new file, one JSON document on each line
    :param damaged: write the ranges of rows to restore to this new file, one JSON document on each line
    :param table: the name of an Iceberg table, with its catalog; its log's entries for the files are checked too
    :param delta: the directory of a Delta table; its log's entries for the files are checked too
    :param where: only files of a table that may contain rows for which this SQL condition is true
    :param threads: the number of threads of each task
    :param memory: the memory for pages in each task, such as "512m"
    :raises ArgumentError: if an argument is invalid
    :raises TypeError: if an argument has the wrong type
    :raises FastCodecError: if the run ended early
    """
    options = _options(
        values=values,
        strict=strict,
        sample=sample,
        seed=seed,
        findings=findings,
        damaged=damaged,
        threads=threads,
        memory=memory,
    )
    return _run(spark, "VerifyJob", options, (path, table, delta, where), "files")


def _source(path: Optional[Paths], table: Optional[str], delta: Optional[str], where: Optional[str]) -> List[str]:
    """Returns the arguments of the command for the files, or for the table, of a run."""
    if path is None:
        if table is None and delta is None:
            raise ArgumentError("There is nothing to read: give a path, or a table with table= or delta=")
        return _options(table=table, delta=delta, where=where)
    if not (table is None and delta is None and where is None):
        raise ArgumentError("path cannot be combined with table, delta or where, which belong to a table with a log")
    paths = [path] if isinstance(path, (str, bytes, os.PathLike)) else list(path)
    for each in paths:
        if not isinstance(each, (str, os.PathLike)):
            raise TypeError("path is {!r}, expected a str, a path, or a list of these".format(path))
    return ["--"] + [os.fspath(each) for each in paths]


def _list(values: Optional[Union[str, Iterable[str]]]) -> Optional[str]:
    return ",".join([values] if isinstance(values, str) else values) if values else None


def _options(**options: Any) -> List[str]:
    arguments = []
    for name, value in options.items():
        if isinstance(value, bytes) or (isinstance(value, bool) and name not in _FLAGS):
            raise TypeError("{} is {!r}, expected a str, a path or a number".format(name, value))
        option = "--" + name.replace("_", "-")
        if value is True:
            arguments.append(option)
        elif isinstance(value, list):
            arguments += ["{}={}".format(option, element) for element in value]
        elif value is not None and value is not False:
            arguments.append("{}={}".format(option, value))  # as two arguments, a flag's value would be a path
    return arguments


def _run(spark: Any, job: str, options: List[str], source: Tuple[Any, ...], table: str) -> Report:
    """Runs a job in a thread of its own, so that an interrupt of this thread can cancel the job."""
    require_classic(spark)
    arguments = options + _source(*source)
    from pyspark import InheritableThread

    context = spark.sparkContext
    tag = "parquet-fastcodec-" + str(uuid.uuid4())
    outcome: Dict[str, Any] = {}
    ended = threading.Event()  # before Python 3.13 an interrupted Thread.join makes is_alive() false

    def call() -> None:
        try:
            context.addJobTag(tag)
            outcome["report"] = _job(spark, job).run(spark._jsparkSession, _java_list(spark, arguments))
        except BaseException as e:  # raised again in the waiting thread
            outcome["failure"] = e
        finally:
            ended.set()

    def cancel() -> None:
        while not ended.is_set():  # repeatedly, because between two Spark jobs there is nothing to cancel
            context.cancelJobsWithTag(tag)
            ended.wait(_POLL_SECONDS)

    thread = InheritableThread(target=call)
    thread.daemon = True
    bar = _Progress(context, tag, job)
    thread.start()
    try:
        while not ended.wait(_POLL_SECONDS):
            bar.show()
    except KeyboardInterrupt:
        threading.Thread(target=cancel, daemon=True).start()  # goes on if this thread is interrupted again
        ended.wait()
        raise
    finally:
        bar.clear()
    if "failure" in outcome:
        raise outcome["failure"]
    return _report(outcome["report"], table)


def _report(result: Any, table: str) -> Report:
    document = json.loads(result.json())
    report = Report(document, table, _in_python(result.text(), "to_df", "to_dict").rstrip(), _in_python(result.messages()))
    failure = document.get("failure")
    document.setdefault("exitCode", result.exitCode())
    if failure and len(document) <= 2:
        raise (ArgumentError if result.exitCode() == _USAGE else FastCodecError)(_in_python(failure))
    return report


def _in_python(message: str, *methods: str) -> str:
    """Returns a message of the command with the names of arguments, or of methods, instead of options, and without its help."""
    arguments = {name for function in (recompress, advise, verify) for name in inspect.signature(function).parameters}
    arguments.update(methods)

    def argument(match: "re.Match[str]") -> str:
        name = _RENAMED.get(match.group(1), match.group(1).replace("-", "_"))
        return name if name in arguments else match.group()

    text = message.replace("with RecompressJob on Spark", "with table= or delta=")
    # an option begins a word or a quotation; elsewhere the same letters are a part of a path
    option = r"(?<![^\s'\"])--([a-z-]+)(=[A-Z]+)?"
    return re.sub(option, argument, re.sub(r' See "[^"]+ --help"\.', "", text))


def _job(spark: Any, name: str) -> Any:
    jvm = spark.sparkContext._jvm
    if not can_load(jvm, "io.github.fastcodec.jobs." + name):
        raise FastCodecError(
            "This Spark session was started without the jars of parquet-fastcodec: build it with parquet_fastcodec.conf(), or "
            "start it with spark-submit --jars $(parquet-fastcodec jars)"
        )
    return getattr(jvm.io.github.fastcodec.jobs, name)


def _java_list(spark: Any, values: List[str]) -> Any:
    list_of_strings = spark.sparkContext._jvm.java.util.ArrayList()
    for value in values:
        list_of_strings.add(value)
    return list_of_strings


class _Progress:
    """Shows the time and the finished tasks of the current Spark job, on one line of a notebook.

    A terminal shows the command's own bar.
    """

    def __init__(self, context: Any, tag: str, job: str) -> None:
        self._context = context
        self._tag = tag
        self._job = job
        self._shows = "ipykernel" in sys.modules
        self._start = time.monotonic()
        self._line = ""

    def show(self) -> None:
        if not self._shows:
            return
        line = "{}: {:.0f} s".format(self._job, time.monotonic() - self._start)
        status = self._context.statusTracker()
        jobs = sorted(self._context._jsc.sc().statusTracker().getJobIdsForTag(self._tag))
        info = status.getJobInfo(jobs[-1]) if jobs else None
        stages = [stage for stage in map(status.getStageInfo, info.stageIds) if stage] if info else []
        if stages:
            done = sum(stage.numCompletedTasks for stage in stages)
            line += ", {} of {} tasks of Spark job {}".format(done, sum(stage.numTasks for stage in stages), info.jobId)
        self._print(line)

    def clear(self) -> None:
        if self._line:
            self._print("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _print(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(len(self._line)))
        sys.stderr.flush()
        self._line = line

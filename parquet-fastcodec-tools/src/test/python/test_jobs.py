# SPDX-License-Identifier: Apache-2.0
import os
import re
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from conftest import TABLE_JARS

import parquet_fastcodec
from parquet_fastcodec import ArgumentError, FastCodecError


def digest(frame):
    return sorted(map(tuple, frame.collect()))


def test_a_directory_is_recompressed_and_verified(spark, orders, tmp_path):
    target = str(tmp_path / "zstd")
    report = parquet_fastcodec.recompress(spark, orders, to=target, codec="zstd:9", columns={"id": "gzip"})
    assert report.total.recompressed == 3
    assert report.files[0].status == "recompressed"
    assert re.search(r"^recompressed +3 ", str(report), re.M), report
    assert report.to_dict()["total"]["verified"] is True
    assert digest(spark.read.parquet(target)) == digest(spark.read.parquet(orders))
    found = parquet_fastcodec.verify(spark, target, values=True)
    assert (found.exit_code, found.summary.files, found.summary.damages) == (0, 3, 0)
    assert repr(found).startswith("3 files, ")


def test_a_second_run_skips_finished_files(spark, orders, tmp_path):
    target = str(tmp_path / "zstd")
    parquet_fastcodec.recompress(spark, orders, to=target, codec="zstd")
    assert parquet_fastcodec.recompress(spark, orders, to=target, codec="zstd").total.up_to_date == 3


def test_a_dry_run_writes_nothing(spark, orders, tmp_path):
    report = parquet_fastcodec.recompress(spark, orders, to=str(tmp_path / "zstd"), codec="zstd", dry_run=True)
    assert report.bytes_after < report.bytes_before
    assert report.without_source == []
    assert not (tmp_path / "zstd").exists()


def test_advise_names_a_codec_and_writes_a_plan(spark, orders, tmp_path):
    plan = tmp_path / "plan.json"
    advice = parquet_fastcodec.advise(spark, orders, goal="smallest", levels=["gzip:6", "zstd:3..9"], plan=plan)
    assert advice.goal == "smallest"
    line = 'parquet_fastcodec.recompress(spark, "{}", to="converted", plan="{}")'.format(orders, plan)
    assert advice.lines.recompress == line
    text = str(advice)
    assert re.search(r"^ *>.* (GZIP|ZSTD) ", text, re.M) and "\n" + line + "\n" in text, text
    assert "--" not in re.sub("--+$", "", text.split("Lines to copy")[0], flags=re.M), text
    assert {row["path"] for row in advice.to_df(spark).collect()} == {"id", "note", "price"}
    report = parquet_fastcodec.recompress(spark, orders, to=tmp_path / "new", plan=plan)
    assert report.total.bytes_after < report.total.bytes_before


def test_damage_is_a_row_of_the_findings(spark, orders):
    assert parquet_fastcodec.verify(spark, orders).to_df(spark).where("severity = 'damage'").count() == 0
    file = next(os.path.join(orders, name) for name in sorted(os.listdir(orders)) if name.endswith(".parquet"))
    with open(file, "r+b") as stream:
        stream.truncate(os.path.getsize(file) - 100)
    report = parquet_fastcodec.verify(spark, orders)
    assert (report.exit_code, report.summary.damages) == (1, 1)
    (finding,) = report.to_df(spark).collect()
    assert finding["file"].endswith(os.path.basename(file))
    assert "truncated" in finding["message"]


def test_a_wrong_argument_raises_an_argument_error(spark, orders, tmp_path):
    with pytest.raises(ArgumentError, match="zstdd"):
        parquet_fastcodec.recompress(spark, orders, to=str(tmp_path / "new"), codec="zstdd")
    with pytest.raises(ValueError) as failure:
        parquet_fastcodec.recompress(spark, orders, codec="zstd")
    assert str(failure.value) == "Missing required option: 'to'."
    with pytest.raises(ArgumentError, match="'checksums'.*'yes' is not a boolean"):
        parquet_fastcodec.recompress(spark, orders, to=str(tmp_path / "new"), codec="zstd", checksums="yes")
    with pytest.raises(TypeError, match="'orders', expected a SparkSession"):
        parquet_fastcodec.recompress("orders", to=str(tmp_path / "new"), codec="zstd")
    with pytest.raises(TypeError, match='columns is .*such as {"id": "snappy"}'):
        parquet_fastcodec.recompress(spark, orders, to=tmp_path / "new", columns=["id"])
    for arguments, message in [
        ({"path": orders, "to": tmp_path / "new", "codec": "zstd", "table": "lake.orders"}, "path cannot be combined with table"),
        ({"to": tmp_path / "new", "codec": "zstd"}, "give a path, or a table with table= or delta="),
    ]:
        with pytest.raises(ArgumentError, match=message):
            parquet_fastcodec.recompress(spark, **arguments)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"path": b"d"}, "path is b'd', expected a str"),
        ({"path": [b"d"]}, r"path is \[b'd'\], expected a str"),
        ({"path": "d", "threads": True}, "threads is True"),
        ({"path": "d", "memory": False}, "memory is False"),
        ({"path": "d", "findings": b"f"}, "findings is b'f'"),
    ],
)
def test_a_value_of_the_wrong_type_is_a_type_error(spark, arguments, message):
    with pytest.raises(TypeError, match=message):
        parquet_fastcodec.verify(spark, **arguments)


def test_advise_accepts_a_string_as_a_list_of_one(spark, orders):
    report = parquet_fastcodec.advise(spark, orders, columns="note", levels="zstd:1")
    assert [column.path for column in report.columns] == ["note"]
    with pytest.raises(ArgumentError, match="zstdd"):
        parquet_fastcodec.advise(spark, orders, levels="zstdd:1")


def test_names_old_files_of_the_target_after_an_overwrite(spark, orders, tmp_path):
    target = str(tmp_path / "zstd")
    parquet_fastcodec.recompress(spark, orders, to=target, codec="zstd")
    spark.range(10).write.mode("overwrite").parquet(orders)
    with pytest.warns(UserWarning, match="Extra file without a source: .*part-0"):
        report = parquet_fastcodec.recompress(spark, orders, to=target, codec="zstd")
    assert len(report.without_source) == 3


def test_a_path_may_begin_with_dashes(spark):
    with pytest.raises(FastCodecError, match="--json"):
        parquet_fastcodec.verify(spark, "--json")


def test_a_message_keeps_a_path_that_contains_an_option(spark, tmp_path):
    with pytest.raises(FastCodecError, match="a--where does not exist"):
        parquet_fastcodec.verify(spark, tmp_path / "a--where")


def test_a_failure_has_the_report_up_to_it(spark, orders, tmp_path):
    file = next(os.path.join(orders, name) for name in sorted(os.listdir(orders)) if name.endswith(".parquet"))
    with open(file, "r+b") as stream:
        stream.truncate(os.path.getsize(file) - 100)
    with pytest.raises(FastCodecError, match="truncated") as failure:
        parquet_fastcodec.recompress(spark, orders, to=str(tmp_path / "new"), codec="zstd")
    assert failure.value.report.total.failed == 1
    if failure.value.report.total.not_done:  # other executors may have been faster
        assert "or add keep_going to convert the other files" in str(failure.value)
    with pytest.warns(UserWarning, match="truncated"):
        report = parquet_fastcodec.recompress(
            spark, orders, to=str(tmp_path / "new"), codec="zstd", keep_going=True
        )
    assert report.total.failed == 1
    assert report.total.recompressed + report.total.up_to_date == 2


def test_a_missing_attribute_lists_the_existing_ones(spark, orders):
    with pytest.raises(AttributeError, match="exit_code"):
        parquet_fastcodec.verify(spark, orders).exitcode  # noqa: B018


@pytest.mark.skipif(not TABLE_JARS, reason="Iceberg is not published for this line of Spark")
def test_an_iceberg_table_is_recompressed_through_its_log(spark):
    spark.sql("CREATE TABLE lake.db.orders (id BIGINT, note STRING) USING iceberg TBLPROPERTIES "
              "('write.parquet.compression-codec' = 'snappy')")
    spark.range(5000).selectExpr("id", "cast(id % 9 AS string) AS note").writeTo("lake.db.orders").append()
    before = digest(spark.table("lake.db.orders"))
    report = parquet_fastcodec.recompress(spark, table="lake.db.orders", codec="zstd:9", set_codec=True)
    assert report.recompressed.files > 0
    assert len(report.commits) == 1
    assert digest(spark.table("lake.db.orders")) == before
    assert parquet_fastcodec.verify(spark, table="lake.db.orders", values=True).summary.damages == 0
    assert parquet_fastcodec.advise(spark, table="lake.db.orders").columns


@pytest.mark.skipif(not TABLE_JARS, reason="Delta Lake is not published for this line of Spark")
def test_a_delta_table_is_recompressed_through_its_log(spark, tmp_path):
    path = str(tmp_path / "delta")
    spark.range(5000).selectExpr("id", "cast(id % 9 AS string) AS note").write.format("delta").save(path)
    before = digest(spark.read.format("delta").load(path))
    with pytest.raises(FastCodecError, match="recompress it through its log, with table= or delta="):
        parquet_fastcodec.recompress(spark, path, to=tmp_path / "new", codec="zstd:9")
    report = parquet_fastcodec.recompress(spark, delta=path, codec="zstd:9")
    assert report.recompressed.files > 0
    assert digest(spark.read.format("delta").load(path)) == before
    assert parquet_fastcodec.verify(spark, delta=path, values=True).summary.damages == 0


@pytest.mark.parametrize("where", ["script", "kernel"])
def test_a_second_run_resumes_after_an_interrupt(spark, tmp_path, where):
    source = str(tmp_path / "source")
    spark.range(400000).selectExpr("id", "cast(rand(3) AS string) AS a", "cast(rand(4) AS string) AS b").repartition(
        60
    ).write.option("compression", "snappy").parquet(source)
    target = tmp_path / "target"
    script = textwrap.dedent(
        """
        import signal
        import sys
        from pyspark.sql import SparkSession
        import parquet_fastcodec
        spark = parquet_fastcodec.configure(SparkSession.builder.master("local[1]")).getOrCreate()
        if sys.argv[3] == "kernel":  # PySpark's own handler cancels all jobs; a notebook's kernel replaces it
            signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            parquet_fastcodec.recompress(spark, sys.argv[1], to=sys.argv[2], codec="zstd:19")
        except KeyboardInterrupt:
            print("still running:", spark.sparkContext.statusTracker().getActiveJobsIds())
            raise
        """
    )
    run = subprocess.Popen(
        [sys.executable, "-c", script, source, str(target), where], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    while run.poll() is None and not (target.exists() and any(target.rglob("*.parquet"))):
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    output = run.communicate()[0].decode()
    assert "KeyboardInterrupt" in output
    assert "still running: []" in output
    assert run.returncode != 0
    done = len(list(target.rglob("*.parquet")))
    assert 0 < done < 60
    report = parquet_fastcodec.recompress(spark, source, to=str(target), codec="zstd:19")
    assert report.total.up_to_date >= done - 1
    assert digest(spark.read.parquet(str(target))) == digest(spark.read.parquet(source))

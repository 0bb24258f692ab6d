# SPDX-License-Identifier: Apache-2.0
import re
import textwrap

from conftest import python

import parquet_fastcodec


def row(status, jvm, codec):
    (found,) = [row for row in status.rows() if (row["jvm"], row["codec"]) == (jvm, codec)]
    return found


def test_the_status_counts_the_pages_of_each_codec(spark, tmp_path):
    before = row(parquet_fastcodec.status(spark), "driver", "zstd")
    spark.range(1000).write.option("compression", "zstd").parquet(str(tmp_path / "zstd"))
    status = parquet_fastcodec.status(spark)
    after = row(status, "driver", "zstd")
    assert status.active
    assert after["written"] > before["written"]
    assert (after["engine"], after["level"], after["failed"]) == ("zstd-jni", "3", 0)
    assert "zstd-jni" in str(status)
    assert re.match(r"codecs took [\d.,]+ s of [\d.,]+ s of task CPU \(\d+ %\): .*writing ZSTD ", status.share), status.share
    assert str(status).endswith(status.share)


def test_executors_report_and_silent_ones_are_shown():
    result = python(
        textwrap.dedent(
            """
            import time
            from pyspark.sql import SparkSession
            import parquet_fastcodec
            spark = (SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
                     .config(map=parquet_fastcodec.conf()).getOrCreate())
            spark.range(100000).repartition(8).write.option("compression", "gzip").parquet("gzip")
            def written(status):
                return sum(row["written"] for row in status.rows() if row["codec"] == "gzip" and row["jvm"] != "driver")
            for attempt in range(60):
                status = parquet_fastcodec.status(spark)
                if set(status.to_dict()) == {"driver", "0", "1"} and written(status):
                    print("WRITTEN", written(status))
                    break
                time.sleep(1)
            reports = dict(status.to_dict(), **{"7": None})
            print(parquet_fastcodec.Status(reports, status.share))
            """
        )
    )
    assert "WRITTEN" in result.stdout, result.stdout
    assert "7: silent" in result.stdout, result.stdout
    assert re.search(r"of task CPU \(\d+ %\): .*writing GZIP ", result.stdout), result.stdout


def test_a_session_without_the_plugin_has_no_status():
    result = python(
        textwrap.dedent(
            """
            from pyspark.sql import SparkSession
            import parquet_fastcodec
            parquet_fastcodec.status(SparkSession.builder.master("local[1]").getOrCreate())
            """
        )
    )
    assert "The plugin is not loaded in this session" in result.stdout, result.stdout


def test_the_plugin_has_metrics_without_a_warning():
    result = python(
        textwrap.dedent(
            """
            from pyspark.sql import SparkSession
            import parquet_fastcodec
            SparkSession.builder.master("local[1]").config(map=parquet_fastcodec.conf()).getOrCreate().stop()
            """
        )
    )
    assert "Using default name" not in result.stdout, result.stdout

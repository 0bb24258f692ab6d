# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
import textwrap

from conftest import python

import parquet_fastcodec

PLUGIN = "io.github.fastcodec.spark.FastCodecSparkPlugin"


def written_codecs(spark, path):
    """Returns the codecs in the footers of a directory's files, as read by Spark's own parquet-java."""
    jvm = spark.sparkContext._jvm
    codecs = set()
    for name in os.listdir(path):
        if name.endswith(".parquet"):
            file = jvm.org.apache.parquet.hadoop.util.HadoopInputFile.fromPath(
                jvm.org.apache.hadoop.fs.Path(os.path.join(path, name)), jvm.org.apache.hadoop.conf.Configuration()
            )
            reader = jvm.org.apache.parquet.hadoop.ParquetFileReader.open(file)
            for block in reader.getFooter().getBlocks():
                for column in block.getColumns():
                    codecs.add(column.getCodec().name())
            reader.close()
    return codecs


def test_a_session_writes_every_codec_through_the_plugin(spark, tmp_path):
    rows = spark.range(10000).selectExpr("id", "cast(id % 31 AS string) AS note")
    for codec, level in [("gzip", None), ("zstd", "12"), ("snappy", None), ("brotli", None), ("lzo", None)]:
        path = str(tmp_path / codec)
        writer = rows.write.option("compression", codec)
        if level:
            writer = writer.option("parquet.compression.codec.zstd.level", level)
        writer.parquet(path)
        assert written_codecs(spark, path) == {codec.upper()}
        assert spark.read.parquet(path).agg({"id": "sum"}).collect() == rows.agg({"id": "sum"}).collect()


def test_keeps_jars_and_plugins_of_builder_and_defaults(tmp_path):
    (tmp_path / "spark-defaults.conf").write_text("spark.jars /defaults/a.jar\nspark.plugins  example.Defaults\n")
    script = textwrap.dedent(
        """
        from pyspark.sql import SparkSession
        import parquet_fastcodec
        builder = SparkSession.builder.config("spark.jars", "/own/b.jar")
        parquet_fastcodec.configure(builder)
        jars = builder._options["spark.jars"].split(",")
        assert jars[:2] == ["/own/b.jar", "/defaults/a.jar"], jars
        assert set(jars[2:]) == set(parquet_fastcodec.jars()), jars
        assert builder._options["spark.plugins"] == "example.Defaults,%s", builder._options
        """
        % PLUGIN
    )
    result = python(script, SPARK_CONF_DIR=str(tmp_path))
    assert result.returncode == 0, result.stdout


def test_an_already_running_session_is_an_error():
    result = python(
        textwrap.dedent(
            """
            from pyspark.sql import SparkSession
            import parquet_fastcodec
            spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
            try:
                parquet_fastcodec.conf()
            except parquet_fastcodec.FastCodecError as e:
                print("FIRST", e)
            try:
                parquet_fastcodec.verify(spark, "/nothing")
            except parquet_fastcodec.FastCodecError as e:
                print("SECOND", e)
            spark.stop()
            try:
                parquet_fastcodec.conf()
            except parquet_fastcodec.FastCodecError as e:
                print("THIRD", e)
            """
        )
    )
    assert "FIRST A Spark session is already running" in result.stdout, result.stdout
    assert "SECOND This Spark session was started without the jars" in result.stdout, result.stdout
    assert "THIRD The JVM of an earlier Spark session is still running" in result.stdout, result.stdout


def test_a_session_can_follow_a_stopped_one():
    result = python(
        textwrap.dedent(
            """
            from pyspark.sql import SparkSession
            import parquet_fastcodec
            for i in range(2):
                spark = SparkSession.builder.master("local[1]").config(map=parquet_fastcodec.conf()).getOrCreate()
                spark.range(10).write.mode("overwrite").option("compression", "brotli").parquet("brotli")
                assert parquet_fastcodec.verify(spark, "brotli").exit_code == 0
                spark.stop()
                for call in parquet_fastcodec.verify, parquet_fastcodec.status:
                    try:
                        call(spark)
                    except parquet_fastcodec.FastCodecError as e:
                        print("STOPPED", e)
            print("DONE")
            """
        )
    )
    assert "DONE" in result.stdout, result.stdout
    assert result.stdout.count("STOPPED This Spark session was stopped") == 4, result.stdout


def test_the_error_under_spark_submit_has_the_line_to_type(tmp_path):
    script = tmp_path / "job.py"
    script.write_text("import parquet_fastcodec; parquet_fastcodec.conf()")
    result = subprocess.run(
        ["spark-submit", str(script)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
    )
    assert "spark-submit --jars $(parquet-fastcodec jars) --conf spark.plugins=" + PLUGIN in result.stdout
    assert result.returncode != 0
    script.write_text(
        "from pyspark.sql import SparkSession; import parquet_fastcodec\n"
        "spark = SparkSession.builder.config(map=parquet_fastcodec.conf()).getOrCreate()\n"
        "spark.range(10).write.option('compression', 'lzo').parquet('%s')\n" % (tmp_path / "lzo")
    )
    jars = subprocess.check_output(["parquet-fastcodec", "jars"], universal_newlines=True).strip()
    result = subprocess.run(
        ["spark-submit", "--jars", jars, "--conf", "spark.plugins=" + PLUGIN, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    assert result.returncode == 0, result.stdout


def test_spark_connect_and_an_old_java_are_errors(tmp_path):
    conf = "import parquet_fastcodec; parquet_fastcodec.conf()"
    result = python(conf, SPARK_REMOTE="sc://localhost")
    assert "start-connect-server.sh --jars" in result.stdout, result.stdout
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    java.chmod(0o755)
    result = python(conf, JAVA_HOME=str(tmp_path))
    assert "need Java 17 or newer" in result.stdout and "is Java 11" in result.stdout, result.stdout


def test_the_command_names_an_old_java_in_a_sentence(tmp_path):
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    java.chmod(0o755)
    result = subprocess.run(
        ["parquet-fastcodec", "verify", "nothing"],
        env={**os.environ, "JAVA_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    assert result.returncode == 1
    assert result.stdout == (
        "parquet-fastcodec's tools need Java 17 or newer, but {} is Java 11. Set JAVA_HOME to a newer one\n".format(java)
    )


def test_jars_in_the_submit_arguments_are_an_error():
    result = python("import parquet_fastcodec; parquet_fastcodec.conf()", PYSPARK_SUBMIT_ARGS="--jars a.jar pyspark-shell")
    assert "PYSPARK_SUBMIT_ARGS has --jars" in result.stdout, result.stdout


def test_the_command_runs_on_the_jars_of_pyspark(spark, orders):
    result = subprocess.run(["parquet-fastcodec", "verify", "--values", orders], stdout=subprocess.PIPE)
    assert b"nothing was found" in result.stdout
    doctor = subprocess.run(["parquet-fastcodec", "doctor", "--require", "zstd,gzip,brotli,lzo"], stdout=subprocess.PIPE)
    assert doctor.returncode == 0, doctor.stdout


def test_the_paths_of_the_jars_are_those_of_this_environment():
    assert parquet_fastcodec.jars()
    for jar in parquet_fastcodec.jars():
        assert jar.startswith(sys.prefix) and os.path.exists(jar)

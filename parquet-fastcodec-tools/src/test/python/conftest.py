# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
from glob import glob

import pytest
from pyspark.sql import SparkSession

import parquet_fastcodec

# The jars of Iceberg and Delta Lake; none for a line of Spark that they are not published for.
TABLE_JARS = glob(os.path.join(os.environ["TABLE_JARS"], "*.jar"))


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    """Returns the only session of this process, because the JVM of PySpark stays."""
    warehouse = tmp_path_factory.mktemp("warehouse")
    builder = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.warehouse.dir", str(warehouse / "hive"))
    )
    if TABLE_JARS:
        builder = (
            builder.config("spark.jars", ",".join(TABLE_JARS))
            .config("spark.sql.catalog.lake", "org.apache.iceberg.spark.SparkCatalog")
            .config("spark.sql.catalog.lake.type", "hadoop")
            .config("spark.sql.catalog.lake.warehouse", str(warehouse / "lake"))
            .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            .config(
                "spark.sql.extensions",
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions,io.delta.sql.DeltaSparkSessionExtension",
            )
        )
    session = parquet_fastcodec.configure(builder).getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def orders(spark, tmp_path):
    """Returns a directory of SNAPPY files."""
    rows = spark.range(20000).selectExpr("id", "cast(id % 97 AS string) AS note", "rand(7) AS price")
    path = str(tmp_path / "orders")
    rows.repartition(3).write.option("compression", "snappy").parquet(path)
    return path


def python(script, *arguments, **environment):
    """Runs a script in a separate Python process."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )

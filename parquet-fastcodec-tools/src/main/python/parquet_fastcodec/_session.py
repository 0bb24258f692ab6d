# SPDX-License-Identifier: Apache-2.0
"""The options that give a new Spark session the plugin and the tools."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional

from ._errors import FastCodecError

PLUGIN = "io.github.fastcodec.spark.FastCodecSparkPlugin"

_JARS = "spark.jars"
_PLUGINS = "spark.plugins"
_OLDEST_JAVA = 17

# The same options for the command line of spark-submit.
SUBMIT_OPTIONS = "--jars $(parquet-fastcodec jars) --conf spark.plugins=" + PLUGIN


def jars() -> List[str]:
    """Returns the paths of the jars in this package."""
    return sorted(str(jar) for jar in (Path(__file__).parent / "jars").glob("*.jar"))


def conf() -> Dict[str, str]:
    """Returns the options of a Spark session with parquet-fastcodec, for ``SparkSession.builder.config(map=...)``.

    ``spark.jars`` and ``spark.plugins`` include the values in spark-defaults.conf, and replace the builder's own. To keep
    the builder's, use :func:`configure`. The result is empty if spark-submit has already loaded the plugin.

    :raises FastCodecError: if these options cannot work, because a JVM is already running, the session uses Spark Connect, or
        Java is older than 17
    """
    if _has_plugin():
        return {}
    _require_new_jvm()
    require_java()
    defaults = _spark_defaults()
    return {
        _JARS: _joined(defaults.get(_JARS), jars()),
        _PLUGINS: _joined(defaults.get(_PLUGINS), [PLUGIN]),
    }


def configure(builder: Any) -> Any:
    """Adds :func:`conf` to a ``SparkSession.builder`` and returns the builder, which keeps its own jars and plugins.

    :raises FastCodecError: under the conditions of :func:`conf`, and if the builder is for Spark Connect
    """
    own = dict(builder._options)
    if "spark.remote" in own:
        raise FastCodecError(_CONNECT)
    for key, value in conf().items():
        builder.config(key, _joined(own.get(key), value.split(",")))
    return builder


_CONNECT = (
    "With Spark Connect the plugin belongs to the server, not to this client: start the server with "
    "start-connect-server.sh " + SUBMIT_OPTIONS
)


def require_classic(spark: Any) -> None:
    """Raises an error if this is no Spark session, a stopped one, or one of Spark Connect, which has no JVM in this process."""
    from pyspark.sql import SparkSession

    if type(spark).__module__.startswith("pyspark.sql.connect"):
        raise FastCodecError(
            "This session uses Spark Connect, which cannot run jobs of parquet-fastcodec: submit AdviseJob, RecompressJob or "
            "VerifyJob to the cluster with spark-submit"
        )
    if not isinstance(spark, SparkSession):
        raise TypeError("The first argument is {!r}, expected a SparkSession".format(spark))
    if spark.sparkContext._jsc is None:
        raise FastCodecError("This Spark session was stopped: build a new one with getOrCreate()")


def _has_plugin() -> bool:
    """Returns whether a running JVM has loaded the plugin, or is about to."""
    from pyspark import SparkConf, SparkContext

    context = SparkContext._active_spark_context
    if context is not None:
        return PLUGIN in (context.getConf().get(_PLUGINS) or "")
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        SparkContext._ensure_initialized()
        return PLUGIN in (SparkConf().get(_PLUGINS) or "")
    return False


def _require_new_jvm() -> None:
    from pyspark import SparkContext

    if "SPARK_REMOTE" in os.environ or os.environ.get("SPARK_CONNECT_MODE_ENABLED"):
        raise FastCodecError(_CONNECT)
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        raise FastCodecError(
            "spark-submit and the pyspark shell start the JVM before this script runs, and it cannot load jars later. Type: "
            "spark-submit " + SUBMIT_OPTIONS + " SCRIPT"
        )
    if SparkContext._active_spark_context is not None:
        raise FastCodecError(
            "A Spark session is already running, and plugins are loaded only when the JVM starts. spark.stop() is not enough, "
            "because the JVM keeps running: restart Python (in a notebook, the kernel) and build the session with these options"
        )
    if SparkContext._gateway is not None and not can_load(SparkContext._jvm, PLUGIN):
        raise FastCodecError(
            "The JVM of an earlier Spark session is still running, without the jars of parquet-fastcodec. Restart Python (in a "
            "notebook, the kernel) and build the first session with these options"
        )
    if re.search(r"(^|\s)--jars[\s=]", os.environ.get("PYSPARK_SUBMIT_ARGS", "")):
        raise FastCodecError(
            "PYSPARK_SUBMIT_ARGS has --jars, which replaces spark.jars. Add these jars there, separated by a comma: "
            "$(parquet-fastcodec jars)"
        )


def can_load(jvm: Any, name: str) -> bool:
    """Returns whether a JVM can load a class."""
    try:
        jvm.java.lang.Thread.currentThread().getContextClassLoader().loadClass(name)
        return True
    except Exception:  # py4j's, for a ClassNotFoundException
        return False


def java() -> str:
    """Returns the command with which PySpark starts Java."""
    home = os.environ.get("JAVA_HOME")
    return os.path.join(home, "bin", "java") if home else "java"


def java_version(command: str) -> Optional[int]:
    """Returns the major version of Java, such as 17, or None if it is unknown."""
    try:
        output = subprocess.run([command, "-version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode(
            errors="replace"
        )
    except OSError:
        return None
    version = re.search(r'version "(1\.)?(\d+)', output)
    return int(version.group(2)) if version else None


def require_java() -> Optional[int]:
    """Returns the major version of Java, or None if it is unknown. Raises an error if it is older than 17."""
    version = java_version(java())
    if version is not None and version < _OLDEST_JAVA:
        raise FastCodecError(
            "parquet-fastcodec's tools need Java {} or newer, but {} is Java {}. Set JAVA_HOME to a newer one".format(
                _OLDEST_JAVA, java(), version
            )
        )
    return version


def _spark_defaults() -> Dict[str, str]:
    """Returns the options in spark-defaults.conf, which a builder's options replace."""
    from pyspark.find_spark_home import _find_spark_home

    folder = os.environ.get("SPARK_CONF_DIR") or os.path.join(_find_spark_home(), "conf")
    defaults = {}
    try:
        with open(os.path.join(folder, "spark-defaults.conf"), encoding="utf-8") as lines:
            for line in lines:
                setting = re.match(r"\s*([^#!\s=:]+)\s*[=:\s]\s*(\S.*?)\s*$", line)
                if setting:
                    defaults[setting.group(1)] = setting.group(2)
    except FileNotFoundError:
        pass
    return defaults


def _joined(present: Optional[str], more: Iterable[str]) -> str:
    """Returns values separated by commas, in order and without duplicates."""
    values = [value.strip() for value in (present or "").split(",") if value.strip()]
    return ",".join(dict.fromkeys(values + list(more)))

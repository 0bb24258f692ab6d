# SPDX-License-Identifier: Apache-2.0
"""The command ``parquet-fastcodec``, which runs the command line on PySpark's jars."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List

from ._errors import FastCodecError
from ._session import jars, java, require_java
from ._version import VERSION

_ARCHIVES_SINCE = 19
_NATIVE_ACCESS_SINCE = 22


def main() -> None:
    arguments = sys.argv[1:]
    if arguments == ["jars"]:
        print(",".join(jars()))
        return
    try:
        from pyspark.find_spark_home import _find_spark_home
    except ImportError:
        sys.exit("parquet-fastcodec needs the jars of PySpark, which is not installed: pip install pyspark")
    sys.exit(_run(os.path.join(_find_spark_home(), "jars"), arguments))


def _run(spark_jars: str, arguments: List[str]) -> int:
    command = java()
    try:
        version = require_java()
    except FastCodecError as e:
        sys.exit(str(e))
    if version is None:
        sys.exit("There is no Java at {}: install Java 17 or newer, or set JAVA_HOME".format(command))
    name = os.path.basename(sys.argv[0])
    program = name if shutil.which(name) == sys.argv[0] else sys.argv[0]  # what the user types again, for a line to copy
    options = ["-cp", os.pathsep.join(jars() + [os.path.join(spark_jars, "*")]), "-Dparquet-fastcodec.program=" + program]
    if version >= _NATIVE_ACCESS_SINCE:
        options.append("--enable-native-access=ALL-UNNAMED")
    if version >= _ARCHIVES_SINCE:
        options += _archive(version)
    return subprocess.call([command, *options, "io.github.fastcodec.cli.FastCodec", *arguments])


def _archive(version: int) -> List[str]:
    """Returns the options for an archive of loaded classes. Java writes it after the first run, and starts faster with it."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parquet-fastcodec"
    try:
        caches.mkdir(parents=True, exist_ok=True)
    except OSError:
        return []  # the directory cannot be created; Java starts without an archive
    return [
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile={}".format(caches / "{}-java-{}.jsa".format(VERSION, version)),
        "-Xshare:auto",
        "-Xlog:cds=off",
        "-Xlog:cds+dynamic=off",
    ]

# SPDX-License-Identifier: Apache-2.0
"""Whether parquet-fastcodec is active in a session, and what it has done."""

import json
from typing import Any, Dict, List, Optional

from ._errors import FastCodecError
from ._session import PLUGIN, SUBMIT_OPTIONS, require_classic

_COLUMNS = ["jvm", "codec", "engine", "level", "written", "read", "failed"]


class Status:
    """The engine of each codec on the driver and on each executor, and the numbers of pages written and read so far.

    ``print`` shows a table, and the share of the codecs in the CPU time of the tasks that have ended. Executors report when
    they start and every ten seconds; an executor that has not reported is shown as silent.

    :ivar active: whether parquet-java uses these codecs on the driver
    :ivar share: the share of the codecs, as a sentence; empty before the first task has ended
    """

    def __init__(self, jvms: Dict[str, Optional[Dict[str, Any]]], share: str) -> None:
        self._jvms = jvms
        self.share = share
        self.active = bool((jvms["driver"] or {}).get("active"))

    def to_dict(self) -> Dict[str, Optional[Dict[str, Any]]]:
        """Returns the report of each JVM, by "driver" or the executor's id; None for a silent executor."""
        return self._jvms

    def rows(self) -> List[Dict[str, Any]]:
        """Returns a row for each codec of each JVM, with the keys jvm, codec, engine, level, written, read and failed."""
        return [
            dict(codec, jvm=name) for name, report in self._jvms.items() if report for codec in report["codecs"]
        ]

    def __str__(self) -> str:
        rows = [_COLUMNS] + [[str(row[column]) for column in _COLUMNS] for row in self.rows()]
        widths = [max(map(len, column)) for column in zip(*rows)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        for name, report in self._jvms.items():
            if report is None:
                lines.append("{}: silent".format(name))
            elif not report["active"]:
                lines.append("{}: not active; its log says why".format(name))
        if self.share:
            lines.append(self.share)
        return "\n".join(lines)

    __repr__ = __str__


def status(spark: Any) -> Status:
    """Returns the status of parquet-fastcodec in a session.

    :raises FastCodecError: if the session was started without the plugin
    """
    require_classic(spark)
    context = spark.sparkContext
    if PLUGIN not in (context.getConf().get("spark.plugins") or ""):
        raise FastCodecError(
            "The plugin is not loaded in this session: build it with parquet_fastcodec.conf(), or start it with spark-submit "
            + SUBMIT_OPTIONS
        )
    document = json.loads(context._jvm.io.github.fastcodec.spark.FastCodecSparkPlugin.status())
    reports = {report["executor"]: report for report in document["executors"]}
    executors = context._jsc.sc().statusStore().executorList(True)
    jvms = {"driver": document["driver"]}
    for name in sorted(executors.apply(i).id() for i in range(executors.size())):
        if name != "driver":
            jvms[name] = reports.get(name)
    return Status(jvms, document["share"])

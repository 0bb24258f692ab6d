// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.StageInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/** Logs one line for each stage that is over and had pages; on the driver. */
final class StageLog extends SparkListener {

    private static final Logger LOG = LoggerFactory.getLogger(StageLog.class);

    /** What the pages are called in Spark's UI. */
    private static final String NAME = "parquet-fastcodec";

    /** Spark refers to it weakly. */
    private final StageAccumulator accumulator = new StageAccumulator();

    private StageLog() {}

    /**
     * Begins to log.
     *
     * @return what the executors need to know
     */
    static String start(SparkContext context) {
        StageLog log = new StageLog();
        // with what failed attempts of tasks did: Spark counts their time too
        log.accumulator.register(context, Option.apply(NAME), true);
        context.addSparkListener(log);
        return TaskPages.toText(log.accumulator);
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted completed) {
        StageInfo stage = completed.stageInfo();
        Option<AccumulableInfo> info = stage.accumulables().get(accumulator.id());
        if (info.isEmpty() || !(info.get().value().get() instanceof StagePages)) {
            return;
        }
        StagePages pages = (StagePages) info.get().value().get();
        LOG.info(
                "stage {}{}: {}",
                stage.stageId(),
                stage.attemptNumber() == 0 ? "" : "." + stage.attemptNumber(),
                pages.ofTaskTime(stage.taskMetrics().executorRunTime()));
    }
}

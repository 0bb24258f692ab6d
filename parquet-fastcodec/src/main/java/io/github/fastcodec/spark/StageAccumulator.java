// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.util.AccumulatorV2;

/**
 * Brings the pages of each task to the driver, with the task's result, and adds them up for each attempt of a stage. All stages
 * share it. Spark asks for the value right after each task's part was merged, and notes it for that task's stage; so the value
 * is that of the stage that was merged last, and Spark's UI has the right one for each stage.
 */
final class StageAccumulator extends AccumulatorV2<StagePages, StagePages> {

    private static final long serialVersionUID = 1L;

    /** More than there are stages under way at once. */
    private static final int MOST_STAGES = 1000;

    private int stage;
    private int attempt;
    private StagePages pages = StagePages.NONE;

    /** On the driver: the pages of each stage so far. */
    private final LinkedHashMap<Long, StagePages> stages = new Recent();

    /** Makes this the part of a task of a stage. */
    void of(int stageId, int stageAttempt) {
        stage = stageId;
        attempt = stageAttempt;
    }

    @Override
    public synchronized boolean isZero() {
        return pages.isEmpty();
    }

    @Override
    public synchronized AccumulatorV2<StagePages, StagePages> copy() {
        StageAccumulator copy = new StageAccumulator();
        copy.of(stage, attempt);
        copy.pages = pages;
        copy.stages.putAll(stages);
        return copy;
    }

    @Override
    public synchronized void reset() {
        pages = StagePages.NONE;
        stages.clear();
    }

    @Override
    public synchronized void add(StagePages more) {
        pages = pages.plus(more);
    }

    @Override
    public synchronized void merge(AccumulatorV2<StagePages, StagePages> other) {
        StageAccumulator task = (StageAccumulator) other;
        of(task.stage, task.attempt);
        long key = (long) stage << 32 | attempt;
        pages = stages.merge(key, task.value(), StagePages::plus);
    }

    @Override
    public synchronized StagePages value() {
        return pages;
    }

    /** Forgets the stages that came first. */
    private static final class Recent extends LinkedHashMap<Long, StagePages> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, StagePages> eldest) {
            return size() > MOST_STAGES;
        }
    }
}

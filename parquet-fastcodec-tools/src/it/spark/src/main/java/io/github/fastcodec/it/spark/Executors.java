// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function0;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** Questions that are answered in the JVM of each executor. */
final class Executors {

    /** The number of executors that local-cluster[2,1,...] starts, with one core each. */
    static final int COUNT = 2;

    private Executors() {}

    /** Returns each executor's answer by the executor's id. */
    static <T> Map<String, T> ask(SparkSession spark, Function0<T> question) {
        List<Integer> tasks = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            tasks.add(i);
        }
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Map<String, T> answers = new TreeMap<>();
        // Each idle executor with one core gets a task; another round reaches an executor that started late.
        while (answers.size() < COUNT) {
            context.parallelize(tasks, COUNT)
                    .map(task -> new Tuple2<>(SparkEnv.get().executorId(), question.call()))
                    .collect()
                    .forEach(answer -> answers.put(answer._1(), answer._2()));
        }
        return answers;
    }
}

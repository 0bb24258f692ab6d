// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.apache.flink.client.ClientUtils;
import org.apache.flink.client.program.PackagedProgram;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/**
 * One task manager with two slots, and a client that submits to it as {@code flink run} does. The cluster runs in the class
 * loader that represents Flink's lib folder; tests reach it only through the JDK's interfaces. It ends with the JVM.
 */
public final class Cluster implements BiFunction<List<URL>, String[], Callable<Void>> {

    private final MiniCluster cluster;

    public Cluster() throws Exception {
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(Configuration.fromMap(Map.of(
                        "rest.bind-port", "0",
                        "taskmanager.memory.managed.size", "64m",
                        "taskmanager.memory.network.min", "32m",
                        "taskmanager.memory.network.max", "32m")))
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2)
                .build());
        cluster.start();
    }

    /** Returns an action that runs a job, given its class path, and its main class and arguments. */
    @Override
    public Callable<Void> apply(List<URL> classPath, String[] mainAndArguments) {
        return () -> {
            Configuration client = Configuration.fromMap(Map.of(
                    "execution.target", "remote",
                    "execution.attached", "true",
                    "rest.address", cluster.getRestAddress().get().getHost(),
                    "rest.port", Integer.toString(cluster.getRestAddress().get().getPort()),
                    "parallelism.default", "2",
                    "restart-strategy.type", "none"));
            client.setString("execution.checkpointing.interval", "200ms");
            String[] arguments = List.of(mainAndArguments)
                    .subList(1, mainAndArguments.length)
                    .toArray(new String[0]);
            try (PackagedProgram program = PackagedProgram.newBuilder()
                    .setUserClassPaths(classPath)
                    .setEntryPointClassName(mainAndArguments[0])
                    .setArguments(arguments)
                    .setConfiguration(client)
                    .build()) {
                client.setString(
                        "pipeline.classpaths",
                        String.join(";", classPath.stream().map(URL::toString).toList()));
                ClientUtils.executeProgram(new DefaultExecutorServiceLoader(), client, program, false, false);
            }
            return null;
        };
    }
}

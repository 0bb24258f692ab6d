// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Short-lived class loaders with their own copy of parquet-java. The long run is
 * {@code -Dagent.loaders=10000 -Dagent.seconds=3600}.
 */
class AgentLoadersTest {

    private static final int LOADERS = Integer.getInteger("agent.loaders", 200);

    @TempDir
    static Path directory;

    @Test
    void closedLoadersLeaveNothing() throws Exception {
        AgentChildren children = new AgentChildren(directory);
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(LOADERS)));
        List<Path> classPath = children.application();
        Path pages = Files.createDirectories(directory.resolve("pages/io/github/fastcodec/agent"));
        Path compiled = children.programs().resolve("io/github/fastcodec/agent/PagesProgram.class");
        Files.move(compiled, pages.resolve(compiled.getFileName()));
        arguments.add(directory.resolve("pages").toString());
        for (Path path : List.copyOf(classPath)) {
            if (path.getFileName().toString().startsWith("parquet-")) {
                arguments.add(path.toString());
                classPath.remove(path);
            }
        }
        // a heap that a leak in each loader would soon fill
        ChildJvm child = children.run(
                classPath,
                List.of(children.agent(), "-Xmx192m", "-XX:MaxMetaspaceSize=192m"),
                LoadersProgram.class,
                arguments.toArray(new String[0]));
        System.out.println(child.output()); // the remaining memory, for the long run
        assertTrue(child.output().contains("pages " + LOADERS + " left 0"), child.output() + child.errors());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent together with the application's own copy of this project. */
class AgentTogetherTest {

    private static final Pattern FILE = Pattern.compile("(\\w+)\\.parquet pages (\\d+) written (\\d+) read (\\d+)");

    @TempDir
    static Path directory;

    @Test
    void agentAndEachCopyHaveTheirOwnCountersAndPool() throws Exception {
        AgentChildren children = new AgentChildren(directory);
        ChildJvm child = children.run(
                children.application(AgentJar.of(FastCodecFactory.class)),
                List.of(children.agent() + "=parquet.fastcodec.pool.max.contexts=99"),
                TogetherProgram.class,
                children.files());
        assertTrue(child.output().contains("installed true"), child.output() + child.errors());
        int files = 0;
        for (Matcher file = FILE.matcher(child.output()); file.find(); files++) {
            String pages = file.group(1).equals("off") ? "0" : file.group(2);
            assertEquals(pages, file.group(3), file::group);
            assertEquals(pages, file.group(4), file::group);
        }
        assertEquals(4, files);
        assertTrue(child.output().contains("own 0 and 0\n"), child::output);
        assertTrue(child.output().contains("factory 1 agent 0\n"), child::output);
        assertTrue(child.output().contains("contexts 1 of 77, the agent's 99\n"), child::output);
        assertEquals(1, AgentChildren.count(child, AgentChildren.SERVES), child::errors);
        assertEquals(1, AgentChildren.count(child, "is served by the Java agent of parquet-fastcodec"), child::errors);
        assertEquals(0, AgentChildren.count(child, "WARN parquet-fastcodec"), child::errors);
        assertEquals(0, AgentChildren.count(child, "not active"), child::errors);
    }
}

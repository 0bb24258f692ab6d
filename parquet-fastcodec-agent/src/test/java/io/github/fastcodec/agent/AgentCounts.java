// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** The agent's counters over JMX, for use in a child JVM. */
final class AgentCounts {

    private AgentCounts() {}

    /** Returns the number of a codec's pages that went through the agent, or 0 without an active agent. */
    static long pages(Object codec, boolean written) throws JMException {
        return counter(codec, written, "pages");
    }

    /** Returns the number of a codec's pages that failed in the agent. */
    static long failures(Object codec, boolean written) throws JMException {
        return counter(codec, written, "failures");
    }

    /** Returns the maximum number of contexts in the agent's pool. */
    static Object maxContexts() throws JMException {
        return ((CompositeData) attribute("Pool")).get("maxContexts");
    }

    private static long counter(Object codec, boolean written, String counter) throws JMException {
        TabularData pages = (TabularData) attribute("Pages");
        if (pages == null) {
            return 0;
        }
        String row = codec.toString().toLowerCase(Locale.ROOT) + (written ? ".compress" : ".decompress");
        return (Long) ((CompositeData) pages.get(new Object[] {row}).get("value")).get(counter);
    }

    private static Object attribute(String name) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName agent = new ObjectName("io.github.fastcodec:type=FastCodec");
        return server.isRegistered(agent) ? server.getAttribute(agent, name) : null;
    }
}

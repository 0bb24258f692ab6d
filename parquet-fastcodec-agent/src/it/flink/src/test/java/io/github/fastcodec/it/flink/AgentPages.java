// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The pages that this JVM's agent has processed, as its MBean counts them. */
final class AgentPages {

    private AgentPages() {}

    static long compressed(CompressionCodecName codec) throws JMException {
        return pages(codec + ".compress");
    }

    static long decompressed(CompressionCodecName codec) throws JMException {
        return pages(codec + ".decompress");
    }

    /** The agent registers its MBean with the first page. */
    private static long pages(String row) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName agent = new ObjectName("io.github.fastcodec:type=FastCodec");
        if (!server.isRegistered(agent)) {
            return 0;
        }
        TabularData pages = (TabularData) server.getAttribute(agent, "Pages");
        Object[] key = {row.toLowerCase(Locale.ROOT)};
        return (Long) ((CompositeData) pages.get(key).get("value")).get("pages");
    }
}

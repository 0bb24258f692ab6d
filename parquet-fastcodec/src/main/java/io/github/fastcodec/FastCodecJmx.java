// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * Exposes the statistics of parquet-fastcodec over JMX, as a {@link FastCodecMXBean}. Thread-safe.
 *
 * <p>The MBean is registered when a program calls {@link #register}, or by the first codec factory if the JVM was started
 * with {@code -Dparquet.fastcodec.jmx=true}. The platform's MBean server keeps this project's classes and their class
 * loader alive until {@link #unregister} is called.
 */
public final class FastCodecJmx {

    /**
     * The MBean's name in the platform's MBean server. Further copies of parquet-fastcodec in the same JVM append
     * {@code ,copy=2} and so on.
     */
    public static final String NAME = "io.github.fastcodec:type=FastCodec";

    private static @Nullable ObjectName registered;

    private FastCodecJmx() {}

    /**
     * Registers the MBean in the platform's MBean server, once for this copy of parquet-fastcodec.
     *
     * @return its name in that server
     * @throws IllegalStateException if the server refuses it; the cause is the server's exception
     */
    public static synchronized ObjectName register() {
        if (registered == null) {
            try {
                registered = register(ManagementFactory.getPlatformMBeanServer());
            } catch (JMException | RuntimeException e) {
                throw new IllegalStateException("The MBean " + NAME + " cannot be registered", e);
            }
        }
        return registered;
    }

    /**
     * Unregisters the MBean if it is registered.
     *
     * @throws IllegalStateException if the server refuses it; the cause is the server's exception
     */
    public static synchronized void unregister() {
        if (registered != null) {
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(registered);
            } catch (InstanceNotFoundException e) {
                // another program unregistered it
            } catch (JMException e) {
                throw new IllegalStateException("The MBean " + registered + " cannot be unregistered", e);
            }
            registered = null;
        }
    }

    private static ObjectName register(MBeanServer server) throws JMException {
        StandardMBean mbean = new StandardMBean(new Statistics(), FastCodecMXBean.class, true);
        for (int copy = 1; ; copy++) {
            ObjectName name = new ObjectName(copy == 1 ? NAME : NAME + ",copy=" + copy);
            try {
                server.registerMBean(mbean, name);
                return name;
            } catch (InstanceAlreadyExistsException e) {
                // another copy has this name: try the next
            }
        }
    }

    /** Reads the current numbers on each call. */
    private static final class Statistics implements FastCodecMXBean {

        @Override
        public Map<String, PageStats> getPages() {
            return FastCodecStats.snapshot().getPages();
        }

        @Override
        public PoolState getPool() {
            return FastCodecStats.pool();
        }
    }
}

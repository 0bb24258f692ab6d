// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.memory.WeakRelay;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Map;
import javax.management.DynamicMBean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.NotCompliantMBeanException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * Shows parquet-fastcodec in JMX, as a {@link FastCodecMXBean}. Safe for use by many threads.
 *
 * <p>Nothing is registered until a program calls {@link #register}, or the JVM starts with
 * {@code -Dparquet.fastcodec.jmx=true}; then the first codec factory registers. The platform's MBean server refers to this
 * project's classes weakly: when their class loader is collected, the MBean is unregistered.
 */
public final class FastCodecJmx {

    /**
     * The MBean's name in the platform's MBean server. Further copies of parquet-fastcodec in the same JVM append
     * {@code ,copy=2} and so on.
     */
    public static final String NAME = "io.github.fastcodec:type=FastCodec";

    private static final int MOST_COPIES = 1000;

    private static @Nullable ObjectName registered;

    /** The object that the server's object refers to weakly. */
    @SuppressWarnings("unused") // to keep it is the use
    private static @Nullable WeakRelay<DynamicMBean> relay;

    /** Unregisters that object once: a later collection must not unregister the next object, which may have the same name. */
    private static Cleaner.@Nullable Cleanable registration;

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
            } catch (JMException | RuntimeException | ReflectiveOperationException e) {
                throw new IllegalStateException("The MBean " + NAME + " cannot be registered", e);
            }
        }
        return registered;
    }

    /** Unregisters the MBean if it is registered. */
    public static synchronized void unregister() {
        if (registration != null) {
            try {
                registration.clean();
            } catch (UndeclaredThrowableException e) {
                // another program unregistered it
            }
            registered = null;
            registration = null;
            relay = null;
        }
    }

    private static ObjectName register(MBeanServer server) throws JMException, ReflectiveOperationException {
        WeakRelay<DynamicMBean> mbean = WeakRelay.to(mbean(), DynamicMBean.class);
        relay = mbean;
        for (int copy = 1; ; copy++) {
            ObjectName name = new ObjectName(copy == 1 ? NAME : NAME + ",copy=" + copy);
            try {
                server.registerMBean(mbean.relay(), name);
                registration = mbean.whenCollected(unregistration(server, name));
                return name;
            } catch (InstanceAlreadyExistsException e) {
                if (copy == MOST_COPIES) {
                    throw e;
                }
            }
        }
    }

    private static DynamicMBean mbean() throws NotCompliantMBeanException {
        return new StandardMBean(new Statistics(), FastCodecMXBean.class, true);
    }

    private static MethodHandle unregistration(MBeanServer server, ObjectName name)
            throws ReflectiveOperationException {
        MethodHandle unregister = MethodHandles.publicLookup()
                .findVirtual(MBeanServer.class, "unregisterMBean", MethodType.methodType(void.class, ObjectName.class));
        return MethodHandles.insertArguments(unregister, 0, server, name);
    }

    /** Reads the numbers whenever it is asked. */
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

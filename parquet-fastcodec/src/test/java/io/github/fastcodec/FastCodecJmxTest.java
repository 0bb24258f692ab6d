// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.context.ImpatientRoundTrip;
import io.github.fastcodec.support.BusyContext;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.IsolatedLoader;
import io.github.fastcodec.support.Pages;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.management.Attribute;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters over JMX, and the registration of the MBean. */
class FastCodecJmxTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @TempDir
    Path folder;

    @AfterEach
    void unregister() {
        FastCodecJmx.unregister();
    }

    /** Would catch: numbers with swapped names, and numbers frozen at the registration. */
    @Test
    void beanHasTheNumbersOfTheStatistics() throws Exception {
        ObjectName name = FastCodecJmx.register();
        FastCodecMXBean bean = JMX.newMXBeanProxy(server, name, FastCodecMXBean.class);
        roundTrip();
        Pages.failToDecompress(CompressionCodecName.ZSTD);
        for (CompressionCodecName codec : List.of(CompressionCodecName.ZSTD, CompressionCodecName.SNAPPY)) {
            for (Direction direction : Direction.values()) {
                PageStats expected = FastCodecStats.of(codec, direction);
                PageStats pages = bean.getPages()
                        .get(codec.name().toLowerCase() + "." + direction.name().toLowerCase());
                assertEquals(expected.getPages(), pages.getPages());
                assertEquals(expected.getBytesIn(), pages.getBytesIn());
                assertEquals(expected.getBytesOut(), pages.getBytesOut());
                assertEquals(expected.getNanos(), pages.getNanos());
                assertEquals(expected.getFailures(), pages.getFailures());
            }
        }
        assertTrue(bean.getPages().get("zstd.compress").getPages() > 0);
        assertTrue(bean.getPages().get("zstd.decompress").getFailures() > 0);
        assertEquals(14, bean.getPages().size());
        try (BusyContext busy = new BusyContext()) {
            PoolState pool = FastCodecStats.pool();
            busy.assertSeen(pool);
            assertEquals(pool.getContexts(), bean.getPool().getContexts());
            assertEquals(pool.getIdle(), bean.getPool().getIdle());
            assertEquals(pool.getBytes(), bean.getPool().getBytes());
            assertEquals(pool.getCreated(), bean.getPool().getCreated());
            assertEquals(pool.getClosed(), bean.getPool().getClosed());
            assertEquals(pool.getMaxContexts(), bean.getPool().getMaxContexts());
            assertEquals(pool.getMaxBytes(), bean.getPool().getMaxBytes());
            assertEquals(pool.getIdleSeconds(), bean.getPool().getIdleSeconds());
        }
    }

    /** Would catch: a snapshot with other numbers than JMX, or one that keeps counting. */
    @Test
    void snapshotKeepsTheNumbersOfTheBean() throws Exception {
        roundTrip();
        FastCodecMXBean bean = JMX.newMXBeanProxy(server, FastCodecJmx.register(), FastCodecMXBean.class);
        FastCodecMXBean before = FastCodecStats.snapshot();
        String text = before.toString();
        assertEquals(numbers(bean), numbers(before));
        assertEquals(bean.getPages().keySet(), before.getPages().keySet());

        roundTrip();
        assertEquals(text, before.toString());
        FastCodecMXBean after = FastCodecStats.snapshot();
        for (String row : List.of("zstd.compress", "zstd.decompress")) {
            assertEquals(
                    1,
                    after.getPages().get(row).getPages()
                            - before.getPages().get(row).getPages());
            assertTrue(text.contains(row + ": " + before.getPages().get(row).getPages() + " pages, "), text);
        }
        before.getPages()
                .forEach((row, numbers) -> assertEquals(
                        numbers.getPages() + numbers.getFailures() > 0,
                        text.contains(row + ": "),
                        row + " in " + text));
        assertTrue(text.endsWith("pool: " + before.getPool()), text);
        assertThrows(UnsupportedOperationException.class, before.getPages()::clear);
    }

    /** Returns all numbers of a bean by their methods' names. */
    private static Map<String, Object> numbers(FastCodecMXBean bean) throws ReflectiveOperationException {
        Map<String, Object> numbers = new TreeMap<>(numbers(bean.getPool()));
        for (Map.Entry<String, PageStats> row : bean.getPages().entrySet()) {
            numbers(row.getValue()).forEach((name, number) -> numbers.put(row.getKey() + " " + name, number));
        }
        return numbers;
    }

    private static Map<String, Object> numbers(Object part) throws ReflectiveOperationException {
        Map<String, Object> numbers = new TreeMap<>();
        for (Method method : part.getClass().getDeclaredMethods()) {
            if (method.getName().startsWith("get")) {
                numbers.put(method.getName(), method.invoke(part));
            }
        }
        return numbers;
    }

    /** Would catch: attributes that only a client with our classes can read; JConsole lacks them. */
    @Test
    void clientWithoutOurClassesReadsEveryAttribute() throws Exception {
        ObjectName name = FastCodecJmx.register();
        TreeSet<String> attributes = new TreeSet<>();
        for (Attribute attribute :
                server.getAttributes(name, new String[] {"Pages", "Pool"}).asList()) {
            attributes.add(attribute.getName());
            Object value = attribute.getValue();
            if (value instanceof TabularData) {
                assertEquals(14, ((TabularData) value).size());
            } else {
                assertEquals(FastCodecStats.pool().getMaxContexts(), ((CompositeData) value).get("maxContexts"));
            }
        }
        assertEquals(Set.of("Pages", "Pool"), attributes);
        assertEquals("true", server.getMBeanInfo(name).getDescriptor().getFieldValue("mxbean"));
    }

    @Test
    void registeringAndUnregisteringTwiceHasNoFurtherEffect() throws Exception {
        ObjectName name = FastCodecJmx.register();
        assertEquals(new ObjectName(FastCodecJmx.NAME), name);
        assertEquals(name, FastCodecJmx.register());
        FastCodecJmx.unregister();
        FastCodecJmx.unregister();
        assertFalse(server.isRegistered(name));
        assertEquals(name, FastCodecJmx.register());
    }

    @Test
    void unregistersABeanThatIsAlreadyUnregistered() throws Exception {
        ObjectName name = FastCodecJmx.register();
        server.unregisterMBean(name);
        FastCodecJmx.unregister();
        assertEquals(name, FastCodecJmx.register());
    }

    /** Would catch: a call that unregisters the MBean, but leaves a reference to the class loader. */
    @Test
    void unregisteredCopyInAnotherLoaderIsCollected() throws Exception {
        FastCodecJmx.register();
        WeakReference<ClassLoader> dropped = registeredInALoaderOfItsOwn();
        long start = System.nanoTime();
        while (dropped.get() != null) {
            assertTrue(System.nanoTime() - start < PATIENCE_NANOS, "the class loader is still there");
            System.gc();
            Thread.sleep(100);
        }
        assertTrue(server.isRegistered(new ObjectName(FastCodecJmx.NAME)));
    }

    @SuppressWarnings("unchecked") // the class implements this type
    private WeakReference<ClassLoader> registeredInALoaderOfItsOwn() throws Exception {
        try (IsolatedLoader loader = IsolatedLoader.of(List.of(), name -> false, name -> false)) {
            loader.newInstance(ImpatientRoundTrip.class, UnaryOperator.class).apply("SNAPPY");
            Supplier<ObjectName> registration = loader.newInstance(Registration.class, Supplier.class);
            ObjectName name = registration.get();
            assertEquals(new ObjectName(FastCodecJmx.NAME + ",copy=2"), name);
            TabularData pages = (TabularData) server.getAttribute(name, "Pages");
            CompositeData row =
                    (CompositeData) pages.get(new Object[] {"snappy.compress"}).get("value");
            assertEquals(1L, row.get("pages"), "of the copy's own");
            registration.get();
            assertFalse(server.isRegistered(name));
            return new WeakReference<>(loader);
        }
    }

    /** Registers the MBean of its own copy of the project, and unregisters it on the next call. */
    public static final class Registration implements Supplier<ObjectName> {

        private ObjectName name;

        /** For {@link IsolatedLoader}. */
        public Registration() {}

        @Override
        public ObjectName get() {
            if (name == null) {
                name = FastCodecJmx.register();
            } else {
                FastCodecJmx.unregister();
            }
            return name;
        }
    }

    @Test
    void systemPropertyRegistersWithTheFirstFactory() throws Exception {
        assertEquals("true", registered("-Dparquet.fastcodec.jmx=true"));
        assertEquals("false", registered("-Dparquet.fastcodec.jmx=false"));
        assertEquals("false", registered("-Dno.property=of.ours"));
    }

    /** Would catch: a value or a runtime with which pages cannot be written. */
    @Test
    void failureToRegisterIsOnlyLogged() throws Exception {
        ChildJvm wrongValue = child("-Dparquet.fastcodec.jmx=perhaps");
        assertEquals(0, wrongValue.exit(), wrongValue::errors);
        assertTrue(
                wrongValue.errors().contains("parquet-fastcodec could not register its MBean")
                        && wrongValue.errors().contains("\"perhaps\", expected true or false"),
                wrongValue::errors);
        ChildJvm noModule = child(
                "-Dparquet.fastcodec.jmx=true", "--limit-modules", "java.base,java.logging,java.xml,jdk.unsupported");
        assertEquals(0, noModule.exit(), noModule::errors);
        assertTrue(noModule.errors().contains("parquet-fastcodec could not register its MBean"), noModule::errors);
    }

    private String registered(String option) throws Exception {
        ChildJvm child = child(option);
        assertEquals(0, child.exit(), child::errors);
        return child.output().trim();
    }

    private ChildJvm child(String... options) throws Exception {
        List<String> arguments = new java.util.ArrayList<>(List.of(options));
        arguments.add(OnePage.class.getName());
        return ChildJvm.run(folder, "child", 60, List.of(), arguments);
    }

    /** Compresses a page, and prints whether the MBean is registered, unless java.management is missing. */
    static final class OnePage {

        public static void main(String[] args) throws Exception {
            Pages.compress(new FastCodecFactory().getCompressor(CompressionCodecName.SNAPPY), new byte[1000]);
            if (ModuleLayer.boot().findModule("java.management").isPresent()) {
                Server.print();
            }
        }

        private static final class Server {
            static void print() throws Exception {
                System.out.println(
                        ManagementFactory.getPlatformMBeanServer().isRegistered(new ObjectName(FastCodecJmx.NAME)));
            }
        }
    }

    private static void roundTrip() throws Exception {
        byte[] page = Pages.text(10_000, 1);
        FastCodecFactory factory = new FastCodecFactory();
        byte[] compressed = Pages.compress(factory.getCompressor(CompressionCodecName.ZSTD), page);
        factory.getDecompressor(CompressionCodecName.ZSTD).decompress(BytesInput.from(compressed), page.length);
    }
}

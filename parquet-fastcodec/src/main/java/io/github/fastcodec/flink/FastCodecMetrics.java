// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.metrics.MetricGroup;

/**
 * Shows the pages of a sink or a source in the metric group of its operator: {@code fastcodec.zstd.compress.pages},
 * {@code bytesIn}, {@code bytesOut} and {@code nanos}, for each codec and direction of which there are pages.
 *
 * <p>Flink tells bulk writers and formats nothing of their operator. So this class makes the sink or the source that does know,
 * around the writers or the format that are given. The job's behaviour stays the same.
 */
public final class FastCodecMetrics {

    private FastCodecMetrics() {}

    /**
     * Returns a sink whose operator counts the pages that it compresses. Before parquet-java 1.14, whose writers take no codec
     * factory, it counts none.
     *
     * @param writers from this package
     * @param sink makes the sink, e.g. {@code w -> FileSink.forBulkFormat(folder, w).build()}
     * @throws IllegalArgumentException if {@code writers} are not from this package
     */
    public static <T> Sink<T> ofSink(
            ParquetWriterFactory<T> writers, Function<? super ParquetWriterFactory<T>, ? extends Sink<T>> sink) {
        if (!(writers instanceof CodecWriterFactory)) {
            throw notOurs(writers);
        }
        OperatorPages pages = new OperatorPages();
        return measured(sink.apply(((CodecWriterFactory<T>) writers).counting(pages)), pages);
    }

    /**
     * Returns a source whose operator counts the pages that it decompresses.
     *
     * @param format from {@link FastCodecReaders}
     * @param source makes the source, e.g. {@code f -> FileSource.forBulkFileFormat(f, folder).build()}
     * @throws IllegalArgumentException if {@code format} is not from {@link FastCodecReaders}
     */
    public static <T, S extends FileSourceSplit, R extends Source<T, ?, ?>> Source<T, ?, ?> ofSource(
            BulkFormat<T, S> format, Function<? super BulkFormat<T, S>, R> source) {
        OperatorPages pages = new OperatorPages();
        BulkFormat<T, S> counting = FastCodecReaders.counting(format, pages);
        if (counting == null) {
            throw notOurs(format);
        }
        return measured(source.apply(counting), pages);
    }

    /**
     * Returns a source whose operator counts the pages that it decompresses.
     *
     * @param format from {@link FastCodecReaders}
     * @param source makes the source, e.g. {@code f -> FileSource.forRecordStreamFormat(f, folder).build()}
     * @throws IllegalArgumentException if {@code format} is not from {@link FastCodecReaders}
     */
    public static <T, R extends Source<T, ?, ?>> Source<T, ?, ?> ofSource(
            StreamFormat<T> format, Function<? super StreamFormat<T>, R> source) {
        OperatorPages pages = new OperatorPages();
        StreamFormat<T> counting = FastCodecReaders.counting(format, pages);
        if (counting == null) {
            throw notOurs(format);
        }
        return measured(source.apply(counting), pages);
    }

    private static IllegalArgumentException notOurs(Object given) {
        return new IllegalArgumentException(given.getClass().getName()
                + " does not count pages; expected writers or a format that parquet-fastcodec made");
    }

    /** Returns a stand-in with all interfaces of the original, since Flink asks for some: which they are differs by version. */
    @SuppressWarnings("unchecked") // it has the original's interfaces
    private static <I extends Serializable> I measured(I original, OperatorPages pages) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> type = original.getClass(); type != null; type = type.getSuperclass()) {
            interfaces.addAll(Set.of(type.getInterfaces()));
        }
        return (I) Proxy.newProxyInstance(
                original.getClass().getClassLoader(), interfaces.toArray(new Class<?>[0]), new Stand(original, pages));
    }

    /** Passes each call on. A call that makes a writer or a reader brings the operator's metric group. */
    private static final class Stand implements InvocationHandler, Serializable {

        private static final long serialVersionUID = 1L;

        /** A sink or a source. */
        private final Serializable original;

        private final OperatorPages pages;

        private Stand(Serializable original, OperatorPages pages) {
            this.original = original;
            this.pages = pages;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("createWriter") || name.equals("restoreWriter") || name.equals("createReader")) {
                Object context = arguments[0];
                Class<?> type = method.getParameterTypes()[0]; // the interface: the context's own class is not public
                pages.showIn((MetricGroup) type.getMethod("metricGroup").invoke(context));
            }
            try {
                return method.invoke(original, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The default file system with a {@link DiskTrace} that records all changes of the disk in their order. Operations that a
 * recompression does not use are unsupported, so that no change is missed. As in other file systems than the default one, a path
 * cannot be converted to {@link java.io.File}. Safe for use by many threads.
 */
final class RecordedFileSystem extends FileSystem {

    private final FileSystem real = FileSystems.getDefault();
    private final FileSystemProvider disk = real.provider();
    private final Provider provider = new Provider();
    private final DiskTrace trace;
    private final Forced forced;
    private final Room room;

    /** Is called when a file is on the disk, before the threads that wait for it continue. */
    interface Forced {
        void happened(boolean metadataToo) throws IOException;
    }

    /** The free space on the disk. */
    interface Room {

        /**
         * Takes space, and returns the number of bytes for which there was some; a name takes one byte.
         *
         * @throws IOException if there was none
         */
        int take(int bytes) throws IOException;
    }

    RecordedFileSystem(DiskTrace trace) {
        this(trace, metadataToo -> {});
    }

    RecordedFileSystem(DiskTrace trace, Forced forced) {
        this(trace, forced, bytes -> bytes);
    }

    RecordedFileSystem(DiskTrace trace, Forced forced, Room room) {
        this.trace = trace;
        this.forced = forced;
        this.room = room;
    }

    /** Takes the space of a name. */
    private void name(Path path) throws FileSystemException {
        try {
            room.take(1);
        } catch (IOException e) {
            throw new FileSystemException(path.toString(), null, e.getMessage()); // as in the JDK
        }
    }

    /** Returns a path of this file system. */
    Path path(Path ofDefault) {
        return (Path) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Path.class},
                (proxy, method, arguments) -> ofPath(new Name(ofDefault), method, arguments));
    }

    /** The path behind a proxy. */
    private record Name(Path path) {}

    private Object ofPath(Name name, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "getFileSystem":
                return this;
            case "toFile", "register":
                throw new UnsupportedOperationException(method.getName());
            case "equals":
                return arguments[0] instanceof Path other
                        && other.getFileSystem() == this
                        && name.path().equals(real(other));
            default:
                Object result = call(name.path(), method, arguments);
                if (result instanceof Iterator<?> parts) {
                    List<Path> all = new ArrayList<>();
                    parts.forEachRemaining(part -> all.add(path((Path) part)));
                    return all.iterator();
                }
                return result instanceof Path other ? path(other) : result;
        }
    }

    private Object call(Object target, Method method, Object[] arguments) throws Throwable {
        Object[] real = arguments == null ? new Object[0] : arguments.clone();
        for (int i = 0; i < real.length; i++) {
            real[i] = real[i] instanceof Path path ? real(path) : real[i];
        }
        try {
            return method.invoke(target, real);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Path real(Path path) {
        return path.getFileSystem() == this ? real.getPath(path.toString()) : path;
    }

    private Path key(Path path) {
        return real(path).toAbsolutePath().normalize();
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return real.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return real.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return real.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return path(real.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = real.getPathMatcher(pattern);
        return path -> matcher.matches(real(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return real.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }

    private final class Provider extends FileSystemProvider {

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            synchronized (trace) {
                boolean isNew = options.contains(StandardOpenOption.CREATE_NEW);
                if (!isNew
                        && options.stream().anyMatch(option -> option.toString().matches("CREATE|TRUNCATE.*"))) {
                    throw new UnsupportedOperationException(options.toString());
                }
                if (isNew) {
                    name(path);
                }
                FileChannel channel = disk.newFileChannel(real(path), options, attributes);
                if (isNew) {
                    trace.created(key(path));
                }
                return new Channel(trace.inode(key(path)), channel);
            }
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            return newFileChannel(path, options, attributes);
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            DirectoryStream<Path> stream =
                    disk.newDirectoryStream(real(directory), entry -> filter.accept(path(entry)));
            return new DirectoryStream<>() {
                @Override
                public Iterator<Path> iterator() {
                    return StreamSupport.stream(stream.spliterator(), false)
                            .map(RecordedFileSystem.this::path)
                            .iterator();
                }

                @Override
                public void close() throws IOException {
                    stream.close();
                }
            };
        }

        @Override
        public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
            synchronized (trace) {
                name(directory);
                disk.createDirectory(real(directory), attributes);
                trace.created(key(directory));
            }
        }

        @Override
        public void createLink(Path link, Path existing) throws IOException {
            trace.letForcesBegin();
            synchronized (trace) {
                name(link);
                disk.createLink(real(link), real(existing));
                trace.linked(key(link), key(existing));
            }
        }

        @Override
        public void delete(Path path) throws IOException {
            trace.letForcesBegin();
            synchronized (trace) {
                disk.delete(real(path));
                trace.deleted(key(path));
            }
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) throws IOException {
            trace.letForcesBegin();
            synchronized (trace) {
                name(target);
                disk.move(real(source), real(target), options);
                trace.renamed(key(source), key(target));
            }
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            V view = disk.getFileAttributeView(real(path), type, options);
            if (view == null) {
                return null;
            }
            Object recorded = Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        trace.letForcesBegin();
                        synchronized (trace) {
                            Object result = call(view, method, arguments);
                            if (method.getName().matches("set.*|write|delete")) {
                                trace.described(key(path));
                            }
                            return result;
                        }
                    });
            return type.cast(recorded);
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
            trace.letForcesBegin();
            synchronized (trace) {
                disk.setAttribute(real(path), attribute, value, options);
                trace.described(key(path));
            }
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return disk.readAttributes(real(path), type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            return disk.readAttributes(real(path), attributes, options);
        }

        @Override
        public boolean isSameFile(Path path, Path other) throws IOException {
            return disk.isSameFile(real(path), real(other));
        }

        @Override
        public boolean isHidden(Path path) throws IOException {
            return disk.isHidden(real(path));
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return disk.getFileStore(real(path));
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            disk.checkAccess(real(path), modes);
        }

        @Override
        public String getScheme() {
            return "recorded";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            return RecordedFileSystem.this;
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Channel extends FileChannel {

        private final DiskTrace.Inode inode;
        private final FileChannel channel;

        private Channel(DiskTrace.Inode inode, FileChannel channel) {
            this.inode = inode;
            this.channel = channel;
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            trace.letForcesBegin();
            synchronized (trace) {
                ByteBuffer bytes = source.duplicate();
                bytes.limit(source.position() + room.take(source.remaining()));
                int length = channel.write(bytes.duplicate(), position);
                trace.written(inode, position, bytes, length);
                source.position(source.position() + length);
                return length;
            }
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int length = write(source, channel.position());
            channel.position(channel.position() + length);
            return length;
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            trace.letForcesBegin();
            synchronized (trace) {
                channel.truncate(size);
                trace.truncated(inode, size);
                return this;
            }
        }

        @Override
        public void force(boolean metadataToo) throws IOException {
            trace.forceEnds(trace.forceBegun(inode, metadataToo)); // the force of the real disk is not needed
            forced.happened(metadataToo);
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return channel.read(target);
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
            return channel.read(targets, offset, length);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            channel.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) throws IOException {
            return channel.lock(position, size, shared);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }
    }

    /** Returns the permissions and the user's extended attributes of a file, as one text. */
    static String metadata(Path path) throws IOException {
        StringBuilder text = new StringBuilder();
        Set<String> views = path.getFileSystem().supportedFileAttributeViews();
        if (views.contains("posix")) {
            text.append(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        }
        UserDefinedFileAttributeView user = Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
        if (user != null && Files.getFileStore(path).supportsFileAttributeView("user")) {
            for (String name : user.list()) {
                ByteBuffer value = ByteBuffer.allocate(user.size(name));
                user.read(name, value);
                text.append(' ').append(name).append('=').append(new String(value.array(), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }
}

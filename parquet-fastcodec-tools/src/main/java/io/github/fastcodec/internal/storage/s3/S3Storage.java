// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Leftovers;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.NewObject;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.TemporaryName;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * All buckets of S3, or of a store with the same protocol. A directory is a prefix of keys that ends with a slash, and exists
 * while any key has that prefix. Thread-safe.
 */
final class S3Storage implements Storage {

    /** The number of bytes that are read from the end of an object when it is opened. Most footers are shorter. */
    static final int TAIL = 64 << 10;

    /** The maximum number of names in a response to a listing request. */
    private static final int MAX_LISTED = 1000;

    /** The status codes with which stores refuse to list uploads: Forbidden, Method Not Allowed, Not Implemented. */
    private static final Set<Integer> REFUSALS = Set.of(403, 405, 501);

    private final S3Store store;
    private final Leftovers<S3Path> leftovers = new Leftovers<>(this::uploads);
    private volatile @Nullable String uploadsNote;

    S3Storage(S3Store store) {
        this.store = store;
    }

    @Override
    public String normalize(String path) {
        return S3Path.of(path).toString();
    }

    @Override
    public String absolute(String path) {
        return normalize(path);
    }

    @Override
    public String child(String directory, String name) {
        return S3Path.of(directory).child(name).toString();
    }

    @Override
    public Optional<String> parent(String path) {
        S3Path of = S3Path.of(path);
        return of.isBucket() ? Optional.empty() : Optional.of(of.parent().toString());
    }

    @Override
    public String name(String path) {
        return S3Path.of(path).name();
    }

    @Override
    public Optional<Entry> find(String path) throws IOException {
        S3Path at = S3Path.of(path);
        if (!at.isBucket()) {
            Optional<HeadObjectResponse> object = store.head(at);
            if (object.isPresent()) {
                HeadObjectResponse there = object.get();
                return Optional.of(S3Store.entry(at, there.contentLength(), there.lastModified(), there.eTag()));
            }
        }
        ListObjectsV2Response below = store.listFirst(at, at.prefix(), 1);
        boolean isDirectory = at.isBucket()
                || !below.contents().isEmpty()
                || !below.commonPrefixes().isEmpty();
        return isDirectory ? Optional.of(directory(at)) : Optional.empty();
    }

    private static Entry directory(S3Path path) {
        return new Entry(path.toString(), path.name(), Entry.Type.DIRECTORY, 0, 0, null);
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
        return listing(S3Path.of(directory), false).list(directory);
    }

    @Override
    public Tree tree(String directory) throws IOException {
        return listing(S3Path.of(directory), true);
    }

    private Tree listing(S3Path directory, boolean isDeep) throws IOException {
        Map<String, List<Entry>> directories = new HashMap<>();
        store.list(directory, isDeep, (key, object) -> addTo(directories, directory, key, object));
        if (directories.isEmpty() && !directory.isBucket()) {
            throw new NoSuchFileException(directory.toString());
        }
        return listed -> directories.getOrDefault(S3Path.of(listed).toString(), List.of()).stream()
                .sorted(Comparator.comparing(Entry::name))
                .toList();
    }

    /**
     * Adds an object or a directory, and its parent directories up to the listed one. An object and a directory may have the same
     * name. An empty object whose key ends with a slash represents a directory.
     *
     * @throws FileSystemException if the key contains an empty name: no path can name such an object
     */
    private static void addTo(
            Map<String, List<Entry>> directories, S3Path listed, String key, @Nullable S3Object object)
            throws IOException {
        boolean isDirectory = object == null || object.size() == 0 && key.endsWith("/");
        String rest = key.substring(listed.prefix().length());
        String names = isDirectory && rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        if (names.isEmpty()) { // the marker of the listed directory itself
            directories.putIfAbsent(listed.toString(), new ArrayList<>());
            return;
        }
        S3Path in = listed;
        for (String name : names.split("/", -1)) {
            if (name.isEmpty()) {
                throw new FileSystemException(
                        listed.toString(),
                        null,
                        "it holds the key \"" + key
                                + "\", which no path can name because of its slashes: copy the object to another"
                                + " key, or list the other directories one by one");
            }
            List<Entry> entries = directories.computeIfAbsent(in.toString(), none -> new ArrayList<>());
            in = in.child(name);
            if (object != null && !isDirectory && in.key().equals(key)) {
                entries.add(S3Store.entry(in, object.size(), object.lastModified(), object.eTag()));
            } else if (directories.putIfAbsent(in.toString(), new ArrayList<>()) == null) {
                entries.add(directory(in));
            }
        }
    }

    @Override
    public FileInput open(String path) throws IOException {
        return store.open(S3Path.of(path), TAIL);
    }

    @Override
    public NewFile create(String path, @Nullable String like) throws IOException {
        return newFile(path, S3Properties.NONE, List.of());
    }

    @Override
    public NewFile createCopy(String path, Storage from, FileInput source) throws IOException {
        if (!(source instanceof S3Input object)) {
            String original = Objects.requireNonNull(source.entry(), "entry").path();
            return newFile(
                    path,
                    S3Properties.NONE,
                    from.isForEverybody(original) ? List.of() : List.of(NewObject.FOR_READERS_OF_BUCKET));
        }
        S3Properties properties = object.properties();
        return newFile(path, properties, properties.notes());
    }

    private NewFile newFile(String path, S3Properties properties, List<String> notes) throws IOException {
        String unlisted = uploadsNote;
        List<String> all = unlisted == null
                ? notes
                : Stream.concat(notes.stream(), Stream.of(unlisted)).toList();
        return new NewS3File(store, S3Path.of(path), properties, all);
    }

    /** Returns false, because the bucket's policy decides who may read its objects, and the policy is unknown. */
    @Override
    public boolean isForEverybody(String path) {
        return false;
    }

    /**
     * Lists the first names in the directory, usually all of them, and looks up each given name that could come after them. If
     * only keys below a name exist, other keys may come between the name and those keys.
     */
    @Override
    public Set<String> which(String directory, Collection<String> names) throws IOException {
        S3Path in = S3Path.of(directory);
        ListObjectsV2Response first = store.listFirst(in, in.prefix(), MAX_LISTED);
        TreeSet<String> listed = new TreeSet<>();
        first.contents().forEach(object -> listed.add(object.key()));
        first.commonPrefixes().forEach(prefix -> listed.add(prefix.prefix()));
        Set<String> found = new HashSet<>();
        for (String name : names) {
            S3Path path = in.child(name);
            boolean isListed = listed.contains(path.key()) || listed.contains(path.prefix());
            boolean comesLater = Boolean.TRUE.equals(first.isTruncated()) && listed.higher(path.prefix()) == null;
            if (isListed || comesLater && find(path.toString()).isPresent()) {
                found.add(name);
            }
        }
        return found;
    }

    @Override
    public void deleteLeftovers(String directory, Predicate<String> names) throws IOException {
        leftovers.delete(S3Path.of(directory), names);
    }

    /**
     * Passes on all uploads to objects in a directory as leftovers. An upload may belong to a running process that is about to
     * create the same object as this process. If so, that process's upload fails with a message that another process ended it.
     */
    private void uploads(S3Path directory, BiConsumer<String, Leftovers.Deletion> left) throws IOException {
        try {
            for (MultipartUpload upload : store.uploads(directory)) {
                S3Path path = new S3Path(directory.bucket(), upload.key());
                left.accept(TemporaryName.shortened(path.name()), () -> store.abort(path, upload.uploadId()));
            }
        } catch (FileSystemException e) {
            if (!(e.getCause() instanceof S3Exception answer) || !REFUSALS.contains(answer.statusCode())) {
                throw e;
            }
            uploadsNote = "parts left by killed runs were not looked for, because the store does not list uploads: "
                    + answer.getMessage();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.Attempts;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.S3Response;
import software.amazon.awssdk.services.s3.model.Tag;

/**
 * The requests to S3. The client repeats a request that fails; this class asks again for the rest of a body that is cut off or takes
 * too long. Every other failure is an {@link IOException} that names the path and the store's answer. Safe for use by many threads.
 */
final class S3Store {

    /** How many requests with long bodies are under way at most. */
    static final int THREADS = 16;

    /** How much is asked for, or sent, at once, in bytes. */
    static final int PART = 16 << 20;

    /** An answer that takes longer is asked for again. A part passes a line of half a megabit in that time. */
    static final Duration SLOWEST = Duration.ofMinutes(5);

    private static final int MOVED = 301;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;
    private static final int PRECONDITION_FAILED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    static final String NOT_S3 = "the store, or a proxy before it, answers something else than S3 does";

    /** The header of an answer that names the region of a bucket; the body of an error may name it too. */
    private static final String REGION_HEADER = "x-amz-bucket-region";

    private static final Pattern REGION = Pattern.compile("<Region>([^<]+)</Region>");

    private static final int BUFFER = 64 << 10;

    private final S3Client client;
    private final ExecutorService threads;

    S3Store(S3Client client) {
        this.client = client;
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "parquet-fastcodec-s3");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    S3Client client() {
        return client;
    }

    /** Returns the threads for requests with long bodies; their tasks wait for no other ones. */
    ExecutorService threads() {
        return threads;
    }

    /**
     * Asks for something.
     *
     * @throws NoSuchFileException if there is no such object
     * @throws AccessDeniedException if it may not be asked for
     * @throws FileDefect if a condition on the object does not hold
     */
    <T> T ask(S3Path path, Supplier<T> request) throws IOException {
        try {
            return request.get();
        } catch (SdkException e) {
            throw failure(path, e);
        }
    }

    /** Returns what an exception of the client's stands for. */
    static IOException failure(S3Path path, SdkException cause) {
        IOException failure = named(path, cause);
        failure.initCause(cause);
        return failure;
    }

    private static IOException named(S3Path path, SdkException cause) {
        if (cause instanceof AbortedException || Thread.currentThread().isInterrupted()) {
            return new InterruptedIOException("Interrupted while " + path + " was asked for");
        }
        if (cause instanceof S3Exception answer) {
            return switch (answer.statusCode()) {
                case NOT_FOUND ->
                    code(answer).equals("NoSuchBucket")
                            ? new FileSystemException("s3://" + path.bucket(), null, "there is no such bucket")
                            : new NoSuchFileException(path.toString());
                case FORBIDDEN ->
                    code(answer).equals("InvalidObjectState")
                            ? new FileSystemException(
                                    path.toString(), null, "it is archived, and cannot be read before it is restored")
                            : new AccessDeniedException(
                                    path.toString(),
                                    null,
                                    "the store refuses it (" + answer.getMessage()
                                            + "): the credentials in use need s3:GetObject and s3:ListBucket where files are"
                                            + " read, and s3:PutObject and s3:AbortMultipartUpload too where they are written");
                case PRECONDITION_FAILED -> new FileDefect("it has changed while it was read");
                case MOVED, BAD_REQUEST -> badRequest(path, answer);
                default -> new FileSystemException(path.toString(), null, "the store answers " + answer.getMessage());
            };
        }
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof XMLStreamException) {
                return new FileSystemException(path.toString(), null, NOT_S3 + " (" + e.getMessage() + ")");
            }
        }
        boolean hasNoCredentials = cause instanceof SdkClientException
                && String.valueOf(cause.getMessage()).contains("Unable to load credentials");
        return new FileSystemException(
                path.toString(),
                null,
                hasNoCredentials
                        ? "no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE (after"
                                + " aws sso login), or run where a role gives them; the cause of this failure says what each"
                                + " place has answered"
                        : "the store cannot be reached: " + cause.getMessage());
    }

    private static FileSystemException badRequest(S3Path path, S3Exception answer) {
        String region = region(answer);
        if (region != null) {
            return new FileSystemException(
                    "s3://" + path.bucket(),
                    null,
                    "the bucket is in the region " + region + ", another one was asked: set AWS_REGION=" + region
                            + ", and AWS_ENDPOINT_URL_S3, if it is set, to the endpoint of that region");
        }
        boolean isUnexplained =
                answer.statusCode() == BAD_REQUEST && code(answer).isEmpty(); // as HEAD is answered
        return new FileSystemException(
                path.toString(),
                null,
                "the store answers "
                        + (isUnexplained
                                ? "400, Bad Request: it may be encrypted with a key that the store does not have (SSE-C),"
                                        + " and then cannot be read"
                                : answer.getMessage()));
    }

    /** Returns the region of a bucket for which another region was asked, or null. */
    private static @Nullable String region(S3Exception answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        boolean isOther = answer.statusCode() == MOVED
                || code(answer).isEmpty()
                || code(answer).equals("AuthorizationHeaderMalformed");
        if (details == null || !isOther) {
            return null;
        }
        SdkHttpResponse response = details.sdkHttpResponse();
        Optional<String> header = response == null ? Optional.empty() : response.firstMatchingHeader(REGION_HEADER);
        SdkBytes body = details.rawResponse();
        Matcher named = REGION.matcher(body == null ? "" : body.asUtf8String());
        return header.orElse(named.find() ? named.group(1) : null);
    }

    /** Returns the code of an error, such as {@code NoSuchBucket}; empty if the answer has none. */
    static String code(S3Exception answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null ? "" : Objects.requireNonNullElse(details.errorCode(), "");
    }

    /** Returns an object, or nothing if there is none. */
    Optional<HeadObjectResponse> head(S3Path path) throws IOException {
        try {
            return Optional.of(ask(
                    path,
                    () -> client.headObject(head -> head.bucket(path.bucket()).key(path.key()))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the properties that a copy of an object gets.
     *
     * @param answer the store's answer about the object
     * @throws FileDefect if the object is encrypted with a key that the store does not have
     */
    S3Properties properties(S3Path path, S3Response answer) throws IOException {
        if (answer.getValueForField("SSECustomerAlgorithm", String.class).isPresent()) {
            throw new FileDefect("it is encrypted with a key that the store does not have (SSE-C), and a new object"
                    + " would not be");
        }
        int tags = answer.getValueForField("TagCount", Integer.class).orElse(0); // absent if they may not be read
        return S3Properties.of(answer, tags == 0 ? List.of() : tags(path, tags));
    }

    private List<Tag> tags(S3Path path, int count) throws IOException {
        try {
            List<Tag> tags = ask(
                            path,
                            () -> client.getObjectTagging(
                                    get -> get.bucket(path.bucket()).key(path.key())))
                    .tagSet();
            if (tags.size() != count) {
                throw new FileSystemException(
                        path.toString(), null, "the store counts " + count + " tags, and returns " + tags.size());
            }
            return tags;
        } catch (AccessDeniedException e) {
            throw new AccessDeniedException(
                    path.toString(),
                    null,
                    "its tags, which the new object is to have too, cannot be read: the credentials in use need"
                            + " s3:GetObjectTagging");
        }
    }

    /** Takes what a listing has, one after the other. */
    interface Found {
        /** Takes an object; or, without one, a directory, whose key ends with a slash. */
        void take(String key, @Nullable S3Object object) throws IOException;
    }

    /**
     * Requires that an answer is a listing, which says where it goes on if it is not at its end. A proxy may answer a page of its own,
     * which would be a listing of nothing.
     *
     * @param asked where the listing was to go on, or null at its start
     */
    private static void requireListing(
            S3Path path, @Nullable Boolean isTruncated, @Nullable String asked, @Nullable String next)
            throws IOException {
        if (isTruncated == null) {
            throw new FileSystemException(path.toString(), null, NOT_S3);
        }
        if (isTruncated && (next == null || next.equals(asked))) {
            throw new FileSystemException(
                    path.toString(), null, "the store lists a part of it, and does not say how to ask for the rest");
        }
    }

    /**
     * Lists what is below a path.
     *
     * @param isDeep whether directories are passed over for what they hold
     * @param found takes what is there, whose keys begin with {@link S3Path#prefix}
     */
    void list(S3Path path, boolean isDeep, Found found) throws IOException {
        ListObjectsV2Request.Builder request = listing(path, path.prefix(), isDeep);
        ListObjectsV2Response page;
        String next = null;
        do {
            page = ask(path, () -> client.listObjectsV2(request.build()));
            for (S3Object object : page.contents()) {
                found.take(object.key(), object);
            }
            for (CommonPrefix directory : page.commonPrefixes()) {
                found.take(directory.prefix(), null);
            }
            requireListing(path, page.isTruncated(), next, page.nextContinuationToken());
            next = page.nextContinuationToken();
            request.continuationToken(next);
        } while (Boolean.TRUE.equals(page.isTruncated()));
    }

    /** Lists the first of the objects and directories whose keys begin with a text. */
    ListObjectsV2Response listFirst(S3Path path, String prefix, int count) throws IOException {
        ListObjectsV2Response first = ask(
                path,
                () -> client.listObjectsV2(
                        listing(path, prefix, false).maxKeys(count).build()));
        requireListing(path, first.isTruncated(), null, "");
        return first;
    }

    private static ListObjectsV2Request.Builder listing(S3Path path, String prefix, boolean isDeep) {
        return ListObjectsV2Request.builder()
                .bucket(path.bucket())
                .prefix(prefix)
                .delimiter(isDeep ? null : "/")
                .encodingType(EncodingType.URL);
    }

    /** Lists the uploads to objects of a directory that have not ended. */
    List<MultipartUpload> uploads(S3Path directory) throws IOException {
        List<MultipartUpload> uploads = new ArrayList<>();
        ListMultipartUploadsRequest.Builder request = ListMultipartUploadsRequest.builder()
                .bucket(directory.bucket())
                .prefix(directory.prefix())
                .delimiter("/")
                .encodingType(EncodingType.URL);
        ListMultipartUploadsResponse page;
        String next = null;
        do {
            page = ask(directory, () -> client.listMultipartUploads(request.build()));
            uploads.addAll(page.uploads());
            String marker =
                    page.nextKeyMarker() == null ? null : page.nextKeyMarker() + "/" + page.nextUploadIdMarker();
            requireListing(directory, page.isTruncated(), next, marker);
            next = marker;
            request.keyMarker(page.nextKeyMarker()).uploadIdMarker(page.nextUploadIdMarker());
        } while (Boolean.TRUE.equals(page.isTruncated()));
        return uploads;
    }

    /** Ends an upload, so that nothing of it stays; that it has ended before is fine. */
    void abort(S3Path path, String uploadId) throws IOException {
        try {
            ask(
                    path,
                    () -> client.abortMultipartUpload(
                            abort -> abort.bucket(path.bucket()).key(path.key()).uploadId(uploadId)));
        } catch (NoSuchFileException e) {
            // it has ended
        }
    }

    /** Takes bytes of an object in their order. */
    interface Sink {
        void take(long position, byte[] bytes, int length) throws IOException;
    }

    /**
     * Opens an object, and reads its last bytes: the footer of most files, with all that there is to know of an object.
     *
     * @param tail how many, if it has as many
     */
    S3Input open(S3Path path, int tail) throws IOException {
        ResponseInputStream<GetObjectResponse> body;
        try {
            body = get(path, "bytes=-" + tail, null);
        } catch (SdkException e) {
            if (e instanceof S3Exception answer && answer.statusCode() == RANGE_NOT_SATISFIABLE) {
                HeadObjectResponse empty = head(path).orElseThrow(() -> new NoSuchFileException(path.toString()));
                Entry entry = entry(path, empty.contentLength(), empty.lastModified(), empty.eTag());
                return new S3Input(this, path, entry, empty.eTag(), empty, new byte[0]);
            }
            throw failure(path, e);
        }
        GetObjectResponse answer = body.response();
        long length;
        Entry entry;
        try {
            length = length(path, answer);
            entry = entry(path, length, answer.lastModified(), answer.eTag());
        } catch (IOException | RuntimeException e) {
            body.abort();
            throw e;
        }
        byte[] bytes = new byte[(int) Math.min(tail, length)];
        long start = length - bytes.length;
        new Reading(
                        path,
                        answer.eTag(),
                        start,
                        length,
                        (position, part, count) -> System.arraycopy(part, 0, bytes, (int) (position - start), count))
                .run(body);
        return new S3Input(this, path, entry, answer.eTag(), answer, bytes);
    }

    /** Returns the length of the object of which an answer has a range, or all of it. */
    private static long length(S3Path path, GetObjectResponse answer) throws IOException {
        String range = answer.contentRange();
        if (range == null) {
            return Objects.requireNonNullElse(answer.contentLength(), 0L);
        }
        try {
            return Long.parseLong(range.substring(range.lastIndexOf('/') + 1));
        } catch (NumberFormatException e) {
            throw new FileSystemException(path.toString(), null, "the store answers the range \"" + range + "\"");
        }
    }

    /** Returns what is at a path. Two objects of the same bytes have the same tag, which therefore is no key by itself. */
    static Entry entry(S3Path path, long length, @Nullable Instant modified, @Nullable String tag) throws IOException {
        if (modified == null || tag == null) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "the store does not tell its ETag and when it was written, by which an object is known again");
        }
        return new Entry(
                path.toString(),
                path.name(),
                Entry.Type.FILE,
                length,
                TimeUnit.SECONDS.toNanos(modified.getEpochSecond()),
                List.of(path, tag));
    }

    private ResponseInputStream<GetObjectResponse> get(S3Path path, String range, @Nullable String tag) {
        return client.getObject(GetObjectRequest.builder()
                .bucket(path.bucket())
                .key(path.key())
                .range(range)
                .ifMatch(tag)
                .build());
    }

    /**
     * Reads {@code object[start, end)}.
     *
     * @param tag what the object must still have
     */
    void read(S3Path path, String tag, long start, long end, Sink sink) throws IOException {
        new Reading(path, tag, start, end, sink).run(null);
    }

    /** A range that is read from as many bodies as it takes. For one thread. */
    private final class Reading {

        private final S3Path path;
        private final String tag;
        private final long end;
        private final Sink sink;
        private final byte[] buffer;
        private long at;

        private Reading(S3Path path, String tag, long start, long end, Sink sink) {
            this.path = path;
            this.tag = tag;
            this.at = start;
            this.end = end;
            this.sink = sink;
            this.buffer = new byte[(int) Math.min(BUFFER, Math.max(1, end - start))];
        }

        /** @param first a body of the range, or null */
        private void run(@Nullable ResponseInputStream<GetObjectResponse> first) throws IOException {
            IOException failure = first == null ? null : from(first);
            for (int attempt = failure == null ? 1 : 2; at < end; attempt++) {
                long before = at;
                if (failure != null) {
                    Attempts.pauseBefore(attempt);
                }
                String range = "bytes=" + at + "-" + (end - 1);
                failure = from(ask(path, () -> get(path, range, tag)));
                if (failure != null && attempt == Attempts.MOST) {
                    throw new IOException(
                            path + " is answered up to byte " + at + " and no further, in " + Attempts.MOST
                                    + " attempts: " + failure.getMessage(),
                            failure);
                }
                attempt = at > before ? 1 : attempt;
            }
        }

        /** Reads on from a body, and returns why it has ended too early, or null. */
        private @Nullable IOException from(ResponseInputStream<GetObjectResponse> body) throws IOException {
            boolean isWhole = false;
            try {
                IOException failure = requireRange(body.response());
                long deadline = System.nanoTime() + SLOWEST.toNanos();
                while (failure == null && at < end) {
                    int read;
                    try {
                        read = read(body, deadline);
                    } catch (IOException | SdkException e) {
                        failure = new IOException(e.getMessage(), e);
                        break;
                    }
                    sink.take(at, buffer, read);
                    at += read;
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("Interrupted while " + path + " was read");
                }
                isWhole = failure == null;
                return failure;
            } finally {
                if (isWhole) {
                    body.close();
                } else {
                    body.abort(); // does not read on to the end
                }
            }
        }

        /**
         * Returns null if an answer has the range that is to be read.
         *
         * @throws FileSystemException if the store answers no ranges
         */
        private @Nullable IOException requireRange(GetObjectResponse answer) throws FileSystemException {
            String asked = "asked for the bytes from " + at + " to " + (end - 1) + ", the store answers ";
            String range = answer.contentRange();
            if (range != null) {
                return range.startsWith("bytes " + at + "-" + (end - 1) + "/") ? null : new IOException(asked + range);
            }
            if (at > 0 || Objects.requireNonNullElse(answer.contentLength(), -1L) < end) {
                throw new FileSystemException(
                        path.toString(), null, asked + "all of them: it, or a proxy before it, knows no ranges");
            }
            return null;
        }

        private int read(InputStream body, long deadline) throws IOException {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the body takes more than " + SLOWEST.toMinutes() + " minutes");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException();
            }
            int read = body.read(buffer, 0, (int) Math.min(buffer.length, end - at));
            if (read < 0) {
                throw new IOException("the body ends " + (end - at) + " bytes too early");
            }
            return read;
        }
    }
}

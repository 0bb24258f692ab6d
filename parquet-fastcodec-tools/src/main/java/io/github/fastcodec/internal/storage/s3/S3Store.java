// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.Attempts;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
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
 * The requests to S3. The client retries failed requests; if a body is cut off or takes too long, this class requests the rest of
 * it. Every other failure is reported as an {@link IOException} with the path and the store's answer. Thread-safe.
 */
final class S3Store {

    /** The maximum number of concurrent requests with large bodies. */
    static final int THREADS = 16;

    /** The size of the parts in which objects are read and sent, in bytes. */
    static final int PART = 16 << 20;

    /**
     * The maximum duration of a response, after which the request is sent again. At half a megabit per second, a whole part
     * arrives in this time.
     */
    static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final int MOVED = 301;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;
    private static final int PRECONDITION_FAILED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    static final String NOT_S3 = "the store, or a proxy in front of it, does not answer as S3 does";

    /** The response header with the region of a bucket; the body of an error may contain the region too. */
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

    /** Returns the threads for requests with large bodies. Their tasks do not wait for each other. */
    ExecutorService threads() {
        return threads;
    }

    /**
     * @throws NoSuchFileException if the object does not exist
     * @throws AccessDeniedException if the store denies access
     * @throws FileDefect if a condition on the object does not hold
     */
    <T> T send(S3Path path, Supplier<T> request) throws IOException {
        try {
            return request.get();
        } catch (SdkException e) {
            throw failure(path, e);
        }
    }

    /** Returns the exception to throw for an exception of the client. */
    static IOException failure(S3Path path, SdkException cause) {
        IOException failure = translated(path, cause);
        failure.initCause(cause);
        return failure;
    }

    private static IOException translated(S3Path path, SdkException cause) {
        if (cause instanceof AbortedException || Thread.currentThread().isInterrupted()) {
            return new InterruptedIOException("Interrupted during a request for " + path);
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
                                    path.toString(), null, "it is archived, and must be restored before it can be read")
                            : new AccessDeniedException(
                                    path.toString(),
                                    null,
                                    "the store denies access (" + answer.getMessage()
                                            + "): the credentials in use need s3:GetObject and s3:ListBucket to read"
                                            + " files, and also s3:PutObject and s3:AbortMultipartUpload to write");
                case PRECONDITION_FAILED -> new FileDefect("it changed while it was being read");
                case MOVED, BAD_REQUEST -> badRequest(path, answer);
                default -> new FileSystemException(path.toString(), null, "the store answers " + answer.getMessage());
            };
        }
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof XMLStreamException) {
                return new FileSystemException(path.toString(), null, NOT_S3 + " (" + e.getMessage() + ")");
            }
            if (e instanceof UnknownHostException) {
                return new FileSystemException(
                        path.toString(),
                        null,
                        "the host is unknown (" + e.getMessage() + "): check the bucket, AWS_REGION, and"
                                + " AWS_ENDPOINT_URL_S3 if it is set");
            }
        }
        boolean hasNoCredentials = cause instanceof SdkClientException
                && String.valueOf(cause.getMessage()).contains("Unable to load credentials");
        return new FileSystemException(
                path.toString(),
                null,
                hasNoCredentials
                        ? "no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE (after"
                                + " aws sso login), or run where a role provides them; the cause of this failure has"
                                + " the answer of each place"
                        : "the store cannot be reached: " + cause.getMessage());
    }

    private static FileSystemException badRequest(S3Path path, S3Exception answer) {
        String region = region(answer);
        if (region != null) {
            return new FileSystemException(
                    "s3://" + path.bucket(),
                    null,
                    "the bucket is in the region " + region + ", not in the one requested: set AWS_REGION=" + region
                            + ", and AWS_ENDPOINT_URL_S3, if it is set, to the endpoint of that region");
        }
        boolean isUnexplained =
                answer.statusCode() == BAD_REQUEST && code(answer).isEmpty(); // as in responses to HEAD
        return new FileSystemException(
                path.toString(),
                null,
                "the store answers "
                        + (isUnexplained
                                ? "400, Bad Request: it may be encrypted with a key that the store does not have (SSE-C),"
                                        + " and then cannot be read"
                                : answer.getMessage()));
    }

    /** Returns the region of the bucket if the request went to another region, or else null. */
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

    /** Returns the code of an error, such as {@code NoSuchBucket}; empty if the response has none. */
    static String code(S3Exception answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null ? "" : Objects.requireNonNullElse(details.errorCode(), "");
    }

    /** Returns the properties of an object, or empty if it does not exist. */
    Optional<HeadObjectResponse> head(S3Path path) throws IOException {
        try {
            return Optional.of(send(
                    path,
                    () -> client.headObject(head -> head.bucket(path.bucket()).key(path.key()))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the properties to be copied from an object.
     *
     * @param answer the store's response for the object
     * @throws FileDefect if the object is encrypted with a key that the store does not have
     */
    S3Properties properties(S3Path path, S3Response answer) throws IOException {
        if (answer.getValueForField("SSECustomerAlgorithm", String.class).isPresent()) {
            throw new FileDefect("it is encrypted with a key that the store does not have (SSE-C), and a new object"
                    + " would not be");
        }
        int tags = answer.getValueForField("TagCount", Integer.class).orElse(0); // absent if tags may not be read
        return S3Properties.of(answer, tags == 0 ? List.of() : tags(path, tags));
    }

    private List<Tag> tags(S3Path path, int count) throws IOException {
        try {
            List<Tag> tags = send(
                            path,
                            () -> client.getObjectTagging(
                                    get -> get.bucket(path.bucket()).key(path.key())))
                    .tagSet();
            if (tags.size() != count) {
                throw new FileSystemException(
                        path.toString(), null, "the store counts " + count + " tags, but returns " + tags.size());
            }
            return tags;
        } catch (AccessDeniedException e) {
            throw new AccessDeniedException(
                    path.toString(),
                    null,
                    "its tags cannot be read, so that the new object would lack them: the credentials in use need"
                            + " s3:GetObjectTagging");
        }
    }

    /** Receives the entries of a listing, one after the other. */
    interface Visitor {
        /** Receives an object or, if {@code object} is null, a directory. The key of a directory ends with a slash. */
        void take(String key, @Nullable S3Object object) throws IOException;
    }

    /**
     * Requires that a response is a listing and, unless it is the last one, has a new continuation token. A proxy may respond
     * with a page of its own, which would look like an empty listing.
     *
     * @param asked the token of the request, or null for the first request
     * @param next the token for the next request
     */
    private static void requireListing(
            S3Path path, @Nullable Boolean isTruncated, @Nullable String asked, @Nullable String next)
            throws IOException {
        if (isTruncated == null) {
            throw new FileSystemException(path.toString(), null, NOT_S3);
        }
        if (isTruncated && (next == null || next.equals(asked))) {
            throw new FileSystemException(
                    path.toString(), null, "the store returns an incomplete listing without a continuation token");
        }
    }

    /**
     * @param isDeep whether to list all objects below the path, instead of the objects and directories directly in it
     * @param visitor receives the entries, whose keys begin with {@link S3Path#prefix}
     */
    void list(S3Path path, boolean isDeep, Visitor visitor) throws IOException {
        ListObjectsV2Request.Builder request = listing(path, path.prefix(), isDeep);
        ListObjectsV2Response page;
        String next = null;
        do {
            page = send(path, () -> client.listObjectsV2(request.build()));
            for (S3Object object : page.contents()) {
                visitor.take(object.key(), object);
            }
            for (CommonPrefix directory : page.commonPrefixes()) {
                visitor.take(directory.prefix(), null);
            }
            requireListing(path, page.isTruncated(), next, page.nextContinuationToken());
            next = page.nextContinuationToken();
            request.continuationToken(next);
        } while (Boolean.TRUE.equals(page.isTruncated()));
    }

    /** Lists the first objects and directories whose keys begin with a prefix. */
    ListObjectsV2Response listFirst(S3Path path, String prefix, int count) throws IOException {
        ListObjectsV2Response first = send(
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

    /** Lists the open uploads to objects in a directory. */
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
            page = send(directory, () -> client.listMultipartUploads(request.build()));
            uploads.addAll(page.uploads());
            String marker =
                    page.nextKeyMarker() == null ? null : page.nextKeyMarker() + "/" + page.nextUploadIdMarker();
            requireListing(directory, page.isTruncated(), next, marker);
            next = marker;
            request.keyMarker(page.nextKeyMarker()).uploadIdMarker(page.nextUploadIdMarker());
        } while (Boolean.TRUE.equals(page.isTruncated()));
        return uploads;
    }

    /** Aborts an upload, and thereby deletes its parts. Does nothing if the upload has already ended. */
    void abort(S3Path path, String uploadId) throws IOException {
        try {
            send(
                    path,
                    () -> client.abortMultipartUpload(
                            abort -> abort.bucket(path.bucket()).key(path.key()).uploadId(uploadId)));
        } catch (NoSuchFileException e) {
            // it has already ended
        }
    }

    /** Receives bytes of an object, in order. */
    interface Sink {
        void take(long position, byte[] bytes, int length) throws IOException;
    }

    /**
     * Opens an object by requesting its last bytes, which contain the whole footer of most files. The response also contains all
     * properties of the object.
     *
     * @param tail the maximum number of bytes to read
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

    /** Returns the length of an object, as stated in a response with a range of its bytes or with all of them. */
    private static long length(S3Path path, GetObjectResponse answer) throws IOException {
        String range = answer.contentRange();
        if (range == null) {
            return Objects.requireNonNullElse(answer.contentLength(), 0L);
        }
        try {
            return Long.parseLong(range.substring(range.lastIndexOf('/') + 1));
        } catch (NumberFormatException e) {
            throw new FileSystemException(
                    path.toString(), null, "the store answers the range \"" + range + "\", which has no length");
        }
    }

    /**
     * Returns the entry of an object. The entry's key includes the path, because objects with the same bytes have the same ETag.
     */
    static Entry entry(S3Path path, long length, @Nullable Instant modified, @Nullable String tag) throws IOException {
        if (modified == null || tag == null) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "the store does not return its ETag and Last-Modified, which show whether an object has changed");
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
     * @param tag the ETag that the object must still have
     */
    void read(S3Path path, String tag, long start, long end, Sink sink) throws IOException {
        new Reading(path, tag, start, end, sink).run(null);
    }

    /** Reads a range with as many requests as needed. Not thread-safe. */
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

        /** @param first the response to a request for the range, or null if none was sent */
        private void run(@Nullable ResponseInputStream<GetObjectResponse> first) throws IOException {
            IOException failure = first == null ? null : readFrom(first);
            for (int attempt = failure == null ? 1 : 2; at < end; attempt++) {
                long before = at;
                if (failure != null) {
                    Attempts.pauseBefore(attempt);
                }
                String range = "bytes=" + at + "-" + (end - 1);
                failure = readFrom(send(path, () -> get(path, range, tag)));
                if (failure != null && attempt == Attempts.MAX) {
                    throw new IOException(
                            path + " could be read only up to byte " + at + ", in " + Attempts.MAX + " attempts: "
                                    + failure.getMessage(),
                            failure);
                }
                attempt = at > before ? 1 : attempt;
            }
        }

        /** Reads from a body up to the end of the range. Returns the failure if the body ended too early, or else null. */
        private @Nullable IOException readFrom(ResponseInputStream<GetObjectResponse> body) throws IOException {
            boolean isWhole = false;
            try {
                IOException failure = requireRange(body.response());
                long deadline = System.nanoTime() + TIMEOUT.toNanos();
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
                    body.abort(); // unlike close, does not read the rest
                }
            }
        }

        /**
         * Returns null if a response has the requested range, or else the failure.
         *
         * @throws FileSystemException if the store does not support ranges
         */
        private @Nullable IOException requireRange(GetObjectResponse answer) throws FileSystemException {
            String asked = "asked for bytes " + at + " to " + (end - 1) + ", but the store returned ";
            String range = answer.contentRange();
            if (range != null) {
                return range.startsWith("bytes " + at + "-" + (end - 1) + "/") ? null : new IOException(asked + range);
            }
            if (at > 0 || Objects.requireNonNullElse(answer.contentLength(), -1L) < end) {
                throw new FileSystemException(
                        path.toString(),
                        null,
                        asked + "all of them: it, or a proxy in front of it, does not support ranges");
            }
            return null;
        }

        private int read(InputStream body, long deadline) throws IOException {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the body takes more than " + TIMEOUT.toMinutes() + " minutes");
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

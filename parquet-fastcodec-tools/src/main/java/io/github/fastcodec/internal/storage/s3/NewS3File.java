// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.NewObject;
import io.github.fastcodec.internal.storage.Origin;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Uninterrupted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Response;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * A new S3 object. It is buffered in a local temporary file, and sent when it gets its name: in one request, or in parts that a
 * last request joins. The request that creates the object is conditional, so that no existing object is replaced. Not
 * thread-safe.
 */
final class NewS3File extends NewObject {

    /** The maximum number of parts of an object (Amazon S3 User Guide, "Multipart upload limits"). */
    private static final int MAX_PARTS = 10_000;

    /** How long a failed upload waits for parts in progress before it is aborted. */
    private static final Duration GRACE_PERIOD = Duration.ofSeconds(5);

    /** The metadata key of a mark. The mark identifies this object if the response to the request that created it is lost. */
    private static final String MARK = S3Properties.OURS;

    private static final int NOT_IMPLEMENTED = 501;
    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_FOUND = 404;

    /** The error codes with which stores reject unknown headers; the status codes differ from store to store. */
    private static final Set<String> UNKNOWN_HEADER = Set.of("InvalidArgument", "NotImplemented");

    private static final String CHANGES =
            "; if this happens again, the store or a proxy in front of it changes objects: write to a local directory";

    private final S3Store store;
    private final S3Path target;
    private final S3Properties properties;
    private final String mark = UUID.randomUUID().toString();
    private @Nullable String uploadId;

    /** Whether the object was read back after it was sent. */
    private boolean isReadBack;

    /** Each part in progress holds a permit. */
    private final Semaphore inProgress = new Semaphore(MAX_PARTS);

    /** @param properties the properties of the new object */
    NewS3File(S3Store store, S3Path target, S3Properties properties, List<String> notes) throws IOException {
        super(notes);
        this.store = store;
        this.target = target;
        this.properties = properties;
    }

    @Override
    public void publish(Condition condition) throws IOException {
        long length = length();
        if (length <= S3Store.PART) {
            put(length, condition);
        } else {
            upload(length, condition);
        }
    }

    private void put(long length, Condition condition) throws IOException {
        String checksum = checksum(0, length);
        PutObjectResponse answer = create(
                condition,
                isConditional -> store.client()
                        .putObject(
                                properties
                                        .addTo(PutObjectRequest.builder(), ownMetadata())
                                        .bucket(target.bucket())
                                        .key(target.key())
                                        .checksumCRC32C(checksum)
                                        .ifNoneMatch(isConditional ? "*" : null)
                                        .overrideConfiguration(NewS3File::withoutTimeout)
                                        .build(),
                                body(0, length)));
        String answered = answer == null ? null : answer.checksumCRC32C();
        if (answered == null) {
            requireOurBytes();
        } else if (!answered.equals(checksum)) {
            throw delete(damaged(answered, checksum), CHANGES);
        }
    }

    /** Requires that the object, when read back, has the bytes that were sent, because the store has returned no checksum of them. */
    private void requireOurBytes() throws IOException {
        isReadBack = true;
        String found;
        try (FileInput there = store.open(target, S3Storage.TAIL);
                FileInput ours = open()) {
            there.fetch();
            if (there.hasBytesOf(ours)) {
                return;
            }
            found = there.length() == ours.length()
                    ? "differs from the bytes sent"
                    : "has " + there.length() + " bytes, but " + ours.length() + " were sent";
        } catch (IOException e) {
            found = "cannot be read back: " + e.getMessage();
        }
        throw delete("the store returned no checksum (CRC32C), and the object " + found, CHANGES);
    }

    /** Returns the user metadata of this program. */
    private Map<String, String> ownMetadata() {
        return origin == null
                ? Map.of(MARK, mark)
                : Map.of(MARK, mark, Origin.NAME, origin.bound(Long.toString(length())));
    }

    /**
     * Deletes the object, because it is damaged or has the wrong encryption.
     *
     * @param remedy the end of the message if the object is deleted
     * @return the exception to throw
     */
    private IOException delete(String why, String remedy) {
        try {
            Uninterrupted.run(this::deleteOurs);
            return new FileSystemException(target.toString(), null, why + ": the object is deleted" + remedy);
        } catch (IOException e) {
            IOException failure = new FileSystemException(
                    target.toString(),
                    null,
                    why + ": the object is there, and could not be deleted (" + e.getMessage()
                            + "): delete it, or the next run takes it for complete");
            failure.addSuppressed(e);
            return failure;
        }
    }

    private void deleteOurs() throws IOException {
        Optional<HeadObjectResponse> there = store.head(target); // not every store supports conditional deletes
        if (there.isEmpty()) {
            return;
        }
        if (!isOurs(there.get())) {
            throw new IOException("it lacks the mark that was sent with it, and may be another one");
        }
        store.send(
                target,
                () -> store.client()
                        .deleteObject(delete -> delete.bucket(target.bucket()).key(target.key())));
    }

    private void upload(long length, Condition condition) throws IOException {
        String id = begin().uploadId();
        if (id == null) {
            throw new FileSystemException(target.toString(), null, S3Store.NOT_S3);
        }
        uploadId = id;
        List<CompletedPart> parts = sendParts(id, length, condition);
        CompleteMultipartUploadResponse answer = create(
                condition,
                isConditional -> store.client()
                        .completeMultipartUpload(complete -> complete.bucket(target.bucket())
                                .key(target.key())
                                .uploadId(id)
                                .multipartUpload(all -> all.parts(parts))
                                .ifNoneMatch(isConditional ? "*" : null)));
        uploadId = null;
        if (answer == null || !isChecksum(answer.checksumCRC32C(), parts)) {
            requireOurBytes();
        }
    }

    /**
     * Returns whether a store's answer is the checksum that S3 computes from those of the parts (Amazon S3 User Guide, "Checking
     * object integrity").
     */
    private static boolean isChecksum(@Nullable String answered, List<CompletedPart> parts) {
        CRC32C all = new CRC32C();
        for (CompletedPart part : parts) {
            if (part.checksumCRC32C() == null) {
                return false;
            }
            all.update(Base64.getDecoder().decode(part.checksumCRC32C()));
        }
        return (text(all) + "-" + parts.size()).equals(answered);
    }

    private CreateMultipartUploadResponse begin() throws IOException {
        try {
            return store.client()
                    .createMultipartUpload(properties
                            .addTo(CreateMultipartUploadRequest.builder(), ownMetadata())
                            .bucket(target.bucket())
                            .key(target.key())
                            .checksumAlgorithm(ChecksumAlgorithm.CRC32_C)
                            .build());
        } catch (SdkException e) {
            throw failure(e);
        }
    }

    private List<CompletedPart> sendParts(String id, long length, Condition condition) throws IOException {
        long step = Math.max(S3Store.PART, (length + MAX_PARTS - 1) / MAX_PARTS);
        List<Future<CompletedPart>> sent = new ArrayList<>();
        try {
            for (long start = 0; start < length; start += step) {
                long from = start;
                long count = Math.min(step, length - start);
                int number = sent.size() + 1;
                sent.add(store.threads().submit(() -> send(id, number, from, count)));
            }
            List<CompletedPart> parts = new ArrayList<>();
            for (Future<CompletedPart> part : sent) {
                parts.add(OrderedWork.result(part, condition::requireNotCancelled));
            }
            return parts;
        } finally {
            // A part that arrives after its upload was aborted would be kept. Cancelling does not stop a thread that
            // waits for a response.
            sent.forEach(part -> part.cancel(true));
            long deadline = System.nanoTime() + GRACE_PERIOD.toNanos();
            Uninterrupted.await(
                    () -> inProgress.tryAcquire(MAX_PARTS, 1, TimeUnit.SECONDS) || System.nanoTime() - deadline > 0);
        }
    }

    private @Nullable CompletedPart send(String id, int number, long start, long length) throws IOException {
        if (!inProgress.tryAcquire()) {
            return null;
        }
        try {
            return sendNow(id, number, start, length);
        } finally {
            inProgress.release();
        }
    }

    private CompletedPart sendNow(String id, int number, long start, long length) throws IOException {
        String checksum = checksum(start, length);
        UploadPartResponse answer;
        try {
            answer = store.send(
                    target,
                    () -> store.client()
                            .uploadPart(
                                    part -> part.bucket(target.bucket())
                                            .key(target.key())
                                            .uploadId(id)
                                            .partNumber(number)
                                            .checksumCRC32C(checksum)
                                            .overrideConfiguration(NewS3File::withoutTimeout),
                                    body(start, length)));
        } catch (NoSuchFileException e) {
            throw uploadIsGone(e);
        }
        String answered = answer.checksumCRC32C();
        if (answered != null && !answered.equals(checksum)) {
            throw new FileSystemException(target.toString(), null, damaged(answered, checksum));
        }
        if (answer.eTag() == null) {
            throw new FileSystemException(
                    target.toString(), null, "the store does not return the ETag of a part, without which it is lost");
        }
        return CompletedPart.builder()
                .partNumber(number)
                .eTag(answer.eTag())
                .checksumCRC32C(answered)
                .build();
    }

    private static String damaged(String answer, String checksum) {
        return "the bytes sent have the checksum " + checksum + " (CRC32C), but the store returned " + answer;
    }

    /** The request that creates the object. */
    private interface Creation<T> {
        T send(boolean isConditional);
    }

    /**
     * Creates the object, and looks it up if the response does not confirm that it was created as requested.
     *
     * @return the response, or null if it was lost and the object exists
     */
    private <T extends S3Response> @Nullable T create(Condition condition, Creation<T> creation) throws IOException {
        T answer = sendCreation(condition, creation);
        boolean isConfirmed = answer != null
                && answer.getValueForField("ETag", String.class).isPresent() // else a proxy may have answered
                && properties.matchesEncryption(answer);
        if (!isConfirmed) {
            HeadObjectResponse made = store.head(target)
                    .filter(this::isOurs)
                    .orElseThrow(() -> new FileSystemException(
                            target.toString(), null, "the store confirms the object, but does not have it"));
            if (!properties.matchesEncryption(made)) {
                throw delete(properties.otherEncryption(made), "");
            }
        }
        return answer;
    }

    private <T> @Nullable T sendCreation(Condition condition, Creation<T> creation) throws IOException {
        condition.require();
        if (store.head(target).isPresent()) { // not every store supports conditional creation
            throw NewFile.exists(target);
        }
        try {
            try {
                return creation.send(true);
            } catch (S3Exception e) {
                if (isConditionUnknown(e)) {
                    return creation.send(false);
                }
                throw e;
            }
        } catch (SdkException e) {
            if (isOurs(e)) {
                return null;
            }
            int status = e instanceof S3Exception answer ? answer.statusCode() : 0;
            if (status == PRECONDITION_FAILED) {
                throw NewFile.exists(target);
            }
            if (status == NOT_FOUND && uploadId != null) {
                throw uploadIsGone(e);
            }
            throw failure(e);
        }
    }

    /** Returns the exception for a failed request that contained the properties of the source. */
    private IOException failure(SdkException cause) {
        String reason = cause instanceof S3Exception answer ? properties.reason(answer) : null;
        IOException failure = S3Store.failure(target, cause);
        if (reason != null && !(failure instanceof InterruptedIOException)) {
            failure = new FileSystemException(target.toString(), null, reason);
            failure.initCause(cause);
        }
        return failure;
    }

    /**
     * Returns whether an error may mean that the store does not support the condition. After any other error, the request would
     * fail without the condition too.
     */
    private static boolean isConditionUnknown(S3Exception answer) {
        return answer.statusCode() == NOT_IMPLEMENTED || UNKNOWN_HEADER.contains(S3Store.code(answer));
    }

    /**
     * Returns whether the object exists although the request to create it failed: the response may have been lost, or the request
     * may have been sent twice.
     */
    private boolean isOurs(SdkException failure) throws IOException {
        try {
            boolean[] ours = {false};
            Uninterrupted.run(() -> ours[0] = isOurs());
            return ours[0];
        } catch (IOException e) {
            throw unknown(
                    target, String.valueOf(S3Store.failure(target, failure).getMessage()), failure, e);
        }
    }

    /** Returns whether the target is the object that this instance has created. */
    private boolean isOurs() throws IOException {
        return store.head(target).filter(this::isOurs).isPresent();
    }

    private boolean isOurs(HeadObjectResponse object) {
        return mark.equals(object.metadata().get(MARK));
    }

    private IOException uploadIsGone(Exception cause) throws IOException {
        return store.head(target).isPresent()
                ? NewFile.exists(target)
                : new IOException(
                        "The upload to " + target + " was ended by another process, which may write there too", cause);
    }

    /**
     * Removes the time limit of a request with a long body. The client would enforce the limit with an interrupt, which closes
     * the channel from which the body is read.
     */
    private static void withoutTimeout(AwsRequestOverrideConfiguration.Builder request) {
        request.apiCallAttemptTimeout(Duration.ofDays(1));
    }

    private RequestBody body(long start, long length) {
        return RequestBody.fromContentProvider(() -> spool.slice(start, length), length, "application/octet-stream");
    }

    private String checksum(long start, long length) throws IOException {
        CRC32C checksum = new CRC32C();
        byte[] bytes = new byte[(int) Math.min(1 << 20, Math.max(1, length))];
        for (long done = 0; done < length; done += bytes.length) {
            int step = (int) Math.min(bytes.length, length - done);
            spool.read(start + done, bytes, 0, step);
            checksum.update(bytes, 0, step);
        }
        return text(checksum);
    }

    /** Returns a checksum in the form of S3's headers. */
    private static String text(CRC32C checksum) {
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES)
                        .putInt((int) checksum.getValue())
                        .array());
    }

    @Override
    public boolean isConfirmedByChecksum() {
        return !isReadBack;
    }

    @Override
    public void close() throws IOException {
        try (spool) {
            String id = uploadId;
            if (id != null) {
                Uninterrupted.run(() -> store.abort(target, id));
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

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
 * A new object of S3. It is written to a file of this machine, and sent when it gets its name: in one request, or in parts that one
 * request makes an object of. Either says that no other object's place is to be taken. For one thread.
 */
final class NewS3File extends NewObject {

    /** The most parts of an object (Amazon S3 User Guide, "Multipart upload limits"). */
    private static final int MOST_PARTS = 10_000;

    /** How long an upload that has failed waits for the parts under way before it ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What tells an object from another process's, when the answer to the request that made it was lost. */
    private static final String MARK = S3Properties.OURS;

    private static final int NOT_IMPLEMENTED = 501;
    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_FOUND = 404;

    /** What stores answer to a header that they do not know, with one status or another. */
    private static final Set<String> UNKNOWN_HEADER = Set.of("InvalidArgument", "NotImplemented");

    private final S3Store store;
    private final S3Path target;
    private final S3Properties properties;
    private final String mark = UUID.randomUUID().toString();
    private @Nullable String uploadId;

    /** Each part that is under way has one of these. */
    private final Semaphore underWay = new Semaphore(MOST_PARTS);

    /** @param properties those that the object gets */
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
        PutObjectResponse answer = name(
                condition,
                isConditional -> store.client()
                        .putObject(
                                properties
                                        .addTo(PutObjectRequest.builder(), own())
                                        .bucket(target.bucket())
                                        .key(target.key())
                                        .checksumCRC32C(checksum)
                                        .ifNoneMatch(isConditional ? "*" : null)
                                        .overrideConfiguration(NewS3File::waitsForBody)
                                        .build(),
                                body(0, length)));
        if (answer != null && !isRight(answer.checksumCRC32C(), checksum)) {
            throw delete(damaged(answer.checksumCRC32C(), checksum));
        }
    }

    /** Returns the user metadata that this program adds. */
    private Map<String, String> own() {
        return origin == null
                ? Map.of(MARK, mark)
                : Map.of(MARK, mark, Origin.NAME, origin.bound(Long.toString(length())));
    }

    /**
     * Deletes the object, because it is not right.
     *
     * @return the exception that says so
     */
    private IOException delete(String why) {
        try {
            if (isOurs()) { // not every store deletes by a condition
                store.ask(
                        target,
                        () -> store.client()
                                .deleteObject(
                                        delete -> delete.bucket(target.bucket()).key(target.key())));
            }
            return new FileSystemException(target.toString(), null, why + ": the object is deleted");
        } catch (IOException e) {
            IOException failure = new FileSystemException(
                    target.toString(),
                    null,
                    why
                            + ": the object is there, and could not be deleted: delete it, or the next run takes it for done");
            failure.addSuppressed(e);
            return failure;
        }
    }

    private void upload(long length, Condition condition) throws IOException {
        String id = begin().uploadId();
        if (id == null) {
            throw new FileSystemException(target.toString(), null, S3Store.NOT_S3);
        }
        uploadId = id;
        List<CompletedPart> parts = sendParts(id, length, condition);
        name(
                condition,
                isConditional -> store.client()
                        .completeMultipartUpload(complete -> complete.bucket(target.bucket())
                                .key(target.key())
                                .uploadId(id)
                                .multipartUpload(all -> all.parts(parts))
                                .ifNoneMatch(isConditional ? "*" : null)));
        uploadId = null;
    }

    private CreateMultipartUploadResponse begin() throws IOException {
        try {
            return store.client()
                    .createMultipartUpload(properties
                            .addTo(CreateMultipartUploadRequest.builder(), own())
                            .bucket(target.bucket())
                            .key(target.key())
                            .checksumAlgorithm(ChecksumAlgorithm.CRC32_C)
                            .build());
        } catch (SdkException e) {
            throw failure(e);
        }
    }

    private List<CompletedPart> sendParts(String id, long length, Condition condition) throws IOException {
        long step = Math.max(S3Store.PART, (length + MOST_PARTS - 1) / MOST_PARTS);
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
            // A part that arrives after its upload has ended would stay. An interrupt does not end the wait for an
            // answer.
            sent.forEach(part -> part.cancel(true));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Uninterrupted.await(
                    () -> underWay.tryAcquire(MOST_PARTS, 1, TimeUnit.SECONDS) || System.nanoTime() - deadline > 0);
        }
    }

    private @Nullable CompletedPart send(String id, int number, long start, long length) throws IOException {
        if (!underWay.tryAcquire()) {
            return null;
        }
        try {
            return sendNow(id, number, start, length);
        } finally {
            underWay.release();
        }
    }

    private CompletedPart sendNow(String id, int number, long start, long length) throws IOException {
        String checksum = checksum(start, length);
        UploadPartResponse answer;
        try {
            answer = store.ask(
                    target,
                    () -> store.client()
                            .uploadPart(
                                    part -> part.bucket(target.bucket())
                                            .key(target.key())
                                            .uploadId(id)
                                            .partNumber(number)
                                            .checksumCRC32C(checksum)
                                            .overrideConfiguration(NewS3File::waitsForBody),
                                    body(start, length)));
        } catch (NoSuchFileException e) {
            throw uploadIsGone(e);
        }
        if (!isRight(answer.checksumCRC32C(), checksum)) {
            throw new FileSystemException(target.toString(), null, damaged(answer.checksumCRC32C(), checksum));
        }
        if (answer.eTag() == null) {
            throw new FileSystemException(
                    target.toString(), null, "the store does not tell the ETag of a part, without which it is lost");
        }
        return CompletedPart.builder()
                .partNumber(number)
                .eTag(answer.eTag())
                .checksumCRC32C(answer.checksumCRC32C())
                .build();
    }

    /** A store that knows no checksums answers none; it has the length, and what it was sent over. */
    private static boolean isRight(@Nullable String answer, String checksum) {
        return answer == null || answer.equals(checksum);
    }

    private static String damaged(@Nullable String answer, String checksum) {
        return "what was sent has the checksum " + checksum + " (CRC32C), the store answers " + answer;
    }

    /** Makes an object of what was sent. */
    private interface Naming<T> {
        T run(boolean isConditional);
    }

    /**
     * Gives the object its name.
     *
     * @return the answer, or null if it was lost and the object is there
     */
    private <T extends S3Response> @Nullable T name(Condition condition, Naming<T> naming) throws IOException {
        T answer = ask(condition, naming);
        boolean tells = answer != null
                && answer.getValueForField("ETag", String.class).isPresent() // else it may be a proxy's
                && properties.isEncryptionOf(answer);
        if (!tells) {
            HeadObjectResponse made = store.head(target)
                    .filter(this::isOurs)
                    .orElseThrow(() -> new FileSystemException(
                            target.toString(),
                            null,
                            "the store answers that it has made the object, and does not have it"));
            if (!properties.isEncryptionOf(made)) {
                throw delete(properties.otherEncryption(made));
            }
        }
        return answer;
    }

    private <T> @Nullable T ask(Condition condition, Naming<T> naming) throws IOException {
        condition.require();
        if (store.head(target).isPresent()) { // not every store knows the condition
            throw NewFile.exists(target);
        }
        try {
            try {
                return naming.run(true);
            } catch (S3Exception e) {
                if (isConditionUnknown(e)) {
                    return naming.run(false);
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

    /** Returns the exception for a failure of the request that has the properties of the source. */
    private IOException failure(SdkException cause) {
        String reason = cause instanceof S3Exception answer ? properties.reason(answer) : null;
        IOException failure = S3Store.failure(target, cause);
        if (reason != null && !(failure instanceof InterruptedIOException)) {
            failure = new FileSystemException(target.toString(), null, reason);
            failure.initCause(cause);
        }
        return failure;
    }

    /** Returns whether a store may not know the condition. If something else is wrong, the request fails without it too. */
    private static boolean isConditionUnknown(S3Exception answer) {
        return answer.statusCode() == NOT_IMPLEMENTED || UNKNOWN_HEADER.contains(S3Store.code(answer));
    }

    /** Returns whether the object is there although the request for it has failed: it was sent again, or its answer was lost. */
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

    /** Returns whether what is at the target is what this file has become. */
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
     * Lets a request take as long as its line does. The client would end it by an interrupt, which closes the file that its body comes
     * from.
     */
    private static void waitsForBody(AwsRequestOverrideConfiguration.Builder request) {
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
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES)
                        .putInt((int) checksum.getValue())
                        .array());
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

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/**
 * The properties to be copied from one object to another: those in the response to a GET or a HEAD, and the tags. Requests and
 * responses use the same name for a property. Immutable.
 */
final class S3Properties {

    /** No properties, for an object that is not a copy. */
    static final S3Properties NONE = new S3Properties(Map.of(), Map.of(), List.of());

    /** The prefix of this program's keys in user metadata. These keys are not copied. */
    static final String OURS = "parquet-fastcodec";

    private static final String METADATA = "Metadata";
    private static final String TAGGING = "Tagging";
    private static final String EXPIRES = "Expires";
    private static final String ENCRYPTION = "ServerSideEncryption";
    private static final String KEY = "SSEKMSKeyId";
    private static final String STORAGE_CLASS = "StorageClass";

    private static final Set<String> KEPT = Set.of(
            "CacheControl",
            "ContentDisposition",
            "ContentEncoding",
            "ContentLanguage",
            "ContentType",
            EXPIRES,
            "WebsiteRedirectLocation",
            ENCRYPTION,
            KEY,
            "BucketKeyEnabled",
            STORAGE_CLASS);

    /** The storage classes whose objects cannot be read until they are restored. */
    private static final Set<Object> ARCHIVES = Set.of("GLACIER", "DEEP_ARCHIVE");

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;

    private final Map<String, Object> values;
    private final Map<String, String> metadata;
    private final List<String> notes;

    private S3Properties(Map<String, Object> values, Map<String, String> metadata, List<String> notes) {
        this.values = values;
        this.metadata = metadata;
        this.notes = notes;
    }

    /**
     * Returns those properties of an object that can be copied.
     *
     * @param answer the response to a GET or a HEAD
     */
    static S3Properties of(SdkPojo answer, List<Tag> tags) {
        Map<String, Object> answered = values(answer);
        Map<String, Object> values = new HashMap<>(answered);
        values.keySet().retainAll(KEPT);
        List<String> notes = new ArrayList<>();
        if (ARCHIVES.contains(values.getOrDefault(STORAGE_CLASS, ""))) {
            notes.add("its storage class " + values.remove(STORAGE_CLASS)
                    + " is not kept, because a new object in it could not be read");
        }
        if (answered.containsKey("ExpiresString") && !values.containsKey(EXPIRES)) {
            notes.add("its Expires is not kept, because it is not a date: " + answered.get("ExpiresString"));
        }
        if (answered.get("MissingMeta") instanceof Integer missing && missing > 0) {
            notes.add("some of its user metadata is not kept, because the store does not return it");
        }
        if (answered.containsKey("ObjectLockMode") || "ON".equals(answered.get("ObjectLockLegalHoldStatus"))) {
            notes.add("its object lock is not kept");
        }
        if (!tags.isEmpty()) {
            values.put(
                    TAGGING,
                    PutObjectRequest.builder()
                            .tagging(Tagging.builder().tagSet(tags).build())
                            .build()
                            .tagging());
        }
        return new S3Properties(values, metadata(answered), notes);
    }

    /** Returns the user metadata, without the keys of this program. */
    private static Map<String, String> metadata(Map<String, Object> answered) {
        Map<String, String> metadata = new HashMap<>();
        if (answered.get(METADATA) instanceof Map<?, ?> all) {
            all.forEach((key, value) -> metadata.put(key.toString(), value.toString()));
        }
        metadata.keySet().removeIf(key -> key.startsWith(OURS));
        return metadata;
    }

    /** Returns those fields of a request or a response that are set, keyed by name. */
    private static Map<String, Object> values(SdkPojo of) {
        Map<String, Object> values = new HashMap<>();
        for (SdkField<?> field : of.sdkFields()) {
            Object value = field.getValueOrDefault(of);
            if (value != null) {
                values.put(field.memberName(), value);
            }
        }
        return values;
    }

    /** Returns the properties of the source that are not copied, one sentence each. */
    List<String> notes() {
        return notes;
    }

    /**
     * Adds the properties to a request that creates an object.
     *
     * @param own this program's user metadata, whose keys begin with {@link #OURS}
     */
    <B extends SdkPojo> B addTo(B request, Map<String, String> own) {
        Map<String, String> all = new HashMap<>(metadata);
        all.putAll(own);
        for (SdkField<?> field : request.sdkFields()) {
            Object value = field.memberName().equals(METADATA) ? all : values.get(field.memberName());
            if (value != null) {
                field.set(request, value);
            }
        }
        return request;
    }

    /** Returns whether a response reports the encryption of the source; also true if the source is not encrypted. */
    boolean matchesEncryption(SdkPojo answer) {
        Map<String, Object> answered = values(answer);
        Object key = values.get(KEY);
        return !values.containsKey(ENCRYPTION)
                || values.get(ENCRYPTION).equals(answered.get(ENCRYPTION))
                        && (key == null || key.equals(answered.getOrDefault(KEY, key)));
    }

    /** Returns the message for an object whose encryption differs from that of its source. */
    String otherEncryption(SdkPojo answer) {
        return "its encryption is " + encryption(values(answer)) + ", expected that of its source, "
                + encryption(values);
    }

    private static String encryption(Map<String, Object> values) {
        Object key = values.get(KEY);
        return !values.containsKey(ENCRYPTION)
                ? "none"
                : values.get(ENCRYPTION) + (key == null ? "" : " with the key " + key);
    }

    /** Returns the probable reason why a store refused an object with these properties; null if they are not the reason. */
    @Nullable
    String reason(S3Exception answer) {
        boolean isForbidden = answer.statusCode() == FORBIDDEN;
        if (S3Store.code(answer).equals("MetadataTooLarge")) {
            return "the user metadata of its source leaves too little of the 2 KB that an object may have for the mark"
                    + " by which this program recognizes the object";
        }
        if (values.containsKey(KEY) && (isForbidden || answer.statusCode() == BAD_REQUEST)) {
            return "the store refuses it (" + answer.getMessage() + "). It needs the encryption of its source, "
                    + encryption(values) + ": the key must be in the region of the bucket, and the credentials in use"
                    + " need kms:GenerateDataKey and kms:Decrypt for it"
                    + (values.containsKey(TAGGING) ? ", and s3:PutObjectTagging for the tags" : "");
        }
        return values.containsKey(TAGGING) && isForbidden
                ? "the store refuses it (" + answer.getMessage()
                        + "): the credentials in use need s3:PutObject and s3:PutObjectTagging, because its source"
                        + " has tags"
                : null;
    }
}

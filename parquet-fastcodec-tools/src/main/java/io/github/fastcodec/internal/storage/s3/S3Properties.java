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
 * The properties of an object besides its bytes that its copy gets too: those that a GET answers, and the tags. Requests and
 * answers use the same name for a property. Immutable.
 */
final class S3Properties {

    /** The properties of an object that is like no other one. */
    static final S3Properties NONE = new S3Properties(Map.of(), Map.of(), List.of());

    /** The prefix of the keys of user metadata that this program sets. A copy does not get those of its source. */
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

    /** Objects of these classes cannot be read before they are restored. */
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
     * Returns those of an object that can be kept.
     *
     * @param answer to a GET or a HEAD
     */
    static S3Properties of(SdkPojo answer, List<Tag> tags) {
        Map<String, Object> told = values(answer);
        Map<String, Object> values = new HashMap<>(told);
        values.keySet().retainAll(KEPT);
        List<String> notes = new ArrayList<>();
        if (ARCHIVES.contains(values.getOrDefault(STORAGE_CLASS, ""))) {
            notes.add("its storage class " + values.remove(STORAGE_CLASS)
                    + " is not kept, because a new object could not be read there");
        }
        if (told.containsKey("ExpiresString") && !values.containsKey(EXPIRES)) {
            notes.add("its Expires is not kept, because it is not a date: " + told.get("ExpiresString"));
        }
        if (told.get("MissingMeta") instanceof Integer missing && missing > 0) {
            notes.add("some of its user metadata is not kept, because the store does not return it");
        }
        if (told.containsKey("ObjectLockMode") || "ON".equals(told.get("ObjectLockLegalHoldStatus"))) {
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
        return new S3Properties(values, metadata(told), notes);
    }

    /** Returns the user metadata of an object that others have set. */
    private static Map<String, String> metadata(Map<String, Object> told) {
        Map<String, String> metadata = new HashMap<>();
        if (told.get(METADATA) instanceof Map<?, ?> all) {
            all.forEach((key, value) -> metadata.put(key.toString(), value.toString()));
        }
        metadata.keySet().removeIf(key -> key.startsWith(OURS));
        return metadata;
    }

    /** Returns the values of a request or an answer, by name. */
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

    /** Returns a sentence for each property of the source that is not kept. */
    List<String> notes() {
        return notes;
    }

    /**
     * Adds the properties to a request that makes an object.
     *
     * @param own user metadata of this program, by keys that begin with {@link #OURS}
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

    /** Returns whether an object is encrypted as its source is, as an answer tells; true if the source is not encrypted. */
    boolean isEncryptionOf(SdkPojo answer) {
        Map<String, Object> told = values(answer);
        Object key = values.get(KEY);
        return !values.containsKey(ENCRYPTION)
                || values.get(ENCRYPTION).equals(told.get(ENCRYPTION))
                        && (key == null || key.equals(told.getOrDefault(KEY, key)));
    }

    /** Returns the sentence on an object that is not encrypted as its source is. */
    String otherEncryption(SdkPojo answer) {
        return "the store encrypts it " + encryption(values(answer)) + ", its source is encrypted "
                + encryption(values);
    }

    private static String encryption(Map<String, Object> values) {
        Object key = values.get(KEY);
        return !values.containsKey(ENCRYPTION)
                ? "not at all"
                : "by " + values.get(ENCRYPTION) + (key == null ? "" : " with the key " + key);
    }

    /** Returns why a store may have refused an object with these properties, or null if it is not for them. */
    @Nullable
    String reason(S3Exception answer) {
        boolean isForbidden = answer.statusCode() == FORBIDDEN;
        if (S3Store.code(answer).equals("MetadataTooLarge")) {
            return "the user metadata of its source leaves too little of the 2 KB that an object may have: this program"
                    + " adds a mark, by which it recognizes the object";
        }
        if (values.containsKey(KEY) && (isForbidden || answer.statusCode() == BAD_REQUEST)) {
            return "the store refuses it (" + answer.getMessage() + "). Its source is encrypted " + encryption(values)
                    + ", and so is to be the new object: the key must be in the region of the bucket, and the credentials"
                    + " in use need kms:GenerateDataKey and kms:Decrypt for it"
                    + (values.containsKey(TAGGING) ? ", and s3:PutObjectTagging for the tags" : "");
        }
        return values.containsKey(TAGGING) && isForbidden
                ? "the store refuses it (" + answer.getMessage()
                        + "): the credentials in use need s3:PutObjectTagging besides s3:PutObject, because its source has"
                        + " tags"
                : null;
    }
}

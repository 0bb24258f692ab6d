// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path {@code s3://bucket/key}. Its key neither ends with a slash nor has two slashes in a row, because other programs treat
 * keys as file system paths. Immutable.
 *
 * @param key empty for the bucket itself
 */
record S3Path(String bucket, String key) {

    private static final Pattern PATH =
            Pattern.compile("s3a?://([^/]+)/*(.*?)/*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern SLASHES = Pattern.compile("//+");

    /** Parses a path with the scheme {@code s3} or {@code s3a}. */
    static S3Path of(String path) {
        Matcher matcher = PATH.matcher(path);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + path + "\" is not an S3 path, expected s3://bucket/key");
        }
        return new S3Path(matcher.group(1), SLASHES.matcher(matcher.group(2)).replaceAll("/"));
    }

    boolean isBucket() {
        return key.isEmpty();
    }

    /** Returns the last name of the key. */
    String name() {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    /** Returns the prefix of all keys below this path. */
    String prefix() {
        return isBucket() ? "" : key + "/";
    }

    S3Path child(String name) {
        return new S3Path(bucket, prefix() + name);
    }

    /** Returns the parent path, or the path itself if it is a bucket. */
    S3Path parent() {
        return new S3Path(bucket, key.substring(0, Math.max(0, key.lastIndexOf('/'))));
    }

    @Override
    public String toString() {
        return "s3://" + bucket + (isBucket() ? "" : "/" + key);
    }
}

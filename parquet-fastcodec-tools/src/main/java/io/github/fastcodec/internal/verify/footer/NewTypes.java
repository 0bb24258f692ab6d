// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import org.apache.parquet.format.LogicalType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.jspecify.annotations.Nullable;

/** Recognizes new logical types by name, because parquet-java before 1.16 has no classes for them. */
public final class NewTypes {

    private NewTypes() {}

    public static boolean isFloat16(@Nullable LogicalTypeAnnotation type) {
        return type != null && type.toString().equals("FLOAT16");
    }

    public static boolean isUnknown(@Nullable LogicalTypeAnnotation type) {
        return type != null && type.toString().equals("UNKNOWN");
    }

    static boolean isVariant(@Nullable LogicalTypeAnnotation type) {
        return type != null && type.toString().startsWith("VARIANT");
    }

    /** Returns whether a logical type may annotate a group, or is unknown to this version of parquet-java. */
    static boolean mayAnnotateGroup(LogicalType type) {
        return type.getSetField() == null
                || type.isSetLIST()
                || type.isSetMAP()
                || type.getSetField().name().equals("VARIANT");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import org.apache.parquet.format.LogicalType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.jspecify.annotations.Nullable;

/** Logical types by their names, which parquet-java before 1.16 has no classes for. */
final class NewTypes {

    private NewTypes() {}

    static boolean isFloat16(@Nullable LogicalTypeAnnotation type) {
        return type != null && type.toString().equals("FLOAT16");
    }

    static boolean isVariant(@Nullable LogicalTypeAnnotation type) {
        return type != null && type.toString().startsWith("VARIANT");
    }

    /** Returns whether the footer names a type that can be a group's, or one that this version of parquet-java does not know. */
    static boolean mayBeOfGroup(LogicalType type) {
        return type.getSetField() == null
                || type.isSetLIST()
                || type.isSetMAP()
                || type.getSetField().name().equals("VARIANT");
    }
}

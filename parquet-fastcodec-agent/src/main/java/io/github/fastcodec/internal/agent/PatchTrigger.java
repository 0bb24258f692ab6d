// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Recognizes parquet-java's codec factories by their names, and has them patched. Thread-safe. */
final class PatchTrigger implements ClassFileTransformer {

    private final Isolation isolation;

    /** The classes about which a warning has been logged. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    PatchTrigger(Isolation isolation) {
        this.isolation = isolation;
    }

    /**
     * Returns whether the class {@code name}, written with slashes, may be one of parquet-java's factories, relocated or
     * not.
     */
    static boolean isFactory(String name) {
        return name.endsWith("/hadoop/CodecFactory") || name.endsWith("/hadoop/DirectCodecFactory");
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (name == null || loader == null || !isFactory(name)) {
            return null;
        }
        try {
            return isolation.patch(name, classFile);
        } catch (Throwable e) {
            if (warned.add(name)) {
                AgentLog.warn(
                        Isolation.NOT_ACTIVE + name.replace('/', '.') + ", loaded from " + origin(domain)
                                + ", cannot be patched.",
                        e);
            }
            return null;
        }
    }

    /**
     * Returns the jar that a class is loaded from. Until the class is defined, only the jar's name shows parquet-java's
     * version.
     */
    private static String origin(@Nullable ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        return source == null || source.getLocation() == null
                ? "an unknown place"
                : source.getLocation().toString();
    }
}

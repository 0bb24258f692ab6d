// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;

/** Recognizes parquet-java's codec factories by their names, and has them patched. Safe for use by many threads. */
final class PatchTrigger implements ClassFileTransformer {

    private final Isolation isolation;
    private final AtomicBoolean warned = new AtomicBoolean();

    PatchTrigger(Isolation isolation) {
        this.isolation = isolation;
    }

    /** Returns whether a class, named as class files do, may be one of parquet-java's factories, relocated or not. */
    static boolean isFactory(String name) {
        return name.endsWith("/hadoop/CodecFactory") || name.endsWith("/hadoop/DirectCodecFactory");
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null || loader == null || !isFactory(name)) {
            return null;
        }
        try {
            return isolation.patch(name, classFile);
        } catch (Throwable e) {
            if (warned.compareAndSet(false, true)) {
                AgentLog.warn(Isolation.NOT_ACTIVE + name.replace('/', '.') + " cannot be patched.", e);
            }
            return null;
        }
    }
}

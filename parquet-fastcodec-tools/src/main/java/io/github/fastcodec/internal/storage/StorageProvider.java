// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens storages that are not local; it has a constructor without arguments. */
public interface StorageProvider {

    /**
     * Opens a storage.
     *
     * @param root scheme and authority
     * @param loader where classes and configuration files are looked for
     * @param settings Hadoop's configuration, or null to read it from the configuration files
     * @throws IOException if nothing serves the scheme, or the storage cannot be reached; says what to add
     */
    Storage open(URI root, ClassLoader loader, @Nullable Map<String, String> settings) throws IOException;
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens storages that are not local. Implementations have a constructor without arguments. */
public interface StorageProvider {

    /**
     * Opens a storage.
     *
     * @param root the scheme and authority of the storage's paths
     * @param loader loads classes and configuration files
     * @param settings Hadoop's configuration, or null to read it from configuration files
     * @throws IOException if no file system serves the scheme, or the storage cannot be reached; the message names missing
     *     libraries
     */
    Storage open(URI root, ClassLoader loader, @Nullable Map<String, String> settings) throws IOException;
}

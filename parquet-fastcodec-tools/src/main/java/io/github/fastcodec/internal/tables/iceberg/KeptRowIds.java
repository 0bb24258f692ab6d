// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.iceberg.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first row id of a file. In a table of format 3, this id identifies the rows of the file. Iceberg drops this id from
 * every file that is added, as if the rows were new; engines that rewrite rows store the rows' ids in a column of the file
 * instead. A recompressed file has the same rows in the same order, so the id of the first row determines the ids of all rows.
 * The file is therefore added without the id, and reveals it only when the manifest is written. For each entry, Iceberg reads the
 * id twice: first to see whether there is an id to drop, then to write it. Iceberg 1.11.0 and 1.12.0 do this first in
 * {@code GenericManifestEntry.wrapAppend} and then in {@code V3Metadata}; their API offers no way to keep the id. Before the
 * commit, {@link CommitProof} requires that the manifest contains the ids. Not thread-safe.
 */
final class KeptRowIds implements InvocationHandler {

    private final DataFile file;
    private final Object firstRowId;
    private boolean isRevealed;
    private boolean isSecond = true;

    private KeptRowIds(DataFile file, Long firstRowId) {
        this.file = file;
        this.firstRowId = firstRowId;
    }

    private DataFile proxy() {
        return (DataFile)
                Proxy.newProxyInstance(DataFile.class.getClassLoader(), new Class<?>[] {DataFile.class}, this);
    }

    /** Returns a data file that hides its first row id until {@link #reveal}. */
    static DataFile hidden(DataFile file, Long firstRowId) {
        return new KeptRowIds(file, firstRowId).proxy();
    }

    /** Makes a file returned by {@link #hidden} reveal its first row id. */
    static void reveal(DataFile file) {
        KeptRowIds handler = (KeptRowIds) Proxy.getInvocationHandler(file);
        handler.isRevealed = true;
        handler.isSecond = true;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments) throws Throwable {
        if (method.getName().equals("firstRowId")) {
            isSecond = !isSecond;
            return isRevealed && isSecond ? firstRowId : null;
        }
        if (method.getName().equals("equals")) {
            return proxy == arguments[0];
        }
        try {
            return method.invoke(file, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

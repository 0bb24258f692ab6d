// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.iceberg.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the id of a file's first row, by which the rows of a table of format 3 are known. Iceberg drops it from each file that
 * is added, as if the rows were new; engines that rewrite rows store their ids in the file instead, as a column. A recompressed
 * file has the same rows in the same order, so that the id of the first one gives those of all. So the file is added without
 * the id, and tells it when the manifest is written. Iceberg asks twice for each entry that it writes: whether there is an id
 * to drop, and what to write. That is the code of Iceberg 1.11.0 and 1.12.0 ({@code GenericManifestEntry.wrapAppend}, then
 * {@code V3Metadata}), whose API has no call to keep the id. {@link CommitProof} finds the ids in the manifest before it is
 * committed, or ends the commit. For one thread at a time.
 */
final class KeptRowIds implements InvocationHandler {

    private final DataFile file;
    private final Object firstRowId;
    private boolean tells;
    private boolean isSecond = true;

    private KeptRowIds(DataFile file, Long firstRowId) {
        this.file = file;
        this.firstRowId = firstRowId;
    }

    private DataFile proxy() {
        return (DataFile)
                Proxy.newProxyInstance(DataFile.class.getClassLoader(), new Class<?>[] {DataFile.class}, this);
    }

    /** Returns a data file that does not tell its first row's id before {@link #tell}. */
    static DataFile hidden(DataFile file, Long firstRowId) {
        return new KeptRowIds(file, firstRowId).proxy();
    }

    /** Makes a file of {@link #hidden} tell its first row's id. */
    static void tell(DataFile file) {
        KeptRowIds handler = (KeptRowIds) Proxy.getInvocationHandler(file);
        handler.tells = true;
        handler.isSecond = true;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments) throws Throwable {
        if (method.getName().equals("firstRowId")) {
            isSecond = !isSecond;
            return tells && isSecond ? firstRowId : null;
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

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.hive;

import java.lang.ref.WeakReference;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;

/** A hook that Hive calls after each query. It records the session's class loader without keeping it alive. */
public final class SessionLoader implements ExecuteWithHookContext {

    private static volatile WeakReference<ClassLoader> last = new WeakReference<>(null);

    /** For Hive, which creates a hook for each query. */
    public SessionLoader() {}

    @Override
    public void run(HookContext context) {
        last = new WeakReference<>(context.getConf().getClassLoader());
    }

    /** Returns the loader of the session that ran the last query. It holds the jars that the session added. */
    static ClassLoader ofLastQuery() {
        return last.get();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.hive;

import java.lang.ref.WeakReference;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;

/** Called by Hive after each query; tells which class loader its session has, and keeps none alive. */
public final class SessionLoader implements ExecuteWithHookContext {

    private static volatile WeakReference<ClassLoader> last = new WeakReference<>(null);

    /** For Hive, which makes one for each query. */
    public SessionLoader() {}

    @Override
    public void run(HookContext context) {
        last = new WeakReference<>(context.getConf().getClassLoader());
    }

    /** Returns the loader of the session that ran the last query, in which the jars are that it added. */
    static ClassLoader ofLastQuery() {
        return last.get();
    }
}

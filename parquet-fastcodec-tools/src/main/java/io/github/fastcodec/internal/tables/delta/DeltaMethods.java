// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.collection.Seq;
import scala.collection.immutable.List;
import scala.collection.immutable.Map;

/**
 * The methods of Delta Lake that a commit needs and whose signatures differ: {@code Seq} is another type on Scala 2.12, and newer
 * versions of Delta Lake take the catalog's entry of a table, which is never given here. Immutable.
 */
final class DeltaMethods {

    private final Method commit =
            find(OptimisticTransaction.class, "commit", List.class, DeltaOperations.Operation.class, Map.class);
    private final Method changes = find(DeltaLog.class, "getChanges", long.class, long.class);
    private final Method snapshot = find(DeltaLog.class, "getSnapshotAt", long.class);

    /** Returns the method with the fewest parameters that accepts arguments of the given types, followed by absent options. */
    static Method find(Class<?> owner, String name, Class<?>... types) {
        return Arrays.stream(owner.getMethods())
                .filter(method -> method.getName().equals(name) && accepts(method.getParameterTypes(), types))
                .min(Comparator.comparingInt(Method::getParameterCount))
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "This version of Delta Lake has no method " + owner.getSimpleName() + "." + name
                                        + " that this command can call: use a version from docs/lake.md. The table is unchanged"));
    }

    private static boolean accepts(Class<?>[] parameters, Class<?>[] types) {
        for (int i = 0; i < parameters.length; i++) {
            boolean fits = i < types.length
                    ? parameters[i].isAssignableFrom(types[i])
                    : parameters[i] == Option.class || parameters[i] == boolean.class;
            if (!fits) {
                return false;
            }
        }
        return parameters.length >= types.length;
    }

    private static Object call(Method method, Object receiver, Object... given) throws Exception {
        Class<?>[] parameters = method.getParameterTypes();
        Object[] arguments = Arrays.copyOf(given, parameters.length);
        for (int i = given.length; i < arguments.length; i++) {
            arguments[i] = parameters[i] == Option.class ? Option.empty() : false;
        }
        try {
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    /** Commits actions, as a version with the given operation and tags. */
    void commit(
            OptimisticTransaction transaction,
            List<Action> actions,
            DeltaOperations.Operation operation,
            Map<String, String> tags)
            throws Exception {
        call(commit, transaction, actions, operation, tags);
    }

    /** Returns the versions from {@code first} to {@code last} that the log still has, with their actions. */
    @SuppressWarnings("unchecked")
    Iterator<Tuple2<Object, Seq<Action>>> changes(DeltaLog log, long first, long last) throws Exception {
        return (Iterator<Tuple2<Object, Seq<Action>>>) call(changes, log, first, last);
    }

    Snapshot snapshot(DeltaLog log, long version) throws Exception {
        return (Snapshot) call(snapshot, log, version);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Finds Iceberg's tables by the catalogs of a Spark session. */
public final class IcebergTables {

    /** Takes another class of session on each line of Spark, so that it cannot be linked to. */
    private static final String CONDITIONS = "org.apache.spark.sql.execution.datasources.SparkExpressionConverter";

    private IcebergTables() {}

    /**
     * Opens a table.
     *
     * @param name as Spark has it, with the catalog
     * @param where which files are asked for, a condition of Spark's SQL on the table's columns; null for all
     * @throws IOException if there is no such table, or its format is too new
     * @throws IllegalArgumentException if the condition is none that Iceberg can check by its log
     */
    public static TableLog open(SparkSession spark, String name, @Nullable String where, NewNames names)
            throws IOException {
        Table table;
        Spark3Util.CatalogAndIdentifier found;
        try {
            table = Spark3Util.loadIcebergTable(spark, name);
            found = Spark3Util.catalogAndIdentifier(spark, name);
        } catch (Exception e) { // checked exceptions of Scala's that differ between the lines of Spark
            throw new IOException("Spark finds no Iceberg table " + name + ": " + e.getMessage(), e);
        }
        BaseTable whole = requireWhole(table, name, found.identifier().name());
        Expression files = where == null ? Expressions.alwaysTrue() : condition(spark, name, where);
        String identifier = found.identifier().toString().replace("'", "\\'");
        String procedure = "CALL `" + found.catalog().name() + "`.system.rollback_to_snapshot('" + identifier + "', ";
        return new IcebergLog(whole, files, names, snapshot -> procedure + snapshot + ")");
    }

    /**
     * Requires that a name means a whole table. Spark takes {@code t.branch_dev}, {@code t.snapshot_id_1} or {@code t.files} for a
     * part of {@code t}, and Iceberg then loads the whole one.
     *
     * @param identifier the last part of the name
     * @throws IOException if it means a branch, a tag, a snapshot, or a table of metadata
     */
    static BaseTable requireWhole(Table table, String name, String identifier) throws IOException {
        String whole = table.name();
        boolean isOther = !whole.endsWith(identifier)
                || whole.length() > identifier.length()
                        && "./".indexOf(whole.charAt(whole.length() - identifier.length() - 1)) < 0
                        && !identifier.startsWith("/");
        if (isOther || !(table instanceof BaseTable baseTable)) {
            throw new IOException(name + " is a part of the table " + whole
                    + ": a branch, a tag, a snapshot or a table of metadata. Only whole tables are recompressed, on their main"
                    + " branch: give the name of the table itself");
        }
        return baseTable;
    }

    private static Expression condition(SparkSession spark, String table, String where) {
        try {
            Class<?> conditions = Class.forName(CONDITIONS, true, Spark3Util.class.getClassLoader());
            Object resolved = call(conditions, "collectResolvedSparkExpression", spark, table, where);
            return (Expression) call(conditions, "convertToIcebergExpression", resolved);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getTargetException();
            throw new IllegalArgumentException(
                    "where is \"" + where + "\", which Iceberg cannot check by its log: " + cause.getMessage(), cause);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of Iceberg cannot read a condition: " + e, e);
        }
    }

    private static Object call(Class<?> type, String name, Object... arguments) throws ReflectiveOperationException {
        Method method = Arrays.stream(type.getMethods())
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(type.getName() + "." + name));
        return method.invoke(null, arguments);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.text.Reason;
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

/** Opens Iceberg tables through the catalogs of a Spark session. */
public final class IcebergTables {

    /**
     * The class that parses conditions. It is called by reflection, because the type of a session parameter depends on the version
     * of Spark.
     */
    private static final String CONDITIONS = "org.apache.spark.sql.execution.datasources.SparkExpressionConverter";

    private IcebergTables() {}

    /**
     * Opens a table.
     *
     * @param name the name in Spark, including the catalog
     * @param where a condition in Spark SQL on the table's columns that selects files, or null for all
     * @throws IOException if there is no such table, or its format is too new
     * @throws IllegalArgumentException if Iceberg cannot evaluate the condition on its metadata
     */
    public static TableLog open(SparkSession spark, String name, @Nullable String where, NewNames names)
            throws IOException {
        Table table;
        Spark3Util.CatalogAndIdentifier found;
        try {
            table = Spark3Util.loadIcebergTable(spark, name);
            found = Spark3Util.catalogAndIdentifier(spark, name);
        } catch (Exception e) { // checked exceptions of Scala, which differ between versions of Spark
            throw notFound(name, e);
        }
        BaseTable whole = requireWhole(table, name, found.identifier().name());
        Expression files = where == null ? Expressions.alwaysTrue() : condition(spark, name, where);
        String identifier = found.identifier().toString().replace("'", "\\'");
        String procedure = "CALL `" + found.catalog().name() + "`.system.rollback_to_snapshot('" + identifier + "', ";
        return new IcebergLog(whole, files, names, snapshot -> procedure + snapshot + ")");
    }

    /** Returns the failure to load a table. Iceberg's message for a table of another format dumps that table. */
    static IOException notFound(String name, Exception failure) {
        boolean isOther = failure instanceof IllegalArgumentException
                && String.valueOf(failure.getMessage()).endsWith(" is not an Iceberg table");
        return new IOException(
                isOther
                        ? name + " is not an Iceberg table: if it is a Delta table, give its path by the option delta"
                        : "Spark cannot find the Iceberg table " + name + ": " + failure.getMessage(),
                failure);
    }

    /**
     * Requires that a name refers to a whole table. To Spark, {@code t.branch_dev}, {@code t.snapshot_id_1} and {@code t.files} are
     * parts of {@code t}, but Iceberg loads the whole table for such a name.
     *
     * @param identifier the last part of the name
     * @throws IOException if the name refers to a branch, a tag, a snapshot, or a metadata table
     */
    static BaseTable requireWhole(Table table, String name, String identifier) throws IOException {
        String whole = table.name();
        boolean isOther = !whole.endsWith(identifier)
                || whole.length() > identifier.length()
                        && "./".indexOf(whole.charAt(whole.length() - identifier.length() - 1)) < 0
                        && !identifier.startsWith("/");
        if (isOther || !(table instanceof BaseTable baseTable)) {
            throw new IOException(name + " is a part of the table " + whole
                    + ": a branch, a tag, a snapshot or a metadata table. Only whole tables are supported, on their main"
                    + " branch: use the name of the table itself");
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
                    "where is \"" + where + "\", which Iceberg cannot evaluate on its metadata: "
                            + Reason.firstLine(cause),
                    cause);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of Iceberg cannot parse a condition: " + e, e);
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

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** Runs its arguments as SQL statements, and passes the first row of a query to the tests. */
public final class SqlJob {

    private SqlJob() {}

    @SuppressWarnings("try") // close may be interrupted, as all calls here may
    public static void main(String[] args) throws Exception {
        TableEnvironment tables = TableEnvironment.create(
                EnvironmentSettings.newInstance().inBatchMode().build());
        tables.createTemporarySystemFunction("nm", Name.class);
        tables.createTemporarySystemFunction("seen", Seen.class);
        for (String statement : args) {
            if (statement.startsWith("SELECT")) {
                try (CloseableIterator<Row> rows = tables.executeSql(statement).collect()) {
                    System.setProperty("it.row", rows.next().toString());
                }
            } else if (statement.startsWith("INSERT")) {
                tables.executeSql(statement).await();
            } else {
                tables.executeSql(statement);
            }
        }
    }

    /** An SQL function that returns the name of a row. */
    public static final class Name extends ScalarFunction {

        private static final long serialVersionUID = 1L;

        public String eval(Long id) {
            return Rows.name(id);
        }

        @Override
        public void close() {
            Probe.end();
        }
    }

    /** An SQL function that counts the rows read. */
    public static final class Seen extends ScalarFunction {

        private static final long serialVersionUID = 1L;

        private transient long rows;
        private transient long digest;

        public Integer eval(Long id, String name, Double price) {
            String line = Rows.text(id, name, price);
            rows++;
            digest += line.hashCode() * 31L + line.length();
            return 1;
        }

        @Override
        public void close() {
            Probe.rows(rows, digest);
            Probe.end();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.hive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A user's session with the HiveServer2 of this JVM. */
final class Session implements AutoCloseable {

    /** The rows that each INSERT adds to a table. */
    static final List<String> ROWS = List.of("1 one", "2 two", "3 three");

    private static final Path WAREHOUSE = Path.of(System.getProperty("hive.folder"), "warehouse");

    private final Connection connection;
    private final Statement statement;

    Session() throws SQLException {
        connection = DriverManager.getConnection("jdbc:hive2:///");
        statement = connection.createStatement();
    }

    /** Runs the commands that docs/hadoop.md gives to users. */
    Session withFastCodec() throws SQLException, IOException {
        for (Path jar : jars()) {
            run("ADD JAR " + jar);
        }
        run("SET parquet.crypto.factory.class=io.github.fastcodec.hadoop.FastCodecCryptoFactory");
        return this;
    }

    void deleteJars() throws SQLException, IOException {
        for (Path jar : jars()) {
            run("DELETE JAR " + jar);
        }
    }

    void run(String sql) throws SQLException {
        statement.execute(sql);
    }

    /** Creates and fills a table, and returns its folder. */
    Path write(String table, CompressionCodecName codec) throws SQLException {
        run("CREATE TABLE " + table + " (id INT, name STRING) STORED AS PARQUET TBLPROPERTIES ('parquet.compression'='"
                + codec + "')");
        insert(table);
        return WAREHOUSE.resolve(table.toLowerCase(Locale.ROOT));
    }

    void insert(String table) throws SQLException {
        run("INSERT INTO " + table + " VALUES (1, 'one'), (2, 'two'), (3, 'three')");
    }

    /** Reads all rows in the server itself, row by row. */
    List<String> read(String table) throws SQLException {
        return query("SELECT id, name FROM " + table);
    }

    /**
     * Reads all rows in a job, in batches; returns their number, the sum of the first column, and the total length of the second.
     */
    String total(String table) throws SQLException {
        return query("SELECT count(*), sum(id), sum(length(name)) FROM " + table)
                .get(0);
    }

    private List<String> query(String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringJoiner row = new StringJoiner(" ");
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(result.getString(column));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            statement.close();
        }
    }

    /** Returns our jar and the engines' jars. */
    private static List<Path> jars() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("fastcodec.jars")))) {
            return jars.sorted().collect(Collectors.toList());
        }
    }
}

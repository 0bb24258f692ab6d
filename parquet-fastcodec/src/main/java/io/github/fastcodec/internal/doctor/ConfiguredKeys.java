// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** The keys that people have set, and where: one file, or the system properties. Immutable. */
final class ConfiguredKeys {

    /** What a place's keys are for. */
    enum Kind {
        SYSTEM,
        HADOOP,
        SPARK
    }

    private final Kind kind;
    private final String place;
    private final Map<String, String> keys;

    ConfiguredKeys(Kind kind, String place, Map<String, String> keys) {
        this.kind = kind;
        this.place = place;
        this.keys = new TreeMap<>(keys);
    }

    /**
     * Returns what is set in the system properties, in the {@code *-site.xml} of {@code HADOOP_CONF_DIR}, and in the
     * {@code spark-defaults.conf} of {@code SPARK_CONF_DIR}, else of {@code conf} in {@code SPARK_HOME}.
     *
     * @param environment returns the value of an environment variable, or null
     * @param problems gets a sentence for each file that cannot be read
     */
    static List<ConfiguredKeys> find(UnaryOperator<String> environment, Properties system, List<String> problems) {
        List<ConfiguredKeys> found = new ArrayList<>();
        Map<String, String> properties = new LinkedHashMap<>();
        system.stringPropertyNames().forEach(key -> properties.put(key, system.getProperty(key)));
        found.add(new ConfiguredKeys(Kind.SYSTEM, "the system properties", properties));
        String hadoop = environment.apply("HADOOP_CONF_DIR");
        if (hadoop != null && !hadoop.isEmpty()) {
            addSites(Path.of(hadoop), found, problems);
        }
        String spark = environment.apply("SPARK_CONF_DIR");
        String home = environment.apply("SPARK_HOME");
        Path directory = spark != null && !spark.isEmpty()
                ? Path.of(spark)
                : home != null && !home.isEmpty() ? Path.of(home, "conf") : null;
        if (directory != null && Files.exists(directory.resolve("spark-defaults.conf"))) {
            addDefaults(directory.resolve("spark-defaults.conf"), found, problems);
        }
        return found;
    }

    private static void addSites(Path directory, List<ConfiguredKeys> found, List<String> problems) {
        try (DirectoryStream<Path> sites = Files.newDirectoryStream(directory, "*-site.xml")) {
            List<Path> sorted = new ArrayList<>();
            sites.forEach(sorted::add);
            sorted.sort(null);
            for (Path site : sorted) {
                try {
                    found.add(new ConfiguredKeys(Kind.HADOOP, site.toString(), properties(site)));
                } catch (IOException | SAXException | ParserConfigurationException e) {
                    problems.add(unreadable(site, e));
                }
            }
        } catch (IOException e) {
            problems.add(unreadable(directory, e));
        }
    }

    private static Map<String, String> properties(Path site)
            throws IOException, SAXException, ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        // A configuration has no reason to make its reader open other files.
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(new DefaultHandler()); // the usual one prints
        NodeList properties = builder.parse(site.toFile()).getDocumentElement().getElementsByTagName("property");
        Map<String, String> keys = new LinkedHashMap<>();
        for (int i = 0; i < properties.getLength(); i++) {
            Element property = (Element) properties.item(i);
            Node name = property.getElementsByTagName("name").item(0);
            Node value = property.getElementsByTagName("value").item(0);
            if (name != null && value != null) {
                keys.put(name.getTextContent().trim(), value.getTextContent().trim());
            }
        }
        return keys;
    }

    private static void addDefaults(Path file, List<ConfiguredKeys> found, List<String> problems) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            problems.add(unreadable(file, e));
            return;
        }
        Map<String, String> keys = new LinkedHashMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> keys.put(key, properties.getProperty(key).trim()));
        found.add(new ConfiguredKeys(Kind.SPARK, file.toString(), keys));
    }

    private static String unreadable(Path path, Exception e) {
        return path + " cannot be read, so its keys are not looked at: " + e.getMessage();
    }

    Kind kind() {
        return kind;
    }

    /** Returns where the keys are set, for messages. */
    String place() {
        return place;
    }

    /** Returns the keys in their order, with their values. */
    Map<String, String> keys() {
        return keys;
    }
}

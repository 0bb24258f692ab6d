// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.kms.server.MiniKMS;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.junit.jupiter.api.Test;

/** The command line in an encryption zone of HDFS, whose keys a key server (KMS) keeps. */
class EncryptionZoneTest {

    private static final long SEED = 20_261_128;

    // Would catch: a jar that lacks a part of Hadoop that the client of the key server needs.
    @Test
    void recompressesInAnEncryptionZone() throws Exception {
        java.nio.file.Path folder = Files.createTempDirectory(
                Files.createDirectories(java.nio.file.Path.of(System.getProperty("hdfs.folder"))), "zone-");
        MiniKMS kms = new MiniKMS.Builder()
                .setKmsConfDir(Files.createDirectory(folder.resolve("keys")).toFile())
                .build();
        kms.start();
        Configuration conf = new Configuration();
        conf.set(
                "hadoop.security.key.provider.path",
                "kms://http@" + kms.getKMSUrl().getAuthority() + "/kms");
        try (MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(conf, folder.resolve("cluster").toFile()).build()) {
            cluster.waitActive();
            KeyProvider keys = cluster.getNamesystem().getProvider();
            keys.createKey("vault", KeyProvider.options(conf));
            keys.flush();
            Path vault = new Path("hdfs://127.0.0.1:" + cluster.getNameNodePort() + "/vault");
            FileSystem hdfs = vault.getFileSystem(conf);
            hdfs.mkdirs(vault);
            new HdfsAdmin(hdfs.getUri(), conf)
                    .createEncryptionZone(vault, "vault", EnumSet.noneOf(CreateEncryptionZoneFlag.class));
            Path source = new Path(vault, "events/part-0.parquet");
            EventFiles.write(source, conf, SEED);

            Path target = new Path(vault, "events-zstd");
            CommandLine.Result result = CommandLine.start(
                            folder,
                            "recompress",
                            source.getParent().toString(),
                            "--to",
                            target.toString(),
                            "--codec",
                            "zstd")
                    .await();

            assertEquals(0, result.code(), result::said);
            Path file = new Path(target, source.getName());
            assertTrue(hdfs.getFileStatus(file).isEncrypted());
            assertEquals(EventFiles.rows(source, conf), EventFiles.rows(file, conf));
            result = CommandLine.start(folder, "verify", target.toString()).await();
            assertEquals(0, result.code(), result::said);
        } finally {
            kms.stop();
        }
    }
}

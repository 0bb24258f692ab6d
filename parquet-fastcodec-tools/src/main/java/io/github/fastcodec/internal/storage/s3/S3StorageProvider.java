// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.Attempts;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.StorageProvider;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Opens S3 as the AWS SDK is configured: credentials, region and endpoint by environment, system properties and profile. Where an
 * endpoint is configured it is asked by paths, because the names of buckets are no hosts there.
 */
public final class S3StorageProvider implements StorageProvider {

    /** What all storages of this process share, with its connections; or null. */
    private static @Nullable S3Store store;

    @Override
    public Storage open(URI root, ClassLoader loader, @Nullable Map<String, String> settings) throws IOException {
        return new S3Storage(store());
    }

    private static synchronized S3Store store() {
        if (store == null) {
            SdkHttpClient.Builder<?> connections = Apache5HttpClient.builder().maxConnections(2 * S3Store.THREADS);
            S3Client client = builder().httpClientBuilder(connections).build();
            if (client.serviceClientConfiguration().endpointOverride().isPresent()) {
                client.close();
                client = builder()
                        .httpClientBuilder(connections)
                        .forcePathStyle(true)
                        .build();
            }
            store = new S3Store(client);
        }
        return store;
    }

    /** Returns what makes the client, but for what serves its connections. */
    static S3ClientBuilder builder() {
        return S3Client.builder()
                .region(region())
                .crossRegionAccessEnabled(true)
                .overrideConfiguration(client -> client.apiCallAttemptTimeout(S3Store.SLOWEST)
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(Attempts.MOST)
                                .circuitBreakerEnabled(false)
                                .retryOnExceptionOrCauseInstanceOf(XMLStreamException.class) // a body that was cut
                                .retryOnException(S3StorageProvider::isConflict)
                                .build()));
    }

    /**
     * Returns whether a conditional request has met another one, and is to be sent again (Amazon S3 User Guide, "How to prevent object
     * overwrites with conditional writes").
     */
    private static boolean isConflict(Throwable failure) {
        return failure instanceof S3Exception answer && answer.statusCode() == 409;
    }

    /** Returns the configured region, else the one that other stores are content with, and that AWS leads on from. */
    private static Region region() {
        try {
            return new DefaultAwsRegionProviderChain().getRegion();
        } catch (SdkClientException e) {
            return Region.US_EAST_1;
        }
    }
}

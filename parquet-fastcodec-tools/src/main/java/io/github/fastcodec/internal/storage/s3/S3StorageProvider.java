// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.Attempts;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.StorageProvider;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
 * Opens S3 with the configuration of the AWS SDK: credentials, region and endpoint come from the environment, system properties
 * and the profile. If an endpoint is configured, requests use path-style addresses, because such endpoints may not have a host
 * name for each bucket.
 */
public final class S3StorageProvider implements StorageProvider {

    private static final Pattern URL = Pattern.compile("(?i)https?://.+");

    /** The system properties and environment variables that set the SDK's endpoint. */
    private static final List<String> ENDPOINTS =
            List.of("aws.endpointUrlS3", "aws.endpointUrl", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");

    /** The store and its connections, shared by all storages of this process; null until the first is opened. */
    private static @Nullable S3Store store;

    @Override
    public Storage open(URI root, ClassLoader loader, @Nullable Map<String, String> settings) throws IOException {
        requireEndpoints();
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

    /** Returns a builder of the client, without its HTTP client. */
    static S3ClientBuilder builder() {
        return S3Client.builder()
                .region(region())
                .crossRegionAccessEnabled(true)
                .overrideConfiguration(client -> client.apiCallAttemptTimeout(S3Store.TIMEOUT)
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(Attempts.MAX)
                                .circuitBreakerEnabled(false)
                                .retryOnExceptionOrCauseInstanceOf(XMLStreamException.class) // a body that was cut off
                                .retryOnException(S3StorageProvider::isConflict)
                                .build()));
    }

    /**
     * Returns whether a conditional request has conflicted with another one, and must be sent again (Amazon S3 User Guide, "How to
     * prevent object overwrites with conditional writes").
     */
    private static boolean isConflict(Throwable failure) {
        return failure instanceof S3Exception answer && answer.statusCode() == 409;
    }

    /** Refuses an endpoint that is not a URL. The SDK's failures do not name the setting. */
    private static void requireEndpoints() throws IOException {
        for (String name : ENDPOINTS) {
            String value = name.startsWith("aws.") ? System.getProperty(name) : System.getenv(name);
            if (value != null && !URL.matcher(value).matches()) {
                throw new IOException(name + " is \"" + value
                        + "\", expected the URL of a store, such as http://localhost:9000; unset it to use AWS");
            }
        }
    }

    /** Returns the configured region, or else a region that other stores accept, and from which AWS redirects requests. */
    private static Region region() {
        try {
            return new DefaultAwsRegionProviderChain().getRegion();
        } catch (SdkClientException e) {
            return Region.US_EAST_1;
        }
    }
}

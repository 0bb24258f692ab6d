// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.crypto.KeyAccessDeniedException;
import org.apache.parquet.crypto.keytools.KmsClient;

/** A key management system with two master keys. */
public final class InMemoryKms implements KmsClient {

    public static final String FOOTER_KEY_ID = "footer";
    public static final String COLUMN_KEY_ID = "columns";

    private static final Map<String, String> MASTER_KEYS =
            Map.of(FOOTER_KEY_ID, "0123456789abcdef", COLUMN_KEY_ID, "fedcba9876543210");

    private static final int NONCE_BYTES = 12;

    @Override
    public void initialize(Configuration configuration, String instanceId, String instanceUrl, String accessToken) {}

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        byte[] wrapped = crypt(Cipher.ENCRYPT_MODE, masterKeyId, nonce, key);
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(nonce.length + wrapped.length)
                        .put(nonce)
                        .put(wrapped)
                        .array());
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        ByteBuffer wrapped = ByteBuffer.wrap(Base64.getDecoder().decode(wrappedKey));
        byte[] nonce = new byte[NONCE_BYTES];
        wrapped.get(nonce);
        byte[] key = new byte[wrapped.remaining()];
        wrapped.get(key);
        return crypt(Cipher.DECRYPT_MODE, masterKeyId, nonce, key);
    }

    private static byte[] crypt(int mode, String masterKeyId, byte[] nonce, byte[] input) {
        String masterKey = MASTER_KEYS.get(masterKeyId);
        if (masterKey == null) {
            throw new KeyAccessDeniedException("no master key " + masterKeyId);
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    mode,
                    new SecretKeySpec(masterKey.getBytes(StandardCharsets.US_ASCII), "AES"),
                    new GCMParameterSpec(128, nonce));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

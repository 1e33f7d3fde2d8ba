package dev.toolpolicy.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A digest of a JSON value, the same for equal values in every process: SHA-256 (FIPS 180-4), or HMAC-SHA-256 (RFC
 * 2104), of its {@linkplain JsonEquality#canonicalText canonical text} in UTF-8. Stateless.
 */
public final class JsonDigest {
    private JsonDigest() {}

    /**
     * Returns the digest of a value.
     *
     * @param value a value with finite numbers
     * @return 64 hexadecimal digits in lower case
     */
    public static String of(JsonNode value) {
        return hex(sha256().digest(text(value)));
    }

    /** Returns a new SHA-256. Only one thread at a time may use it. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Returns the digest of a value with a key, which can be computed and checked only with the key.
     *
     * @param value a value with finite numbers
     * @param key the key; not empty
     * @return 64 hexadecimal digits in lower case
     */
    public static String of(JsonNode value, byte[] key) {
        return hex(mac(key).doFinal(text(value)));
    }

    /** Returns the HMAC-SHA-256 with a key, which is not empty. Only one thread at a time may use it. */
    public static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    private static byte[] text(JsonNode value) {
        return JsonEquality.canonicalText(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }
}

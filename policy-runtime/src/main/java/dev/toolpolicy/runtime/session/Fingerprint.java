package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.json.JsonEquality;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest of a JSON value, equal for equal values in every process: SHA-256 (FIPS 180-4) of its canonical text. */
final class Fingerprint {
    private Fingerprint() {}

    static String of(JsonNode value) {
        byte[] text = JsonEquality.canonicalText(value).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(sha256().digest(text));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

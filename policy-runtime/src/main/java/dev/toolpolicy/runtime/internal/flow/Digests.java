package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * The keyed digests of one session's values: HMAC-SHA-256, cut to 128 bits and tagged by the kind of the value. Safe for
 * use from any thread.
 */
final class Digests {
    private static final byte STRING = 1;
    private static final byte NUMBER = 2;
    private static final byte PATH = 3;

    private final Mac mac;
    /** The last value that was looked up: a call looks for one several times, and sets come together. */
    private volatile @Nullable Looked last;

    private record Looked(
            Object value, NormalPath.Form form, @Nullable Digest digest) {}

    /** A digest; never both zero. */
    record Digest(long high, long low) {
        static final int BYTES = 2 * Long.BYTES;

        static Digest of(ByteBuffer bytes) {
            long high = bytes.getLong();
            long low = bytes.getLong();
            return new Digest(high, high == 0 && low == 0 ? 1 : low);
        }
    }

    /**
     * The digests of one value in a set.
     *
     * @param written the digest of its text as it came, by which values are counted
     * @param others those of its other forms
     */
    record Forms(Digest written, List<Digest> others) {}

    /**
     * Creates the digests of a session.
     *
     * @param random the random part of the session's key; not empty
     * @param secret the secret of the engine's settings; may be empty
     */
    Digests(byte[] random, byte[] secret) {
        mac = JsonDigest.mac(JsonDigest.mac(random).doFinal(secret));
    }

    /**
     * Returns the digest of a canonical value.
     *
     * @param value a string, a {@link NormalPath} or an {@link ExactNumber}
     * @param form the form of paths
     * @return null for a value of another kind, which is in no set
     */
    @Nullable
    Digest of(Object value, NormalPath.Form form) {
        Looked known = last;
        if (known == null || !known.value.equals(value) || !known.form.equals(form)) {
            known = new Looked(value, form, digest(value, form));
            last = known;
        }
        return known.digest;
    }

    private @Nullable Digest digest(Object value, NormalPath.Form form) {
        if (value instanceof String text) {
            return of(STRING, "", text);
        } else if (value instanceof ExactNumber number) {
            return of(NUMBER, "", number.toString());
        }
        return value instanceof NormalPath path
                ? of(PATH, form.toString(), absolute(path, form).toString())
                : null;
    }

    /**
     * Returns the digests of all forms of a value that joins a set.
     *
     * @param text the value's text as it came
     * @param form the form of paths; null if no path is looked up in the set
     */
    Forms forms(String text, NormalPath.@Nullable Form form) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        List<Digest> others = new ArrayList<>(2);
        if (!composed.equals(text)) {
            others.add(of(STRING, "", composed));
        }
        if (form != null) {
            NormalPath path = absolute(form.of(text), form);
            NormalPath other = composed.equals(text) ? path : absolute(form.of(composed), form);
            others.add(of(PATH, form.toString(), path.toString()));
            if (!other.equals(path)) {
                others.add(of(PATH, form.toString(), other.toString()));
            }
        }
        if (ResultValues.isNumber(text)) {
            others.add(of(NUMBER, "", ExactNumber.of(text).toString()));
        }
        return new Forms(of(STRING, "", text), others);
    }

    /** Returns the place of a path in the workspace; itself if it is absolute, or there is no workspace. */
    private static NormalPath absolute(NormalPath path, NormalPath.Form form) {
        NormalPath root = form.workspace().orElse(null);
        if (root == null || !path.root().isEmpty()) {
            return path;
        }
        List<String> components = new ArrayList<>(
                root.components().subList(0, Math.max(0, root.components().size() - path.climbs())));
        components.addAll(path.components());
        return new NormalPath(root.root(), 0, components);
    }

    private synchronized Digest of(byte kind, String settings, String text) {
        byte[] under = settings.getBytes(StandardCharsets.UTF_16BE);
        mac.update(kind);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(under.length).flip());
        mac.update(under);
        ByteBuffer units = ByteBuffer.allocate(Character.BYTES * text.length()); // also of lone surrogates
        units.asCharBuffer().put(text);
        mac.update(units);
        return Digest.of(ByteBuffer.wrap(mac.doFinal()));
    }
}

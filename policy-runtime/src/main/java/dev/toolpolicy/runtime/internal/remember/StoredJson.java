package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.runtime.store.StoreException;

/**
 * Parts as stores hold them: JSON text in ASCII, so that no database refuses a NUL or half a surrogate pair in it, or
 * reads it by another character set. What is written can be read.
 */
public final class StoredJson {
    /** Names and numbers may be of any length here: a part is limited as a whole, when it is written. */
    private static final StrictJson READER = StrictJson.standard().ofAnyLength();

    private static final JsonMapper WRITER = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build())
            .build();

    private StoredJson() {}

    /**
     * Returns the text of a part.
     *
     * @throws StoreException if it is not a JSON value, nests too deep or has more than {@code longest} characters
     */
    public static String write(String part, JsonNode value, int longest) {
        if (!isJson(value)) {
            throw new StoreException("part \"" + part + "\" is not a JSON value", null);
        }
        String text;
        try {
            text = WRITER.writeValueAsString(StoredMembers.write(value));
        } catch (JsonProcessingException e) {
            throw new StoreException("part \"" + part + "\" can't be written as JSON", e);
        }
        if (text.length() > longest) {
            throw new StoreException(
                    "part \"" + part + "\" has " + text.length() + " characters of JSON text, and " + longest
                            + " are the most that is stored",
                    null);
        }
        return text;
    }

    /**
     * Returns whether Jackson reads the value back as it writes it. It doesn't for infinite numbers, NaN, bytes and
     * Java objects.
     */
    private static boolean isJson(JsonNode value) {
        if (value.isDouble() || value.isFloat()) {
            return Double.isFinite(value.doubleValue());
        }
        if (value.isContainerNode()) {
            for (JsonNode child : value) {
                if (!isJson(child)) {
                    return false;
                }
            }
            return true;
        }
        return !value.isPojo() && !value.isBinary() && !value.isMissingNode();
    }

    /**
     * Reads a part.
     *
     * @throws StoreException if it holds none
     */
    public static JsonNode read(String part, String text) {
        try {
            JsonNode value = READER.read(text);
            return text.contains(StoredMembers.SIGN) ? StoredMembers.read(value) : value;
        } catch (MalformedJsonException e) {
            // Its reason may name a member or show a character of what a policy remembers.
            String place = " from character " + (e.offset() + 1) + " on";
            throw new StoreException("the stored part \"" + part + "\" is not JSON" + place, null);
        }
    }
}

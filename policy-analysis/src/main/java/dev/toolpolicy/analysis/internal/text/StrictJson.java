package dev.toolpolicy.analysis.internal.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException.Fault;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A strict reader of whole texts by RFC 8259: one value and nothing after it, no name twice in an object, every number
 * with its exact digits. All errors of Jackson become one exception with a place. Immutable and thread-safe.
 */
public final class StrictJson {
    private static final int DEEPEST = 1000;
    private static final int LONGEST_STRING = 20_000_000;
    private static final int LONGEST_NUMBER = 1000;
    private static final int LONGEST_NAME = 50_000;
    /** The words with which Jackson starts to describe the surroundings of a place, or its own settings. */
    private static final List<String> ASIDES = List.of(" (start marker", " (for ");

    private static final String UNKNOWN_WORD = "Unrecognized token";
    private static final StrictJson STANDARD = new StrictJson(StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST)
            .maxStringLength(LONGEST_STRING)
            .maxNumberLength(LONGEST_NUMBER)
            .maxNameLength(LONGEST_NAME)
            .build());

    private final StreamReadConstraints limits;
    private final JsonFactory tokens;

    /**
     * A function that reads a text's tokens.
     *
     * @param <T> the type of its result
     */
    @FunctionalInterface
    public interface TokenReader<T> {
        /**
         * Reads one value, whose first token is next.
         *
         * @param parser a parser before its first token; it accepts names that occur twice
         * @return the result
         * @throws IOException if the parser throws it
         */
        T read(JsonParser parser) throws IOException;
    }

    private StrictJson(StreamReadConstraints limits) {
        this(limits, false);
    }

    private StrictJson(StreamReadConstraints limits, boolean commented) {
        this.limits = limits;
        this.tokens = JsonFactory.builder()
                .streamReadConstraints(limits)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .configure(JsonReadFeature.ALLOW_JAVA_COMMENTS, commented)
                .configure(JsonReadFeature.ALLOW_TRAILING_COMMA, commented)
                .build();
    }

    /**
     * Returns a reader with limits of 1,000 levels, 20,000,000 characters for a string, 1,000 for a number and 50,000
     * for a name.
     */
    public static StrictJson standard() {
        return STANDARD;
    }

    /**
     * Sets the nesting depth.
     *
     * @param levels the maximal depth of arrays and objects
     * @return a copy with this depth
     * @throws IllegalArgumentException if it is negative
     */
    public StrictJson nesting(int levels) {
        return new StrictJson(limits.rebuild().maxNestingDepth(levels).build());
    }

    /** Allows comments and trailing commas, as the settings of some programs have them. */
    public StrictJson withComments() {
        return new StrictJson(limits, true);
    }

    /**
     * Removes the limits of strings, numbers and names, for texts whose length is limited elsewhere.
     *
     * @return a copy without these limits
     */
    public StrictJson ofAnyLength() {
        return new StrictJson(limits.rebuild()
                .maxStringLength(Integer.MAX_VALUE)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build());
    }

    /**
     * Reads a text.
     *
     * @param text one value, with white space around it
     * @throws MalformedJsonException if the text is not one valid value
     */
    public JsonNode read(String text) throws MalformedJsonException {
        return read(text, parser -> {
            parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            if (parser.nextToken() == null) {
                throw new JsonParseException(parser, "there is no value");
            }
            return JsonTree.value(parser);
        });
    }

    /**
     * Reads a text token by token, for what a tree doesn't contain.
     *
     * @param text at most one value, with white space around it
     * @param walk reads the value; it must handle a text without tokens, and names that occur twice
     * @param <T> the type of its result
     * @return the result of the function
     * @throws MalformedJsonException if the text is not valid
     */
    public <T> T read(String text, TokenReader<T> walk) throws MalformedJsonException {
        try (JsonParser parser = tokens.createParser(text)) {
            return whole(parser, walk);
        } catch (IOException e) {
            throw new UncheckedIOException("a string can't fail to be read", e);
        }
    }

    private <T> T whole(JsonParser parser, TokenReader<T> walk) throws IOException, MalformedJsonException {
        try {
            T read = walk.read(parser);
            if (parser.nextToken() != null) {
                throw new MalformedJsonException(Fault.GRAMMAR, "more follows its end", parser.currentTokenLocation());
            }
            return read;
        } catch (NumberFormatException e) {
            // Jackson's message for an exponent with more digits than BigDecimal reads.
            throw new MalformedJsonException(
                    Fault.LENGTH, "a number's exponent is too long", parser.currentTokenLocation());
        } catch (StreamConstraintsException e) {
            throw tooMuch(parser);
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException(Fault.GRAMMAR, reason(e), place(e, parser));
        }
    }

    /**
     * Returns the exception for an exceeded limit. Jackson names the limit only in its message; a container that is too
     * deep is already open.
     */
    private MalformedJsonException tooMuch(JsonParser parser) {
        int deepest = limits.getMaxNestingDepth();
        return parser.getParsingContext().getNestingDepth() > deepest
                ? new MalformedJsonException(
                        Fault.DEPTH, "it is nested deeper than " + deepest + " levels", parser.currentLocation())
                : new MalformedJsonException(
                        Fault.LENGTH, "a string, number or name is too long", parser.currentLocation());
    }

    private static JsonLocation place(JsonProcessingException e, JsonParser parser) {
        return e.getLocation() == null ? parser.currentLocation() : e.getLocation();
    }

    /** Returns the part of Jackson's message that is about the text and doesn't quote it. */
    private static String reason(JsonProcessingException e) {
        String reason = e.getOriginalMessage();
        for (String aside : ASIDES) {
            int at = reason.indexOf(aside);
            reason = at < 0 ? reason : reason.substring(0, at);
        }
        int expected = reason.lastIndexOf("': ");
        return reason.startsWith(UNKNOWN_WORD) && expected >= 0
                ? UNKNOWN_WORD + reason.substring(expected + 1)
                : VisibleText.line(reason, VisibleText.DETAIL);
    }
}

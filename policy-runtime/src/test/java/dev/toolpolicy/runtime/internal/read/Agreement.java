package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The properties of every text: it reads the same however it is cut; it is accepted if and
 * only if Jackson, set to be strict, accepts it, with the same value.
 */
final class Agreement {
    private Agreement() {}

    /** Checks one text; an {@link AssertionError} says what doesn't hold. The result names what became of the text. */
    static String check(String text, Random random) {
        Texts.Reading whole = Texts.read(text);
        for (int i = 0; i < 3; i++) {
            sameAs(whole, Texts.read(ArgumentLimits.defaults(), Cuts.random(text, random)), "cut", text);
        }
        sameAs(whole, Texts.read(ArgumentLimits.defaults(), Texts.chunks(text, 1)), "in single characters", text);
        whole.error().ifPresentOrElse(error -> jacksonRefuses(error, text), () -> jacksonAgrees(text));
        return whole.error().map(error -> error.code() + " " + error.detail()).orElse("accepted");
    }

    private static void sameAs(Texts.Reading whole, Texts.Reading other, String how, String text) {
        if (!whole.equals(other)) {
            throw new AssertionError("read " + how + " it is " + other + ", whole " + whole + ": " + text);
        }
    }

    private static void jacksonAgrees(String text) {
        Optional<JsonNode> theirs = jackson(withEscapedHalves(text));
        JsonNode ours = Values.of(List.of(text));
        if (!theirs.equals(Optional.of(ours))) {
            throw new AssertionError("we read " + ours + ", Jackson " + theirs + ": " + text);
        }
    }

    /**
     * Escapes raw halves of surrogate pairs in an accepted text: a raw half and an escaped one are a pair to us, and an
     * error to Jackson.
     */
    private static String withEscapedHalves(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                escaped.append(String.format("\\u%04x", c));
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    /** Half surrogate pairs, numbers that no double comes near, and hexadecimal digits are where we are stricter. */
    private static void jacksonRefuses(ArgumentError error, String text) {
        boolean stricter = error.detail().startsWith("half a surrogate pair")
                || error.detail().startsWith("expected four hexadecimal digits")
                        && jacksonTakesForDigit(text, error.offset())
                || error.code() == DiagnosticCode.LIMIT_EXCEEDED
                        && error.detail().startsWith("the number");
        if (!stricter && jackson(text).isPresent()) {
            throw new AssertionError("we say " + error.forModel() + ", Jackson accepts: " + text);
        }
    }

    /** Of a character in an escape, Jackson looks at the low eight bits alone: U+0563 counts as {@code c}. */
    private static boolean jacksonTakesForDigit(String text, long offset) {
        char found = text.charAt((int) offset);
        return found > 0xFF && Character.digit(found & 0xFF, 16) >= 0;
    }

    private static Optional<JsonNode> jackson(String text) {
        try {
            return Optional.ofNullable(Values.STRICT.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JsonProcessingException refused) {
            return Optional.empty();
        } catch (NumberFormatException refused) {
            // how Jackson refuses an exponent with more digits than BigDecimal reads
            return Optional.empty();
        }
    }
}

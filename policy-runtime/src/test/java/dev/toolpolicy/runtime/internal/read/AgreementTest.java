package dev.toolpolicy.runtime.internal.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agreement with Jackson on generated documents and on damaged ones. */
class AgreementTest {
    private static final int DOCUMENTS = 3_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void generatedAndDamagedDocumentsReadAlike(long seed) {
        Random random = new Random(seed);
        Documents documents = new Documents(random);
        for (int i = 0; i < DOCUMENTS; i++) {
            String text = documents.document(random.nextInt(5));
            try {
                Agreement.check(text, random);
                text = documents.damaged(text);
                Agreement.check(text, random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", document " + i + ": " + text, e);
            }
        }
    }

    /** What a fuzzer found: a digit is one of ASCII, though Jackson takes others for it. */
    @Test
    void hexadecimalDigitsAreOfAscii() {
        for (String text : List.of("[\"\\uD80\u0563\"]", "[\"\\u\uff10061\"]", "[\"\\u00\u01616\"]")) {
            assertTrue(Agreement.check(text, new Random(1)).contains("expected four hexadecimal digits"), text);
        }
    }

    /** Another find of it: a raw half and an escaped half are a pair to us, and an error to Jackson. */
    @Test
    void halvesOfAPairMayBeWrittenInTwoNotations() {
        char high = (char) 0xD83D;
        char low = (char) 0xDE00;
        for (String text : List.of(
                "[\"" + high + "\\u" + "de00\"]",
                "[\"\\u" + "d83d" + low + "\"]",
                "{\"" + high + "\\u" + "de00\":1}")) {
            assertEquals("accepted", Agreement.check(text, new Random(1)));
        }
        assertTrue(Agreement.check("[\"" + high + "\"]", new Random(1)).contains("half a surrogate pair"));
    }

    /** Another find of it: Jackson refuses such a number with an exception that isn't a JSON error. */
    @Test
    void anExponentMayBeTooLongForJackson() {
        String text = "[-0.00001e1" + "0".repeat(45) + "]";
        assertTrue(Agreement.check(text, new Random(1)).contains("its exponent is too large"), text);
    }
}

package dev.toolpolicy.runtime.internal.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Chunks of a few characters inside of a string come to what the whole text comes to. */
class ShortChunksTest {
    private static final char[] CHARACTERS = "a\\\"nu/e0\u00e9\u4e2d\n\ud83d\ude00".toCharArray();
    /** What stands before the chunk: a string that was just opened, or is in the middle of an escape or a pair. */
    private static final List<String> BEFORE = List.of("[\"", "[\"x\\", "[\"\\u00", "[\"\\ud83d", "[\"\ud83d");

    private static void check(ArgumentLimits limits, String before, String chunk, String what) {
        List<String> expected = ReadingPositionTest.heard(limits, List.of(before + chunk + "\"]"));
        assertEquals(expected, ReadingPositionTest.heard(limits, List.of(before, chunk, "\"]")), what);
        assertEquals(expected, ReadingPositionTest.heard(limits, List.of(before, chunk, "\"", "]")), what);
    }

    private static String chunk(int number, int length) {
        StringBuilder chunk = new StringBuilder();
        for (int i = 0, rest = number; i < length; i++, rest /= CHARACTERS.length) {
            chunk.append(CHARACTERS[rest % CHARACTERS.length]);
        }
        return chunk.toString();
    }

    @Test
    void everyChunkOfUpToFourCharacters() {
        for (int length = 0, count = 1; length <= 4; length++, count *= CHARACTERS.length) {
            for (int number = 0; number < count; number++) {
                String chunk = chunk(number, length);
                String before = BEFORE.get(length < 4 ? 0 : number % 2);
                check(ArgumentLimits.defaults(), before, chunk, before + " | " + chunk);
                if (length < 4) {
                    BEFORE.forEach(start -> check(ArgumentLimits.defaults(), start, chunk, start + " | " + chunk));
                }
            }
        }
    }

    @Test
    void longerChunksAndTextsThatMayNotBeSoLong() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < 20_000; round++) {
            Random random = new Random(seed + round);
            String before = BEFORE.get(random.nextInt(BEFORE.size()));
            int length = 1 + random.nextInt(12);
            StringBuilder chunk = new StringBuilder();
            while (chunk.length() < length) {
                chunk.append(
                        random.nextInt(4) == 0
                                ? chunk(random.nextInt(1 << 20), 1)
                                : random.nextBoolean() ? "b" : "\\n");
            }
            ArgumentLimits limits = ArgumentLimits.defaults();
            if (random.nextInt(3) == 0) {
                limits = limits.withText(1 + random.nextInt(before.length() + chunk.length() + 3));
            }
            check(limits, before, chunk.toString(), "seed " + (seed + round) + ": " + before + " | " + chunk);
        }
    }

    @Test
    void stringsInManyShortChunksOfATextThatMayNotBeSoLong() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < 300; round++) {
            Random random = new Random(seed + round);
            String text = new Documents(random).document(4);
            ArgumentLimits limits = ArgumentLimits.defaults().withText(1 + random.nextInt(text.length() + 1));
            List<String> expected = ReadingPositionTest.heard(limits, List.of(text));
            String what = "seed " + (seed + round) + ", " + limits.text() + " characters: " + text;
            assertEquals(expected, ReadingPositionTest.heard(limits, Cuts.random(text, random)), what);
            assertEquals(expected, ReadingPositionTest.heard(limits, Texts.chunks(text, 1 + random.nextInt(9))), what);
        }
    }
}

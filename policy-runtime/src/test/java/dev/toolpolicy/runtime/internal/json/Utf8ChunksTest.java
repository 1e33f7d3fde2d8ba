package dev.toolpolicy.runtime.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.toolpolicy.runtime.argument.ArgumentLimits;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes, cut in any way, come to what the characters come to that the JDK's decoder finds in all of them at once. */
class Utf8ChunksTest {
    /** Of all kinds: plain, of escapes, ends, control characters, parts of longer characters, what is no part of one. */
    private static final byte[] BYTES = {
        'a', '\\', '"', 'n', '/', 'u', 0, 0x1f, 0x7f, (byte) 0x80, (byte) 0xa9, (byte) 0xc3, (byte) 0xe2, (byte) 0xff
    };
    /** Longer pieces: whole characters, a mark of the byte order, overlong forms, halves of pairs, too great a character. */
    private static final String[] PIECES = {
        "61",
        "62",
        "20",
        "5c6e",
        "5c22",
        "5c2f",
        "5c75303065",
        "39",
        "22",
        "c3a9",
        "e282ac",
        "f09f9880",
        "efbbbf",
        "e282",
        "f09f98",
        "c080",
        "c0af",
        "e08080",
        "f0808080",
        "eda080",
        "edb080",
        "f4908080",
        "f5808080",
        "fe",
        "0a"
    };

    /** The reading of all bytes by the decoder of the JDK, and of its characters by the parser. */
    private static List<String> expected(ArgumentLimits limits, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, false);
        String text = out.flip().toString();
        return ReadingPositionTest.heard(limits, parser -> {
            parser.append(text);
            if (result.isError()) {
                parser.append(new byte[] {(byte) 0xff});
            } else if (in.hasRemaining()) {
                parser.append(new byte[] {(byte) 0xc3});
            }
        });
    }

    private static void check(ArgumentLimits limits, List<byte[]> chunks, String what) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        chunks.forEach(all::writeBytes);
        List<String> heard = ReadingPositionTest.heard(limits, parser -> chunks.forEach(parser::append));
        assertEquals(expected(limits, all.toByteArray()), heard, what);
        heard = ReadingPositionTest.heard(limits, parser -> chunks.forEach(chunk -> parser.append(within(chunk))));
        assertEquals(expected(limits, all.toByteArray()), heard, what);
    }

    /** A range of a larger array. */
    private static ByteBuffer within(byte[] chunk) {
        byte[] larger = new byte[chunk.length + 14];
        System.arraycopy(chunk, 0, larger, 11, chunk.length);
        return ByteBuffer.wrap(larger, 5, chunk.length + 6).slice().position(6);
    }

    private static List<byte[]> cut(byte[] bytes, Random random) {
        int longest = 1 + random.nextInt(random.nextBoolean() ? 9 : 40);
        List<byte[]> chunks = new ArrayList<>();
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + random.nextInt(longest + 1));
            chunks.add(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
        return chunks;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void everyChunkOfUpToThreeBytesInsideAString() {
        for (int length = 0, count = 1; length <= 3; length++, count *= BYTES.length) {
            for (int number = 0; number < count; number++) {
                byte[] chunk = new byte[length];
                for (int i = 0, rest = number; i < length; i++, rest /= BYTES.length) {
                    chunk[i] = BYTES[rest % BYTES.length];
                }
                for (String before : List.of("[\"", "[\"x\\", "[\"\\u00")) {
                    String what = before + HexFormat.of().formatHex(chunk);
                    check(ArgumentLimits.defaults(), List.of(utf8(before), chunk, utf8("\"]")), what);
                }
            }
        }
    }

    @Test
    void randomBytesInsideAStringOfATextThatMayNotBeSoLong() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < 6_000; round++) {
            Random random = new Random(seed + round);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(utf8("[\""));
            int kinds = random.nextInt(3) == 0 ? PIECES.length : 12;
            for (int i = random.nextInt(30); i >= 0; i--) {
                String piece = PIECES[random.nextInt(3) == 0 ? random.nextInt(kinds) : random.nextInt(4)];
                bytes.writeBytes(HexFormat.of().parseHex(piece));
            }
            bytes.writeBytes(utf8(random.nextBoolean() ? "\"]" : ""));
            ArgumentLimits limits = ArgumentLimits.defaults();
            if (random.nextInt(4) == 0) {
                limits = limits.withText(1 + random.nextInt(bytes.size()));
            }
            check(limits, cut(bytes.toByteArray(), random), "seed " + (seed + round));
        }
    }

    @Test
    void randomTextsWithSomeOfTheirBytesChanged() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < 600; round++) {
            Random random = new Random(seed + round);
            byte[] bytes = utf8(new Documents(random).document(4));
            if (bytes.length > 0 && random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            check(ArgumentLimits.defaults(), cut(bytes, random), "seed " + (seed + round));
        }
    }
}

package dev.toolpolicy.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Digests of JSON values, against a second implementation that was written from the definition. */
class JsonDigestTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261);

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "1|1",
                "1.0|1",
                "1e0|1",
                "-0|0",
                "0.0e5|0",
                "-12.50|-12.5",
                "1e39|1000000000000000000000000000000000000000",
                "1e40|1e40",
                "12e-7|0.0000012",
                "12e-8|1.2e-7",
                "0.1|0.1",
                "100000000000000000000000001|100000000000000000000000001",
                "{\"b\":1,\"a\":[true,null]}|{\"a\":[true,null],\"b\":1}",
                "\"\\u001f\\u0008\\u002f\\u00e9\"|\"\\u001f\\b/é\"",
                "\"\\ud800x\\udc00\"|\"\\ud800x\\udc00\"",
                "\"\\ud83d\\ude00\"|\"😀\"",
            })
    void theCanonicalTextIsAsDefined(String text, String canonical) {
        assertThat(JsonEquality.canonicalText(read(text))).isEqualTo(canonical);
    }

    /** The example of RFC 8785, section 3.2.3, for the order of names. */
    @Test
    void namesAreInTheOrderOfTheStandard() {
        String text = "{\"\\u20ac\":\"Euro Sign\",\"\\r"
                + "\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet With"
                + " Dagesh\",\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning"
                + " Face\",\"\\u0080\":\"Control\",\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";
        List<String> names = new ArrayList<>();
        read(JsonEquality.canonicalText(read(text))).fieldNames().forEachRemaining(names::add);
        assertThat(names).containsExactly("\r", "1", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33");
    }

    @Test
    void knownDigests() {
        assertThat(JsonDigest.of(read("{}")))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
        assertThat(JsonDigest.of(read("{}"), "key".getBytes(StandardCharsets.UTF_8)))
                .hasSize(64)
                .isNotEqualTo(JsonDigest.of(read("{}")));
    }

    /** HMAC-SHA-256 by its definition: H((K ^ opad) || H((K ^ ipad) || text)). */
    @Test
    void aKeyedDigestIsTheHmacOfTheText() throws Exception {
        byte[] key = "a key".getBytes(StandardCharsets.UTF_8);
        byte[] inner = new byte[64];
        byte[] outer = new byte[64];
        for (int i = 0; i < 64; i++) {
            byte k = i < key.length ? key[i] : 0;
            inner[i] = (byte) (k ^ 0x36);
            outer[i] = (byte) (k ^ 0x5c);
        }
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        sha.update(inner);
        byte[] first = sha.digest("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        sha.update(outer);
        assertThat(JsonDigest.of(read("{ \"a\" : 1.0 }"), key)).isEqualTo(hex(sha.digest(first)));
    }

    @Test
    void equalValuesHaveEqualDigestsAndOthersDiffer() {
        Random random = new Random(SEED);
        Set<String> digests = new HashSet<>();
        Set<String> values = new HashSet<>();
        for (int i = 0; i < 3_000; i++) {
            Object value = value(random, 3);
            JsonNode one = read(spelled(value, random));
            JsonNode other = read(spelled(value, random));
            String digest = JsonDigest.of(one);
            assertThat(JsonDigest.of(other))
                    .as("seed %d: %s and %s", SEED, one, other)
                    .isEqualTo(digest);
            assertThat(JsonEquality.equal(one, other)).isTrue();
            assertThat(digest).as("seed %d: %s", SEED, one).isEqualTo(digestByDefinition(value));
            values.add(textByDefinition(value));
            digests.add(digest);
        }
        assertThat(digests).as("seed %d", SEED).hasSameSizeAs(values);
        assertThat(values).hasSizeGreaterThan(1_000);
    }

    @Test
    void aSmallChangeChangesTheDigest() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            Object value = value(random, 3);
            Object changed = changed(value, random);
            assertThat(JsonDigest.of(read(spelled(changed, random))))
                    .as("seed %d: %s and %s", SEED, value, changed)
                    .isNotEqualTo(JsonDigest.of(read(spelled(value, random))));
        }
    }

    @Test
    void aLoneSurrogateIsNotAQuestionMark() {
        assertThat(JsonDigest.of(TextNode.valueOf("\ud800")))
                .isNotEqualTo(JsonDigest.of(TextNode.valueOf("?")))
                .isNotEqualTo(JsonDigest.of(TextNode.valueOf("\ud801")))
                .isNotEqualTo(JsonDigest.of(TextNode.valueOf("\\ud800")));
    }

    // ---- random values: maps, lists, texts, BigDecimals, booleans and null as "null" in a list

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> number(random);
            case 1, 2 -> text(random);
            case 3 -> random.nextInt(3) == 0 ? Nothing.NULL : random.nextBoolean();
            case 4 -> {
                Map<String, Object> object = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.put(text(random), value(random, depth - 1));
                }
                yield object;
            }
            default -> {
                List<Object> array = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
        };
    }

    private enum Nothing {
        NULL
    }

    private static BigDecimal number(Random random) {
        return new BigDecimal(new BigInteger(random.nextInt(90), random), random.nextInt(120) - 60)
                .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            String some = "a\"\\/\b\t\n\f\r\u0001\u001f\u007f\u0080é€\u2028\ud83d\ude00\ufb33";
            text.appendCodePoint(some.codePointAt(some.offsetByCodePoints(0, random.nextInt(18))));
        }
        return text.toString();
    }

    private static Object changed(Object value, Random random) {
        if (value instanceof BigDecimal number) {
            return number.add(number.ulp());
        } else if (value instanceof String text) {
            return text + "x";
        } else if (value instanceof Map<?, ?> object) {
            Map<String, Object> more = new LinkedHashMap<>();
            object.forEach((name, each) -> more.put((String) name, each));
            more.put("more" + random.nextInt(), Nothing.NULL);
            return more;
        } else if (value instanceof List<?> array) {
            List<Object> more = new ArrayList<>(array);
            more.add(Nothing.NULL);
            return more;
        }
        return value == Nothing.NULL ? (Object) false : Nothing.NULL;
    }

    // ---- one of the many JSON texts of a value

    private static String spelled(Object value, Random random) {
        String space = random.nextInt(3) == 0 ? " \n" : "";
        if (value instanceof Map<?, ?> object) {
            List<Map.Entry<?, ?>> entries = new ArrayList<>(object.entrySet());
            Collections.shuffle(entries, random);
            StringJoiner joined = new StringJoiner("," + space, "{" + space, "}");
            entries.forEach(entry ->
                    joined.add(quoted((String) entry.getKey(), random) + ":" + spelled(entry.getValue(), random)));
            return joined.toString();
        } else if (value instanceof List<?> array) {
            StringJoiner joined = new StringJoiner(space + ",", "[", space + "]");
            array.forEach(each -> joined.add(spelled(each, random)));
            return joined.toString();
        } else if (value instanceof String text) {
            return quoted(text, random);
        } else if (value instanceof BigDecimal number) {
            return spelled(number, random);
        }
        return value == Nothing.NULL ? "null" : value.toString();
    }

    private static String spelled(BigDecimal number, Random random) {
        if (number.signum() == 0) {
            return List.of("0", "-0", "0.0", "0e7", "-0.00E-3").get(random.nextInt(5));
        }
        return switch (random.nextInt(4)) {
            case 0 -> number.toPlainString();
            case 1 -> number.unscaledValue() + "e" + -number.scale();
            case 2 -> number.unscaledValue() + ".000E" + (number.scale() > 0 ? "" : "+") + -number.scale();
            default -> number.unscaledValue() + "00e" + (-number.scale() - 2);
        };
    }

    private static String quoted(String text, Random random) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            String character = Character.toString(point);
            if (point < ' ' || point == '"' || point == '\\' || random.nextInt(4) == 0) {
                character.chars().forEach(c -> {
                    String digits = String.format("%04x", c);
                    out.append("\\u").append(random.nextBoolean() ? digits : digits.toUpperCase(Locale.ROOT));
                });
            } else {
                out.append(character);
            }
        });
        return out.append('"').toString();
    }

    // ---- the definition, once more

    private static String digestByDefinition(Object value) {
        try {
            byte[] text = textByDefinition(value).getBytes(StandardCharsets.UTF_8);
            return hex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder();
        for (byte each : bytes) {
            hex.append(String.format("%02x", each));
        }
        return hex.toString();
    }

    private static String textByDefinition(Object value) {
        if (value instanceof Map<?, ?> object) {
            StringJoiner joined = new StringJoiner(",", "{", "}");
            object.entrySet().stream()
                    .sorted(Comparator.comparing(entry -> (String) entry.getKey()))
                    .forEach(entry ->
                            joined.add(textByDefinition(entry.getKey()) + ":" + textByDefinition(entry.getValue())));
            return joined.toString();
        } else if (value instanceof List<?> array) {
            StringJoiner joined = new StringJoiner(",", "[", "]");
            array.forEach(each -> joined.add(textByDefinition(each)));
            return joined.toString();
        } else if (value instanceof BigDecimal number) {
            return numberByDefinition(number);
        } else if (value instanceof String text) {
            StringBuilder out = new StringBuilder("\"");
            text.chars().forEach(c -> out.append(characterByDefinition((char) c)));
            return out.append('"').toString();
        }
        return value == Nothing.NULL ? "null" : value.toString();
    }

    private static String characterByDefinition(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\f' -> "\\f";
            case '\r' -> "\\r";
            default -> c < 0x20 ? String.format("\\u%04x", (int) c) : String.valueOf(c);
        };
    }

    private static String numberByDefinition(BigDecimal number) {
        if (number.signum() == 0) {
            return "0";
        }
        BigDecimal shortest = number.stripTrailingZeros();
        int point = shortest.precision() - shortest.scale();
        if (point >= -5 && point <= 40) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        return (number.signum() < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + "e"
                + (point - 1);
    }
}

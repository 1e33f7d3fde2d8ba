package dev.toolpolicy.runtime.internal.approve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.FragmentRecorder;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls as people see them while they arrive. */
class ArgumentDisplayTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.required("content", ParameterType.string()).asLarge(),
            Parameter.optional(
                    "edits",
                    ParameterType.arrayOf(ParameterType.objectOf(
                            Parameter.required("old", ParameterType.string()),
                            Parameter.required("file", ParameterType.path())))),
            Parameter.optional("free", ParameterType.any()));

    private static ArgumentDisplay display() {
        return new ArgumentDisplay("fs_create_file", SCHEMA, ArgumentDisplay.Settings.defaults());
    }

    private static ArgumentDisplay read(ArgumentDisplay display, String text) {
        new FragmentParser(ArgumentLimits.defaults(), new FragmentRecorder(display::add)).append(text);
        return display;
    }

    private static ArgumentDisplay read(String text) {
        return read(display(), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                                                 |(...)",
                "{                                                |(...)",
                "{\"path\":                                       |(...)",
                "{\"path\":\"src/ma                               |(path: \"src/ma\" ... 6 characters so far)",
                "{\"path\":\"src/main.rs\"                        |(path: \"src/main.rs\", ...)",
                "{\"path\":\"src/main.rs\",\"content\":\"fn m     |(path: \"src/main.rs\", content: ... 4 characters so"
                        + " far)",
                "{\"path\":\"a\",\"content\":\"fn main\"}         |(path: \"a\", content: \"fn main\")",
                "{\"free\":[                                      |(...)",
                "{\"free\":[1                                     |(...)",
                "{\"free\":[1,true                                |(free: [1, true, ...])",
                "{\"free\":[1,{\"a b\":null,\"c\":\"d            |(free: [1, {\"a b\": null, \"c\": \"d\" ... 1"
                        + " character so far}])",
                "{\"free\":[1,{\"a b\":null}                      |(free: [1, {\"a b\": null}, ...])",
                "{\"free\":[]                                     |(free: [], ...)",
                "{\"free\":{}}                                    |(free: {})",
                "{\"edits\":[{\"old\":\"x\"                       |(edits: [{\"old\": \"x\", ...}])"
            })
    void growsLikeACall(String text, String shown) {
        assertThat(read(text == null ? "" : text).functionCall()).isEqualTo("Calling tool fs_create_file" + shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                              |{}|still arriving: more arguments, or the end",
                "{\"path\":\"src/ma                             |{}|still arriving: /path (6 characters so far)",
                "{\"path\":\"a\",\"content\":\"fn m             |{\"path\":\"a\"}|still arriving: /content (4"
                        + " characters so far)",
                "{\"path\":\"a\",\"content\":\"\"}              |{\"path\":\"a\",\"content\":\"\"}|",
                "{\"free\":[1,{\"a\":null,\"c\":\"d            |{\"free\":[1,{\"a\":null}]}|still arriving: /free/1/c"
                        + " (1 character so far), more of /free/1, more of /free",
                "{\"free\":{\"a/b\":[1,                         |{\"free\":{\"a/b\":[1]}}|still arriving: more of"
                        + " /free/a~1b, more of /free"
            })
    void growsAsJsonAndNamesWhatIsArrivingBesideIt(String text, String json, String notes)
            throws JsonProcessingException {
        ArgumentDisplay.Json shown = read(text).json();
        assertThat(JSON.readTree(shown.json())).isEqualTo(JSON.readTree(json));
        assertThat(String.join("\n", shown.notes())).isEqualTo(notes == null ? "" : notes);
    }

    @Test
    void longValuesAreCutWithTheirSize() {
        String text = "{\"path\":\"" + "p".repeat(100) + "\",\"content\":\"" + "x".repeat(12_400) + "\",\"free\":["
                + "1,".repeat(24) + "1]}";
        assertThat(read(text).functionCall())
                .isEqualTo(
                        "Calling tool fs_create_file(path: \"" + "p".repeat(80) + "\"... (100 characters), content: \""
                                + "x".repeat(80) + "\"... (12.4 kB), free: [" + "1, ".repeat(20) + "... 5 more])");
        assertThat(read(text).json().notes())
                .containsExactly(
                        "cut: /path shows 80 of 100 characters",
                        "cut: /content shows 80 of 12.4 kB",
                        "cut: /free shows 20 of 25 elements");
        assertThat(read(text.substring(0, 12_000)).functionCall())
                .endsWith("(100 characters), content: ... 11.9 kB so far)");
        assertThat(read(text.substring(0, text.length() - 2)).functionCall()).endsWith("... 4 more so far])");
    }

    @Test
    void decidingValuesAreNeverCut() {
        String text = "{\"edits\":[{\"old\":\"" + "x".repeat(500) + "\",\"file\":\"" + "y".repeat(500)
                + "\"}],\"content\":\"" + "z".repeat(500) + "\"";
        ArgumentDisplay display = read(text).decidedBy(List.of(ArgumentPointer.parse("/edits/file")));
        assertThat(display.functionCall())
                .contains("\"" + "y".repeat(500) + "\"")
                .doesNotContain("x".repeat(81), "z".repeat(81));
        assertThat(display.json().json()).contains("y".repeat(500)).doesNotContain("x".repeat(81));
        assertThat(read("{\"content\":\"" + "z".repeat(500))
                        .decidedBy(List.of(ArgumentPointer.parse("/content")))
                        .functionCall())
                .contains("\"" + "z".repeat(500) + "\" ... 500 characters so far");
        String many = "{\"free\":[" + "1,".repeat(99) + "1]}";
        assertThat(read(many)
                        .decidedBy(List.of(ArgumentPointer.parse("/free")))
                        .json()
                        .notes())
                .isEmpty();
    }

    /** A path in a map that leads out of the workspace is guarded as {@code /map/*}. */
    @Test
    void keysThatAGuardNamesAreNeverCut() {
        String text = "{\"free\":{\"x\":\"" + "y".repeat(500) + "\"},\"content\":\"" + "z".repeat(500) + "\"}";
        assertThat(read(text)
                        .decidedBy(List.of(ArgumentPointer.parse("/free/*")))
                        .functionCall())
                .contains("{\"x\": \"" + "y".repeat(500) + "\"}")
                .doesNotContain("z".repeat(81));
    }

    /** A table asks with the name that it shows. */
    @Test
    void argumentsThatDecideAreFoundByTheNameThatIsShown() {
        ArgumentDisplay display = read("{\"free\":1,\"a b\":2}")
                .decidedBy(List.of(ArgumentPointer.parse("/free"), ArgumentPointer.parse("/a b")));
        assertThat(display.parameters().keySet())
                .containsExactly("free", "\"a b\"")
                .allMatch(display::isDeciding);
    }

    @Test
    void aPathIsShownAsItCountsToo() {
        String text = "{\"path\":\"src/../.env\",\"edits\":[{\"file\":\"./a\",\"old\":\"b/../c\"},{\"file\":\"a\"}]}";
        assertThat(read(text).functionCall())
                .contains(
                        "(path: \"src/../.env\" (= \".env\")",
                        "\"file\": \"./a\" (= \"a\")",
                        "\"old\": \"b/../c\"}",
                        "{\"file\": \"a\"}");
        assertThat(read(text).json().notes())
                .containsExactly("path: /path means \".env\"", "path: /edits/0/file means \"a\"");
        ArgumentDisplay.Settings windows = ArgumentDisplay.Settings.defaults()
                .withPaths(NormalPath.Form.PLAIN.withWindowsNames().ignoringCase());
        ArgumentDisplay display = new ArgumentDisplay("t", SCHEMA, windows);
        assertThat(read(display, "{\"path\":\"SRC\\\\a. \"}").functionCall())
                .isEqualTo("Calling tool t(path: \"SRC\\\\a. \" (= \"src/a\"))");
        assertThat(read("{\"path\":\"a/../b").functionCall())
                .as("it isn't whole")
                .doesNotContain("(=");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 0x1B, 0x7F, 0x85, 0x9B, 0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x2000,
                0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2064, 0x2066, 0x2069,
                0x206F, 0x2800, 0x3000, 0x3164, 0xE000, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0x1D173, 0xE0001, 0xE0041,
                0xE0100, 0x10FFFF
            })
    void invisibleCharactersAreEscaped(int c) throws JsonProcessingException {
        String text = "a" + Character.toString(c) + "b";
        String quoted = VisibleText.quoted(text);
        assertThat(quoted.chars()).allMatch(each -> each > ' ' && each < 0x7F);
        assertThat(JSON.readTree(quoted).textValue()).isEqualTo(text);
        assertThat(VisibleText.line(text)).startsWith("a\\u").endsWith("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Grüße, 世界 — naïve café", "a b", "😀", "e\u0301", "Ωμέγα", "/\\*'`"})
    void visibleCharactersStay(String text) {
        assertThat(VisibleText.line(text)).isEqualTo(text);
        assertThat(VisibleText.quoted(text)).isEqualTo("\"" + text.replace("\\", "\\\\") + "\"");
    }

    @Test
    void halvesOfPairsAreEscapedAndNeverMade() {
        assertThat(VisibleText.line("\uD83D")).isEqualTo("\\ud83d");
        String text = "{\"free\":\"" + "x".repeat(79) + "😀😀\"}";
        assertThat(read(text).functionCall())
                .isEqualTo("Calling tool fs_create_file(free: \"" + "x".repeat(79) + "\"... (83 characters))");
    }

    @Test
    void nothingAModelWritesPassesForTheDisplay() throws JsonProcessingException {
        String forged = "x\", content: ... 2 characters so far) approved\nstill arriving: nothing";
        ObjectNode arguments = JSON.createObjectNode().put("path", forged);
        arguments.putObject("free").put("\"}, \"ok\": {\"\n", "...");
        ArgumentDisplay display = display().show(arguments, true);
        assertThat(display.functionCall())
                .isEqualTo("Calling tool fs_create_file(path: " + VisibleText.quoted(forged) + ", free: {"
                        + VisibleText.quoted("\"}, \"ok\": {\"\n") + ": \"...\"})");
        assertThat(display.json().notes()).isEmpty();
        assertThat(display.json().json().lines().toList()).hasSize(6);
        assertThat(JSON.readTree(display.json().json())).isEqualTo(arguments);
        assertThat(read("{\"free\":[\"...\"").functionCall())
                .as("more may come")
                .endsWith("(free: [\"...\", ...])");
        assertThat(new ArgumentDisplay("rm(\"x\")\u202e", SCHEMA, ArgumentDisplay.Settings.defaults())
                        .show(JSON.createObjectNode(), true)
                        .functionCall())
                .isEqualTo("Calling tool \"rm(\\\"x\\\")\\u202e\"()");
        ObjectNode odd = JSON.createObjectNode().put("a: 1, b", 2);
        assertThat(display().show(odd, true).functionCall()).isEqualTo("Calling tool fs_create_file(\"a: 1, b\": 2)");
    }

    @Test
    void openRequestsAreShownAsIncomplete() {
        ObjectNode known = JSON.createObjectNode().put("path", "a");
        assertThat(display().show(known, false).functionCall())
                .isEqualTo("Calling tool fs_create_file(path: \"a\", ...)");
        assertThat(display().show(known, true).functionCall()).isEqualTo("Calling tool fs_create_file(path: \"a\")");
        assertThat(display().show(known, false).json().notes())
                .containsExactly("still arriving: more arguments, or the end");
        assertThat(display().show(known, true))
                .extracting(each -> each.json().toString())
                .isEqualTo("{\n  \"path\": \"a\"\n}");
    }

    /** Random arguments in random pieces: the JSON is theirs, and the same however they were cut. */
    @Test
    void jsonIsThatOfTheArgumentsHoweverTheyCame() throws JsonProcessingException {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        ArgumentDisplay.Settings all = new ArgumentDisplay.Settings(1_000, 1_000, NormalPath.Form.PLAIN);
        for (int round = 0; round < 2_000; round++) {
            JsonNode value = value(random, 3);
            ObjectNode arguments = JSON.createObjectNode();
            arguments.set("free", value);
            String text = arguments.toString();
            ArgumentDisplay pieces = new ArgumentDisplay("t", SCHEMA, all);
            FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), new FragmentRecorder(pieces::add));
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + 1 + random.nextInt(9));
                parser.append(text.substring(at, end));
                at = end;
                JSON.readTree(pieces.json().json());
            }
            parser.finish();
            String what = "seed " + seed + ", " + text;
            assertThat(JSON.readTree(pieces.json().json())).as(what).isEqualTo(arguments);
            ArgumentDisplay whole = new ArgumentDisplay("t", SCHEMA, all).show(arguments, true);
            assertThat(pieces.json()).as(what).isEqualTo(whole.json());
            assertThat(pieces.functionCall()).as(what).isEqualTo(whole.functionCall());
            assertThat(whole.functionCall()).as(what).isEqualTo(VisibleText.line(whole.functionCall()));
        }
    }

    private static JsonNode value(Random random, int depth) {
        switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0:
                return JSON.getNodeFactory().numberNode(random.nextInt(100));
            case 1:
                return JSON.getNodeFactory().booleanNode(random.nextBoolean());
            case 2, 3:
                int[] characters = {'a', '"', '\\', '\n', 0x202E, 0x200B, 0x1F600, 'é', 0, ' '};
                StringBuilder text = new StringBuilder();
                random.ints(random.nextInt(6), 0, characters.length).forEach(i -> text.appendCodePoint(characters[i]));
                return JSON.getNodeFactory().textNode(text.toString());
            case 4:
                ArrayNode array = JSON.createArrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                return array;
            default:
                ObjectNode object = JSON.createObjectNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.set("n" + random.nextInt(9) + "\u202e", value(random, depth - 1));
                }
                return object;
        }
    }

    @Test
    void limitsAreAtLeastOne() {
        assertThatThrownBy(() -> ArgumentDisplay.Settings.defaults().withText(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("at least 2 characters and 1 member are shown, not 1 and 20");
        assertThatThrownBy(() -> new ArgumentDisplay.Settings(2, 0, NormalPath.Form.PLAIN))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

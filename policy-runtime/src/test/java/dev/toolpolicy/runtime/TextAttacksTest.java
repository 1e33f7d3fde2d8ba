package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a hostile argument text can try against a list that lets everything else run: by the numbers of the list of
 * attacks. What must not run is never approved, however it is cut.
 */
class TextAttacksTest {
    private static final Duration PLENTY = Duration.ofSeconds(60);
    private static final RuleList POLICY = RuleList.of(
            RuleSpec.when(Argument.Text.at("/path").prefix(".env"), Mode.ASK),
            RuleSpec.when(Argument.Text.at("/path").prefix("src/"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.ALLOW));
    static final DeclaredTool MODIFY = DeclaredTool.of(
                    "modify",
                    ToolSchema.of(
                            Parameter.required("path", ParameterType.path()),
                            Parameter.optional("content", ParameterType.string()),
                            Parameter.optional("regex", ParameterType.bool()),
                            Parameter.optional("count", ParameterType.integer()),
                            Parameter.optional("extra", ParameterType.any()),
                            Parameter.optional(
                                    "patterns",
                                    ParameterType.arrayOf(ParameterType.objectOf(Parameter.required(
                                            "paths", ParameterType.arrayOf(ParameterType.path())))))))
            .withRun(POLICY);
    static final DeclaredTool PING = DeclaredTool.of(
                    "ping", ToolSchema.of(Parameter.optional("host", ParameterType.string())))
            .withRun(RuleList.always(Mode.ALLOW));
    private static final Feeding TOOL = Feeding.to(MODIFY);

    private static void assertInvalid(String code, String quoted) {
        assertEquals("invalid " + code, TOOL.verdict(quoted), quoted);
    }

    private static String offset(String quoted) {
        ArgumentError error = TOOL.error(quoted);
        return error.offset() + error.pointer();
    }

    @Test
    void harmlessCallsRun() {
        assertEquals("approved by 2 {\"path\":\"src/a\"}", TOOL.verdict("{'path':'src/a'}"));
        assertEquals("approved by 3 {\"path\":\"lib/a\"}", TOOL.verdict("{'path':'lib/a'}"));
        assertEquals("unanswered by 1", TOOL.verdict("{'path':'.env'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'path':'src/a','path':'.env'}",
                "{'path':'.env','path':'src/a'}",
                "{'path':'src/a','path':'src/a'}",
                "{'regex':null,'path':'src/a','regex':true}",
                "{'path':'src/a','patterns':[{'paths':['a'],'paths':['.env']}]}",
                "{'path':'src/a','extra':{'a':[{'b':1,'c':2,'b':1}]}}",
            })
    void aNameThatComesTwiceIsInvalidAtAnyDepth(String text) {
        assertInvalid("duplicate-key", text);
    }

    @Test
    void aDecisionThatWasGivenDoesNotSaveTheCall() {
        ToolCallStream call = TOOL.engine().session("s").calls().call("c", "modify");
        call.append("{\"path\":\"src/a\",");
        assertEquals(Mode.ALLOW, call.decision().orElseThrow().mode());
        call.append("\"path\":\".env\"}");
        assertEquals("invalid duplicate-key", Feeding.told(call));
        assertEquals("21/path", offset("{'path':'src/a','path':'.env'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'path':'src/a','p\\u0061th':'.env'}",
                "{'\\u0070\\u0061\\u0074\\u0068':'src/a','path':'.env'}",
                "{'path':'src/a','extra':{'\\ud83d\\ude00':1,'\ud83d\ude00':2}}",
                "{'path':'src/a','extra':{'a\\/b':1,'a/b':2}}",
                "{'path':'src/a','extra':{'':1,'':2}}",
            })
    void namesAreComparedDecoded(String text) {
        assertInvalid("duplicate-key", text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'path':'src/a','patterns':'[{\\u0022paths\\u0022:[\\u0022.env\\u0022]}]'}",
                "{'path':'src/a','patterns':[{'paths':'[\\u0022.env\\u0022]'}]}",
                "{'path':'src/a','regex':'true'}",
                "{'path':'src/a','count':'1'}",
            })
    void aValueInAStringIsNotTakenOutOfIt(String text) {
        assertInvalid("type-mismatch", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PATH", "Path", "path ", " path", "pa\u0442h", "path\\u0000", "pa\\u200dth", "", "hidden"})
    void anotherSpellingOfANameIsUnknown(String name) {
        assertInvalid("unknown-parameter", "{'path':'src/a','" + name + "':'.env'}");
        assertInvalid("unknown-parameter", "{'" + name + "':'.env','path':'src/a'}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'pa\\ud800th':'x','path':'src/a'}",
                "{'path':'src/\\ud800'}",
                "{'path':'src/\\udc00a'}",
                "{'path':'src/\\ud800\\ud800\\udc00'}",
                "{'path':'src/\ud800'}",
                "{'path':'src/\udc00'}",
                "{'path':'src/\ud800x\udc00'}",
                "{'path':'src/a','extra':{'\\udfff':1}}",
            })
    void halfASurrogatePairIsMalformed(String text) {
        assertInvalid("malformed-json", text);
    }

    @Test
    void halvesMeetAcrossChunksAndEscapes() {
        for (String pair : List.of("\ud83d\ude00", "\\ud83d\\ude00", "\ud83d" + "\\ude00", "\\ud83d\ude00")) {
            assertEquals("approved by 2 {\"path\":\"src/\ud83d\ude00\"}", TOOL.verdict("{'path':'src/" + pair + "'}"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "true", "{}", "['src/a']", "null", "[]"})
    void aPathOfAnotherKindIsAMismatch(String value) {
        assertInvalid("type-mismatch", "{'path':" + value + "}");
        assertInvalid("type-mismatch", "{'path':" + value + ",'content':'x'}");
    }

    @Test
    void anOptionalNullIsAbsentAndNothingElseIs() {
        assertEquals("approved by 2 {\"path\":\"src/a\"}", TOOL.verdict("{'content':null,'path':'src/a'}"));
        assertInvalid("type-mismatch", "{'path':'src/a','content':[]}");
        assertInvalid("type-mismatch", "{'path':'src/a','patterns':[null]}");
        assertInvalid("type-mismatch", "{'path':'src/a','regex':0}");
    }

    @Test
    void aStringIsNoArrayOfOne() {
        assertInvalid("type-mismatch", "{'path':'src/a','patterns':[{'paths':'.env'}]}");
        assertInvalid("type-mismatch", "{'path':'src/a','patterns':{'paths':['.env']}}");
    }

    @Test
    void numbersThatNoDoubleComesNearAreRefused() {
        for (String number : List.of("1e400", "-1e400", "1e1000000000", "9e99999999999999999999", "0e99999999999999")) {
            assertFalse(TOOL.verdict("{'path':'src/a','count':" + number + "}").startsWith("approved"), number);
        }
        assertInvalid("limit-exceeded", "{'path':'src/a','count':1e400}");
        assertInvalid("limit-exceeded", "{'path':'src/a','count':1e1000000000}");
        assertInvalid("limit-exceeded", "{'path':'src/a','count':" + "9".repeat(1_001) + "}");
        assertInvalid("limit-exceeded", "{'path':'src/a','extra':0." + "1".repeat(1_000_000) + "}");
        assertInvalid("type-mismatch", "{'path':'src/a','count':1e-300}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "+1", "01", "-", "1.", ".5", "1e", "0x10", "1_000", "- 1"})
    void invalidJsonNumbersAreMalformed(String number) {
        assertInvalid("malformed-json", "{'path':'src/a','extra':" + number + "}");
    }

    @Test
    void bombsEndAtTheLimitAndNothingAfterItIsRead() {
        String start = "{'path':'src/a','extra':";
        assertTimeoutPreemptively(PLENTY, () -> {
            assertLimit(start + "[".repeat(1_000_000), start.length() + 127);
            assertLimit(start + "{'a':".repeat(1_000_000), start.length() + 5 * 127);
            assertLimit(start + "[" + "0,".repeat(1_100_000), start.length() + 1 + 2 * ((1 << 20) - 3));
            assertLimit(start + "{'" + "n".repeat(1 << 20) + "':1}}", start.length() + 2 + (1 << 16));
            assertLimit(start + "1".repeat(1 << 20), start.length() + 1_000);
            assertLimit(start + "'" + "x".repeat(17 << 20) + "'}", 16 << 20);
        });
    }

    private static void assertLimit(String text, long offset) {
        assertInvalid("limit-exceeded", text);
        assertEquals(offset, TOOL.error(text).offset(), () -> text.substring(0, 60));
    }

    @Test
    void namesOfOneHashCostNoMoreThanOthers() {
        StringBuilder names = new StringBuilder("{'path':'src/a','extra':{");
        for (int i = 0; i < 1 << 17; i++) {
            names.append('\'');
            for (int bit = 0; bit < 17; bit++) {
                names.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            names.append("':0,");
        }
        assertTimeoutPreemptively(PLENTY, () -> {
            assertEquals("truncated", "" + TOOL.error(names.toString()).code());
            assertEquals(
                    "duplicate-key",
                    "" + TOOL.error(names + "'" + "Aa".repeat(17) + "':0,").code());
        });
    }

    @Test
    void errorMessagesAreShortForLongNames() {
        String name = "\ud83d\ude00".repeat(30_000);
        StringBuilder nested = new StringBuilder("{'path':'src/a','extra':");
        for (int i = 0; i < 40; i++) {
            nested.append("{'").append(i % 2 == 0 ? name : name + "x").append("':");
        }
        for (String text : List.of(
                nested + "!", nested + "{'a':1,'a':1", "{'" + name + "':1", "{'path':" + "7".repeat(900) + ",")) {
            String told = TOOL.error(text).forModel();
            assertTrue(told.length() < 1_000, () -> told.length() + ": " + told.substring(0, 200));
            assertTrue(told.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff), "no half of a pair");
        }
        assertTrue(TOOL.error(nested + "!").forModel().startsWith("Not run: invalid arguments at /extra/\ud83d"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'path':'src/a'}{'path':'.env'}",
                "{'path':'src/a'} {'path':'.env'}",
                "{'path':'src/a'}]",
                "{'path':'src/a'},",
                "{'path':'src/a'}\u0000",
                "{'path':'src/a'}// done",
                "\ufeff{'path':'src/a'}",
                "{'path':'src/a'}\u00a0",
            })
    void nothingButWhiteSpaceSurroundsTheValue(String text) {
        assertInvalid("malformed-json", text);
    }

    @Test
    void anEmptyObjectBeforeTheRealOneIsNotTheCall() {
        assertInvalid("missing-parameter", "{}{'path':'.env'}");
        assertEquals("invalid malformed-json", Feeding.to(PING).verdict("{}{'host':'x'}"));
        assertEquals("approved by 2 {\"path\":\"src/a\"}", TOOL.verdict(" \n{'path':'src/a'}\t\r\n "));
    }

    @Test
    void everyCutCallIsTruncatedForAllEndsOfTheResponse() {
        String text = "{\"path\":\"src/a\",\"content\":\"l\\u006fng\",\"count\":12,\"patterns\":[{\"paths\":[\"b\"]}]}";
        for (int length = 1; length < text.length(); length++) {
            String cut = text.substring(0, length);
            assertEquals("invalid truncated", TOOL.verdictOf(cut), cut);
            for (ResponseEnd how : ResponseEnd.values()) {
                ResponseStream response = TOOL.engine().session("s").calls().response();
                response.start(0, "c", "modify");
                response.append(0, cut);
                response.finish(how);
                assertEquals("invalid truncated", Feeding.told(response.calls().get(0)), cut);
            }
        }
        assertTrue(TOOL.verdictOf(text).startsWith("approved by 2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{]",
                "{'path':'src/a',}",
                "{,'path':'src/a'}",
                "{path:'src/a'}",
                "{'path' 'src/a'}",
                "{'path':'src/a' 'content':'x'}",
                "{'path':'src/a'/**/}",
                "{'path':'src/a\n'}",
                "{'path':'src/\\x61'}",
                "{'path':'src/\\u00g1'}",
                "{'path':'src/a','extra':tru}",
                "{'path':'src/a','extra':nulL}",
                "{'path':'src/a','extra':[1,]}",
                "undefined",
                "\\{}",
            })
    void aMalformedTextIsNotTakenForNoArguments(String text) {
        assertInvalid("malformed-json", text);
        assertFalse(Feeding.to(PING).verdict(text).startsWith("approved"), text);
    }

    @Test
    void singleQuotesAreNoQuotes() {
        assertEquals("invalid malformed-json", TOOL.verdictOf("{'path':'src/a'}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "'{}'", "1 ", "true", "[{'path':'src/a'}]", "'{\\u0022path\\u0022:\\u0022a\\u0022}'"})
    void argumentsAreAnObject(String text) {
        assertInvalid("not-an-object", text);
        assertEquals("invalid not-an-object", Feeding.to(PING).verdict(text));
    }
}

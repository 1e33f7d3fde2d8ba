package dev.toolpolicy.runtime.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.rule.ResultSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultValuesTest {
    private static List<String> at(String text, String... pointers) {
        return ResultValues.of(text, Map.of("set", ResultSpec.Source.at(pointers)))
                .getOrDefault("set", List.of());
    }

    @Test
    void scalarsAreReadThroughArraysInTheOrderOfTheText() {
        String text = "{\"b\":[{\"c\":\"x\"},[{\"c\":2e0}]],\"a\":[[true],null,{\"z\":1}]}";

        assertThat(at(text, "/a", "/b/c")).containsExactly("x", "2e0", "true");
        assertThat(at("[{\"a\":1},{\"a\":\"\\u0041\"}]", "/a")).containsExactly("1", "A");
    }

    @Test
    void onlyOneWholeObjectOrArrayIsRead() {
        assertThat(at("{\"a\":1} ", "/a")).containsExactly("1");
        for (String other : List.of(
                "",
                "1",
                "\"a\"",
                "{\"a\":1}x",
                "{\"a\":1,}",
                "{\"a\":1,\"b\":{\"c\":1,\"\\u0063\":2}}",
                "{'a':1}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":1e999}")) {
            assertThat(at(other, "/a")).as(other).isEmpty();
        }
    }

    @Test
    void numbersAreThoseOfArguments() {
        assertThat(ResultValues.isNumber("-1.50e+2")).isTrue();
        assertThat(List.of("", "01", "+1", "1e999", " 1", "1" + "0".repeat(1000)))
                .noneMatch(ResultValues::isNumber);
    }
}

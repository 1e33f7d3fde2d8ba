package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is said of keys that a call may leave out, of tools that can never run, and of what is broken already. */
class RequirementsCheckTest {
    private static final String HEAD = """
            package demo;
            import dev.toolpolicy.annotation.*;
            import dev.toolpolicy.rule.Mode;
            import java.util.Optional;
            """;

    /** Without the key the call is denied, so each of the two waits for the other. */
    @Test
    void aKeyThatMayBeMissingBreaksACircleOnlyIfItsCallsMayPass() {
        assertThat(circle("WhenMissing.DENY")).contains("[toolpolicy/requirement-cycle]");
        assertThat(circle("WhenMissing.ALLOW")).isEmpty();
    }

    private static String circle(String whenMissing) {
        return printed("""
                @Tool @Policy(requires = @Require(tools = "open", key = "/id", whenMissing = Require.%s))
                record Close(Optional<String> id) {}
                @Tool @Policy(requires = @Require(tools = "close", key = "/id", whenMissing = Require.%s))
                record Open(Optional<String> id) {}
                """.formatted(whenMissing, whenMissing));
    }

    @Test
    void aKeyWithADefaultIsNeverMissing() {
        String key = "@Tool @Policy(requires = @Require(tools = \"open\", key = \"/id\")) record Close(%s) {}\n"
                + "@Tool record Open(String id) {}";
        assertThat(printed(key.formatted("@Param(defaultValue = \"main\") Optional<String> id"))).isEmpty();
        assertThat(printed(key.formatted("Optional<String> id"))).contains("error").contains("/id");
    }

    @Test
    void constantsHaveDifferentNames() {
        assertThat(printed("""
                @Tool record Paint(Color color) {}
                enum Color { RED, @Param(name = "RED") ROUGE }
                """)).contains("whose constants RED and ROUGE have one name");
    }

    /** A rule about what can't be a parameter takes no calls, and hides none from rules below it. */
    @Test
    void ofAListAboutSomethingBrokenNothingIsSaidAsAWhole() {
        String printed = printed("""
                @Tool @Policy(run = {
                    @Rule(mode = Mode.ASK),
                    @Rule(arg = "/name", prefix = "a", mode = Mode.DENY),
                })
                record Say(String name, Thread how) {}
                """);
        assertThat(printed).contains("[toolpolicy/unsupported-type]").doesNotContain("unreachable-rule");
    }

    private static String printed(String tools) {
        return Compiling.printed(Compiling.tools(Compiling.source("Tools", HEAD + tools)));
    }
}

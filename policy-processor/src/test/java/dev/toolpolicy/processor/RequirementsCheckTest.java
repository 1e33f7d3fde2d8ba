package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Requirements, limits and results of tools, and rules about parameters with errors. */
class RequirementsCheckTest {
    private static final String HEAD = """
        package demo;
        import dev.toolpolicy.annotation.*;
        import dev.toolpolicy.annotation.Mode;
        import java.util.Optional;
        """;

    /** With DENY, a call without the key is denied, so each tool waits for the other. */
    @Test
    void allowWhenMissingBreaksACycle() {
        assertThat(cycle("false")).contains("[toolpolicy/requirement-cycle]");
        assertThat(cycle("true")).isEmpty();
    }

    @Test
    void anOptionalKeyLiftsNoRequirement() {
        String tools = """
            @Tool record Open(String id) {}
            @Tool @Policy(requires = @Require(tools = "open", key = "/id"))
            record Close(Optional<String> id) {}
            """;
        assertThat(printed(tools)).isEmpty();
        assertThat(printed(tools.replace(
                                "record Open",
                                "@Policy(requires = @Require(tools = \"close\", key = \"/id\")) record Open")
                        .replace("String id", "Optional<String> id")))
                .as("each call needs the other tool")
                .contains("[toolpolicy/requirement-cycle]");
    }

    private static String cycle(String allow) {
        return printed("""
            @Tool @Policy(requires = @Require(tools = "open", key = "/id", allowWhenMissing = %s))
            record Close(Optional<String> id) {}
            @Tool @Policy(requires = @Require(tools = "close", key = "/id", allowWhenMissing = %s))
            record Open(Optional<String> id) {}
            """.formatted(allow, allow));
    }

    @Test
    void keyWithADefaultIsNeverMissing() {
        String tools = """
            @Tool @Policy(requires = @Require(tools = "open", key = "/id", allowWhenMissing = true))
            record Close(%1$s Optional<String> id) {}
            @Tool @Policy(requires = @Require(tools = "close", key = "/id", allowWhenMissing = true))
            record Open(%1$s Optional<String> id) {}
            """;
        assertThat(printed(tools.formatted(""))).isEmpty();
        assertThat(printed(tools.formatted("@Param(defaultValue = \"main\")")))
                .contains("[toolpolicy/requirement-cycle]");
    }

    @Test
    void constantsHaveDifferentNames() {
        assertThat(printed("""
            @Tool record Paint(Color color) {}
            enum Color { RED, @Param(name = "RED") ROUGE }
            """)).contains("whose constants RED and ROUGE have the same JSON name");
    }

    /** A rule about an unsupported parameter matches no calls, and makes no later rule unreachable. */
    @Test
    void brokenParametersSuppressListDiagnostics() {
        String printed = printed("""
            @Tool @Policy(run = {
                @Rule(mode = Mode.ASK),
                @Rule(arg = "/name", prefix = "a", mode = Mode.DENY),
            })
            record Say(String name, Thread how) {}
            """);
        assertThat(printed).contains("[toolpolicy/unsupported-type]").doesNotContain("unreachable-rule");
    }

    /** A file that doesn't exist needs nothing, and may be written again once it was. */
    @Test
    void aToolMayRequireItselfForFilesThatAreNotNew() {
        String tool = """
            @Tool @Policy(requires = @Require(tools = "write", key = "/path", unlessNew = %s))
            record Write(java.nio.file.Path path) {}
            """;
        assertThat(printed(tool.formatted("true"))).isEmpty();
        assertThat(printed(tool.formatted("false"))).contains("can never run: it requires itself");
    }

    /** Removing a requirement that some calls don't have would leave the tools waiting for each other. */
    @Test
    void aCycleIsReportedAtARequirementOfEachCall() {
        String printed = printed("""
            @Tool @Policy(requires = {
                @Require(tools = "two", key = "/path", unlessNew = true),
                @Require(tools = "two")
            })
            record One(java.nio.file.Path path) {}
            @Tool @Policy(requires = {
                @Require(tools = "one", key = "/path", unlessNew = true),
                @Require(tools = "one")
            })
            record Two(java.nio.file.Path path) {}
            """);
        List<String> lines = printed.lines()
                .filter(line -> line.contains("[toolpolicy/requirement-cycle]"))
                .map(line -> line.replaceFirst("^(\\d+):.*", "$1"))
                .toList();
        int first = Integer.parseInt(lines.get(0));
        assertThat(lines).as(printed).containsExactly(String.valueOf(first), String.valueOf(first + 5));
        assertThat(HEAD.lines().count() + 3).isEqualTo(first);
    }

    /** The definition would hold a number that Java can't read. */
    @Test
    void boundsHaveAnExponentThatJavaReads() {
        assertThat(printed("""
            @Tool @Policy(run = {@Rule(arg = "/n", maximum = "1e9999999999", mode = Mode.ASK), @Rule(mode = Mode.DENY)})
            record Count(double n) {}
            """)).contains("[toolpolicy/value-type] \"maximum\" takes a number, not \"1e9999999999\"");
        assertThat(printed("""
            @Tool @Policy(limits = @Limit(total = "1e9999999999", of = "/n"))
            record Count(int n) {}
            """)).contains("[toolpolicy/value-type]").doesNotContain("internal");
    }

    @Test
    void aSetHasOneListOfPlaces() {
        String tool = """
            @Tool @Result(labels = {"pii", "pii"}, values = {%s, @Result.Values(name = "bills", at = "/c")})
            record Find() {}
            """;
        String contacts = "@Result.Values(name = \"contacts\", at = \"/a\")";
        assertThat(printed(tool.formatted(contacts))).isEmpty();
        for (String wrong : List.of(contacts + ", " + contacts, contacts.replace("\"/a\"", "{}"))) {
            assertThat(printed(tool.formatted(wrong)))
                    .contains("the set \"contacts\" doesn't have one list of places")
                    .doesNotContain("request");
        }
    }

    @Test
    void aBrokenParameterIsReportedOnce() {
        assertThat(printed("@Tool @Policy(paths = \"/a\") record Say(Thread a) {}"))
                .contains("[toolpolicy/unsupported-type]")
                .doesNotContain("no path stands");
    }

    /** Javac follows expressions no deeper than its stack. */
    @Test
    void defaultsMayBeLongAndNotDeep() {
        String tool = "@Tool record Say(@Param(defaultValue = \"%s\") com.fasterxml.jackson.databind.JsonNode a) {}";
        assertThat(printed(tool.formatted("[" + "1,".repeat(2_000) + "2]"))).isEmpty();
        assertThat(printed(tool.formatted("[".repeat(64) + "]".repeat(64)))).isEmpty();
        assertThat(printed(tool.formatted("[".repeat(65) + "]".repeat(65)))).contains("[toolpolicy/default-value]");
    }

    private static String printed(String tools) {
        return Compiling.printed(Compiling.tools(Compiling.source("Tools", HEAD + tools)));
    }
}

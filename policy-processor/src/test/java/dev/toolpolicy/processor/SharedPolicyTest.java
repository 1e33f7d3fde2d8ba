package dev.toolpolicy.processor;

import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.RuleList;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies that several tools share, on an annotation or as the default of a package. */
class SharedPolicyTest {
    private static final String HEAD =
            "package demo; import dev.toolpolicy.annotation.*; import dev.toolpolicy.annotation.Mode; import"
                    + " java.nio.file.Path;\n";
    private static final String PACKAGE = "@Policy(run = @Rule(mode = Mode.DENY)) package demo;"
            + " import dev.toolpolicy.annotation.*; import dev.toolpolicy.annotation.Mode;";

    @TempDir
    private Path folder;

    @Test
    void packagePolicyIsTheDefault() throws IOException {
        assertThat(build("a")
                        .source("demo/package-info.java", PACKAGE)
                        .source(
                                "demo/Ask.java",
                                HEAD + "@Policy(run = @Rule(mode = Mode.ASK)) public @interface Ask {}")
                        .source("demo/Plain.java", HEAD + "@Tool public record Plain() {}")
                        .source("demo/Outer.java", HEAD + "class Outer { @Tool record Inner() {} }")
                        .source(
                                "demo/Own.java",
                                HEAD + "@Tool @Policy(run = @Rule(mode = Mode.ASK)) public record Own() {}")
                        .source("demo/None.java", HEAD + "@Tool @Policy public record None() {}")
                        .source("demo/Annotated.java", HEAD + "@Tool @Ask public record Annotated() {}")
                        .compile())
                .isEmpty();
        assertThat(run("a", "plain")).contains(RuleList.always(DENY));
        assertThat(run("a", "inner")).contains(RuleList.always(DENY));
        assertThat(run("a", "own")).contains(RuleList.always(ASK));
        assertThat(run("a", "none")).isEmpty();
        assertThat(run("a", "annotated")).contains(RuleList.always(ASK));
    }

    @Test
    void invalidPackagePolicyIsReportedAtTheTool() {
        String fits =
                "@Policy(run = {@Rule(arg = \"/path\", prefix = \"src\", mode = Mode.ASK), @Rule(mode = Mode.DENY)})";
        assertThat(build("a")
                        .source("demo/package-info.java", fits + PACKAGE.substring(PACKAGE.indexOf(" package")))
                        .source("demo/Read.java", HEAD + "@Tool record Read(Path path) {}")
                        .source("demo/Wait.java", HEAD + "@Tool record Wait(int seconds) {}")
                        .compile())
                .containsOnlyOnce("error:")
                .contains("Wait.java:2: error: [toolpolicy/unknown-pointer] there is no parameter \"/path\""
                        + " (in the policy of package demo)");
    }

    @Test
    void sharedPolicyFromAnotherModule() throws IOException {
        build("shared")
                .source(
                        "demo/Ask.java",
                        HEAD + "@Policy(run = @Rule(mode = Mode.ASK), requires = @Require(tools = \"login\"))"
                                + " public @interface Ask {}")
                .compile();
        assertThat(build("tools")
                        .seeing(folder.resolve("shared"))
                        .source(
                                "acme/Read.java",
                                HEAD.replace("demo", "acme") + "@Tool @demo.Ask public record Read(Path path) {}")
                        .compile())
                .contains("Read.java:2: error: [toolpolicy/unknown-tool] no tool is named \"login\" (in the policy of"
                        + " @Ask)");
    }

    /** Another processor may generate the annotation with a policy. The tool is never generated without it. */
    @Test
    void toolWaitsForItsAnnotation() throws IOException {
        String printed = build("a")
                .source("demo/Read.java", HEAD + "@Tool @Late public record Read(Path path) {}")
                .with(new RoundsTest.Other(
                        "demo.Late", HEAD + "@Policy(run = @Rule(mode = Mode.ASK)) @interface Late {}", 1))
                .compile();
        if (printed.isEmpty()) {
            assertThat(run("a", "read")).contains(RuleList.always(ASK));
        } else {
            assertThat(printed)
                    .containsOnlyOnce("error:")
                    .contains("Read.java:2: error: [toolpolicy/shared-policy]"
                            + " Read was compiled without the policy of @Late, which was generated later");
        }
    }

    @Test
    void sharedPolicyWarningsCanBeSuppressed() {
        String tool = HEAD
                + "class Tools { %s @Policy(run = {}) @interface Empty {} %s @Tool @Empty record Read(Path path) {} }";
        String silence = "@SuppressWarnings(\"toolpolicy/no-catch-all\")";
        assertThat(build("a").source("demo/Tools.java", tool.formatted("", "")).compile())
                .contains("no-catch-all");
        assertThat(build("b")
                        .source("demo/Tools.java", tool.formatted(silence, ""))
                        .compile())
                .isEmpty();
        assertThat(build("c")
                        .source("demo/Tools.java", tool.formatted("", silence))
                        .compile())
                .isEmpty();
    }

    private Optional<RuleList> run(String module, String tool) throws IOException {
        URL[] path = {folder.resolve(module).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            return ToolCatalog.load(loader).find(tool).orElseThrow().run();
        }
    }

    private ModuleBuild build(String name) {
        return ModuleBuild.in(folder.resolve(name));
    }
}

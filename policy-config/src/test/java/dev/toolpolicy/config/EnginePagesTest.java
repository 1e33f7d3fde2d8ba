package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.PageLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each code that only a whole engine finds has a page, made from bad files, what the engine says, and good ones. */
class EnginePagesTest {
    private static final Path PAGES = Path.of("../docs/reference/diagnostics");

    /**
     * A page.
     *
     * @param bad the files with the fault, from the first layer to the last
     * @param java what the engine's builder is told besides, if that mends it
     * @param good the files without the fault
     * @param mended the builder with what {@code java} says
     */
    private record Page(
            String code,
            String text,
            List<String> bad,
            String java,
            List<String> good,
            UnaryOperator<PolicyEngineBuilder> mended) {
        @Override
        public String toString() {
            return code;
        }
    }

    private static Page inFiles(String code, String text, List<String> bad, List<String> good) {
        return new Page(code, text, bad, "", good, builder -> builder);
    }

    private static Page inCode(
            String code, String text, String file, String java, UnaryOperator<PolicyEngineBuilder> mended) {
        return new Page(code, text, List.of(file), java, List.of(), mended);
    }

    static Stream<Page> pages() {
        String home = """
            [tools.read_file.policy]
            run = [
              { arg = "/path", glob = "~/.ssh/**", mode = "deny" },
              { mode = "ask" },
            ]
            """;
        return Stream.of(
                inCode(
                        "home-not-set",
                        "A rule names the home directory by `~/`, and the engine doesn't know it.",
                        home,
                        "builder.paths(PathSettings.plain().withHome(\"/home/agent\", true));",
                        builder -> builder.paths(PathSettings.plain().withHome("/home/agent", true))),
                inCode(
                        "stops-only-relative",
                        """
                        A stricter rule about a relative path, in an engine without a workspace: an absolute path of the same
                        file passes it, and a later rule allows it.\
                        """,
                        """
                        [tools.read_file.policy]
                        run = [
                          { arg = "/path", prefix = "secrets", mode = "deny" },
                          { mode = "allow" },
                        ]
                        """,
                        "builder.paths(PathSettings.workspace(Path.of(\"/work\")));",
                        builder -> builder.paths(PathSettings.workspace(Path.of("/work")))),
                inFiles("commands-too-large", """
                    The patterns of a set are one automaton, and this one would be too large. Patterns with several stars for
                    the same word multiply: each may or may not have been seen.\
                    """, List.of("""
                        [tools.bash.policy]
                        run = [
                          { arg = "/command", commands = [
                            "x *a*", "x *b*", "x *c*", "x *d*", "x *e*", "x *f*", "x *g*", "x *h*", "x *i*", "x *j*",
                            "x *k*", "x *l*", "x *m*", "x *n*", "x *o*", "x *p*", "x *q*", "x *r*", "x *s*", "x *t*",
                          ], mode = "allow" },
                          { mode = "ask" },
                        ]
                        """), List.of("""
                            [tools.bash.policy]
                            run = [
                              { arg = "/command", commands = ["x *"], mode = "allow" },
                              { mode = "ask" },
                            ]
                            """)),
                inCode(
                        "files-not-set",
                        """
                        A requirement is about files, by `unless_new` or `fresh`, and the engine has no view of them.

                        A view says whether a file exists, and what its content is. `withFiles(directory)` takes that of a directory.\
                        """,
                        """
                        [tools.write_file.policy]
                        run = "ask"
                        requires = [{ tools = ["read_file"], key = "/path", unless_new = true }]
                        """,
                        "builder.paths(PathSettings.plain().withFiles(directory));",
                        builder -> builder.paths(PathSettings.plain().withFiles(Path.of(".")))),
                inFiles("limit-not-shared", """
                    A limit counts over sessions, and the engine keeps its sessions in its own memory: each node would count for
                    itself, and from zero after each start.

                    Set a store that all nodes share, such as `JdbcSessionStore`. If the service has one node, and may count again
                    after a restart, write `single_node = true` beside the limit.\
                    """, List.of("""
                        [facts]
                        user = { type = "string", required = true }

                        [tools.read_file.policy]
                        run = "ask"
                        limits = [{ calls = 20, per = "1d", by = "/user" }]
                        """), List.of("""
                            [facts]
                            user = { type = "string", required = true }

                            [tools.read_file.policy]
                            run = "ask"
                            limits = [{ calls = 20, per = "1d", by = "/user", single_node = true }]
                            """)),
                inCode(
                        "results-not-delivered",
                        """
                        A result can need approval, but the engine has no approver. The model then reads that the call ran, and
                        never gets the result.\
                        """,
                        """
                        [tools.read_file.policy]
                        run = "allow"
                        result = [{ arg = "/path", glob = "*.log", mode = "ask" }, { mode = "allow" }]
                        """,
                        "builder.permission(request -> CompletableFuture.completedFuture(request.approve()));",
                        builder -> builder.permission(request -> CompletableFuture.completedFuture(request.approve()))),
                inFiles("list-not-reached", """
                    A stricter list under a pattern doesn't reach a tool that has a list of its own in an earlier layer.

                    A pattern never replaces a tool's own list, unless its section has `overrides = true`. The code is also that of
                    a list under `lists` that no list of the file uses.\
                    """, List.of("""
                        [tools.read_file.policy]
                        run = "allow"
                        """, """
                        [tools."*_file".policy]
                        run = "ask"
                        """), List.of("""
                            [tools.read_file.policy]
                            run = "allow"
                            """, """
                            [tools."*_file".policy]
                            run = "ask"
                            overrides = true
                            """)),
                inFiles("outside-scope", """
                    A file that is read for some tools only is about another tool, declares facts, or makes a path of a string that a floor reads.

                    A service sets the scope with `PolicyConfiguration.only`, `toolpolicy.only` or `--only`, so that the file of
                    one team can't change the policies of others. A pattern in the file must be within the scope too: with the
                    scope `crm_*`, `crm_read_*` is, and `*` isn't. In the examples, `later.toml` is read for `write_*`.\
                    """, List.of("", """
                        [tools.read_file.policy]
                        run = "allow"
                        """), List.of("", """
                            [tools.write_file.policy]
                            run = "allow"
                            """)),
                new Page(
                        "links-not-resolved",
                        """
                        Rules are about paths in a workspace, and the engine doesn't resolve links.

                        A link in the workspace can lead to a file outside of it. `PathSettings.workspace` resolves the links of this
                        machine. If the tools run elsewhere, pass `withLinks` a function that asks there.\
                        """,
                        List.of("""
                            [tools.read_file.policy]
                            run = [
                              { arg = "/path", prefix = "src", mode = "allow" },
                              { mode = "ask" },
                            ]
                            """),
                        "builder.paths(PathSettings.workspace(Path.of(\"/work\")));",
                        List.of(),
                        builder -> builder.paths(PathSettings.workspace(Path.of("/work")))),
                inFiles(
                        "fact-conflict",
                        "Two declarations of one fact differ, so a value of one may be none of the other.",
                        List.of("""
                            [facts]
                            role = { type = "string", enum = ["intern", "admin"] }
                            """, """
                            [facts]
                            role = { type = "string" }
                            """),
                        List.of("""
                            [facts]
                            role = { type = "string", enum = ["intern", "admin"] }
                            """, """
                            [facts]
                            tenant = { type = "string" }
                            """)));
    }

    private static PolicyEngineBuilder builder(String code, List<String> files) {
        ToolSchema path = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        PolicyEngineBuilder builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("read_file", path),
                        DeclaredTool.of("write_file", path),
                        DeclaredTool.of(
                                "bash", ToolSchema.of(Parameter.required("command", ParameterType.string()))))));
        if (code.equals("links-not-resolved")) {
            builder.paths(PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/work")));
        }
        for (int i = 0; i < files.size(); i++) {
            PolicyConfiguration file = PolicyConfiguration.of(ConfigurationFormat.TOML, name(i), files.get(i));
            builder.configuration(code.equals("outside-scope") && i == 1 ? file.only("write_*") : file);
        }
        return builder;
    }

    private static String name(int file) {
        return file == 0 ? "policy.toml" : "later.toml";
    }

    /** What an engine says, but that tools without a list ask. */
    private static List<PolicyProblem> problems(PolicyEngineBuilder builder) {
        List<PolicyProblem> problems;
        try {
            problems = builder.build().warnings();
        } catch (InvalidPolicyException e) {
            problems = e.problems();
        }
        return problems.stream()
                .filter(problem -> !problem.diagnostic().code().id().equals("no-catch-all"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void thePageIsWhatTheEngineSays(Page page) throws IOException {
        List<PolicyProblem> problems = problems(builder(page.code(), page.bad()));
        assertThat(problems)
                .isNotEmpty()
                .allMatch(problem -> problem.diagnostic().code().id().equals(page.code()));
        String printed =
                PageLines.cut(problems.stream().map(PolicyProblem::toString).collect(Collectors.joining("\n")));
        String good = page.java().isEmpty() ? files(page.good()) : "```java\n" + page.java() + "\n```\n";
        String text = "# " + page.code() + "\n\n" + page.text() + "\n\n## Bad\n\n" + files(page.bad())
                + "\n## What it prints\n\n```text\n" + printed + "\n```\n\n## Good\n\n" + good;
        Path file = PAGES.resolve(page.code() + ".md");
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file)).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theGoodOneHasNoFault(Page page) {
        List<String> files = page.java().isEmpty() ? page.good() : page.bad();
        assertThat(problems(page.mended().apply(builder(page.code(), files)))).isEmpty();
    }

    private static String files(List<String> files) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < files.size(); i++) {
            text.append(files.size() > 1 ? "`" + name(i) + "`:\n\n" : "")
                    .append("```toml\n")
                    .append(files.get(i))
                    .append("```\n")
                    .append(i + 1 < files.size() ? "\n" : "");
        }
        return text.toString();
    }
}

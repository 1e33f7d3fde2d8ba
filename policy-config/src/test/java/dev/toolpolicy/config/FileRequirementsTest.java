package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requirements about files: none for new ones, and files that haven't changed since they were read. */
class FileRequirementsTest {
    private static final ToolSchema PATH = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("text", ParameterType.string()),
            Parameter.optional("paths", ParameterType.arrayOf(ParameterType.path())));

    @TempDir
    private Path directory;

    private static PolicyEngineBuilder builder(String requirement) {
        return builder(requirement, "\"read_file\"");
    }

    private static PolicyEngineBuilder builder(String requirement, String required) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("read_file", PATH).withRun(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("show_file", PATH).withRun(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("write_file", PATH).withRun(RuleList.always(Mode.ALLOW)))))
                .configuration(PolicyConfiguration.of(
                        ConfigurationFormat.TOML,
                        "policy.toml",
                        "[tools.write_file.policy]\nrequires = [{ tools = [" + required + "], " + requirement + " }]"));
    }

    private PolicySession session(String requirement) {
        return builder(requirement)
                .paths(PathSettings.plain().withFiles(directory))
                .build()
                .session("s");
    }

    private static String run(PolicySession session, String tool, String path) {
        return session.guard("c", tool, "{\"path\":\"" + path + "\"}")
                .run(call -> "done")
                .call()
                .kind()
                .name();
    }

    @Test
    void aMisspeltKeyIsReportedOnce() {
        assertThatThrownBy(() -> builder("key = \"/pth\"").build())
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        refused -> assertThat(refused.problems())
                                .singleElement()
                                .extracting(problem -> problem.diagnostic().summary())
                                .isEqualTo("the key \"/pth\" leads nowhere in \"write_file\""));
        assertThatThrownBy(() -> builder("key = \"/pth\", tools_key = \"/pht\"").build())
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        refused -> assertThat(refused.problems()).hasSize(2));
    }

    /** The first tool by name has its requirement in code, which has no place in a text. */
    @Test
    void aCircleOfCodeAndAFileHasThePlaceInTheFile() {
        PolicyEngineBuilder circle = builder("external = false").policies(Policies.requires("read_file", "write_file"));
        assertThatThrownBy(circle::build)
                .hasMessageContaining(
                        "policy.toml:2:12: error: [toolpolicy/requirement-cycle] tools require each other:"
                                + " read_file -> write_file -> read_file");
    }

    @Test
    void aFileThatDoesNotExistNeedsNothing() throws Exception {
        PolicySession session = session("key = \"/path\", unless_new = true");
        assertThat(run(session, "write_file", "new.txt")).isEqualTo("RAN");
        Files.writeString(directory.resolve("old.txt"), "a");
        assertThat(run(session, "write_file", "old.txt")).isEqualTo("DENIED");
        assertThat(run(session, "read_file", "./old.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "old.txt")).isEqualTo("RAN");
    }

    /** On a file system that tells case apart, as on one that doesn't. */
    @ParameterizedTest
    @ValueSource(strings = {"key = \"/path\", unless_new = true", "key = \"/path\", unless_new = true, fresh = true"})
    void aFileInOtherCaseIsNotNew(String requirement) throws Exception {
        PathSettings paths = PathSettings.plain()
                .withFiles(directory)
                .withForm(NormalPath.Form.PLAIN.ignoringCase().inWorkspace(directory.toString()));
        PolicySession session = builder(requirement).paths(paths).build().session("s");
        Files.writeString(Files.createDirectories(directory.resolve("Src/Main")).resolve("Secret.txt"), "a");
        for (String path : List.of("Src/Main/Secret.txt", "src/main/secret.txt", directory + "/SRC/Main/secret.TXT")) {
            assertThat(run(session, "write_file", path)).as(path).isEqualTo("DENIED");
        }
        for (String path : List.of("Src/Main/other.txt", "Src/Main/Secret.txt/x", "new/x", directory + "/New.txt")) {
            assertThat(run(session, "write_file", path)).as(path).isEqualTo("RAN");
        }
    }

    /** The file that a call has written may be written again, as one that was read. */
    @ParameterizedTest
    @CsvSource({
        "'\"read_file\"', 'key = \"/path\", unless_new = true', RAN, DENIED",
        "'\"read_file\", \"write_file\"', 'key = \"/path\", unless_new = true', RAN, RAN",
        "'\"write_file\"', 'key = \"/path\", unless_new = true', RAN, RAN",
        "'\"read_file\", \"write_file\"', 'key = \"/path\"', DENIED, DENIED",
        "'\"read_file\", \"write_*\"', 'key = \"/path\", unless_new = true', RAN, DENIED"
    })
    void aToolMayRequireItselfWhereItCanRun(String required, String requirement, String first, String again)
            throws Exception {
        PolicySession session = builder(requirement + (required.contains("*") ? ", external = true" : ""), required)
                .paths(PathSettings.plain().withFiles(directory))
                .build()
                .session("s");
        assertThat(run(session, "write_file", "a")).isEqualTo(first);
        Files.writeString(directory.resolve("a"), "text");
        assertThat(run(session, "write_file", "a")).isEqualTo(again);
        run(session, "read_file", "a");
        assertThat(run(session, "write_file", "a")).isEqualTo("RAN");
    }

    @Test
    void aToolThatCanOnlyComeAfterItselfIsAnError() {
        assertThatThrownBy(() -> builder("key = \"/path\"", "\"write_file\"").build())
                .hasMessageContaining(
                        "policy.toml:2:12: error: [toolpolicy/requirement-cycle] tool \"write_file\" can never"
                                + " run: it requires itself");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tools = ['mcp_read']",
                "tools = ['mcp_*']",
                "tools = ['mcp_read'], key = '/path'",
                "tools = ['mcp_*'], key = '/path'",
                "tools = ['mcp_*', 'mcp_read'], key = '/path', match = 'all'",
                "tools = ['mcp_read'], key = '/path', fresh = true"
            })
    void requiredToolsMayComeLater(String requirement) throws Exception {
        Files.writeString(directory.resolve("a"), "text");
        PolicyConfiguration file = PolicyConfiguration.of(
                ConfigurationFormat.TOML,
                "policy.toml",
                "[tools.write_file.policy]\nrequires = [{ " + requirement + ", external = true }]");
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(DeclaredTool.of("write_file", PATH).withRun(RuleList.always(Mode.ALLOW)))))
                .paths(PathSettings.plain().withFiles(directory))
                .configuration(file)
                .build();
        assertThat(run(engine.session("s"), "write_file", "a")).isEqualTo("DENIED");
        engine.replace(DeclaredTool.of("mcp_read", PATH).withRun(RuleList.always(Mode.ALLOW)));
        PolicySession session = engine.session("t");
        assertThat(run(session, "write_file", "a")).isEqualTo("DENIED");
        assertThat(run(session, "mcp_read", "a")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a")).isEqualTo("RAN");
    }

    @Test
    void ofAllRequiredToolsTheOneThatComesLaterIsMissing() {
        PolicyEngine engine = builder(
                        "key = \"/path\", match = \"all\", external = true", "\"read_file\", \"mcp_read\"")
                .build();
        PolicySession session = engine.session("s");
        assertThat(run(session, "read_file", "a")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a")).isEqualTo("DENIED");
    }

    @Test
    void aShorterFormIsNamed() {
        String requires = ConfigurationTools.messages(
                ConfigurationTools.toml("[tools.bash.policy]\nrequires = [\"fs_move_file\"]"));
        assertThat(requires).contains("help: write { tools = [\"fs_move_file\"] }");
        String limits =
                ConfigurationTools.messages(ConfigurationTools.toml("[tools.bash.policy]\nlimits = { calls = 3 }"));
        assertThat(limits).contains("help: write it in [ ]");
    }

    @Test
    void aLinkWithoutTargetIsNoNewFile() throws Exception {
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("gone"));
        assertThat(run(session("key = \"/path\", unless_new = true"), "write_file", "link"))
                .isEqualTo("DENIED");
    }

    @Test
    void aDirectoryNamedAsTheTildeIsNotTheHomeDirectory() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.writeString(Files.createDirectory(directory.resolve("~")).resolve("old.txt"), "a");
        PathSettings paths =
                PathSettings.plain().withHome(home.toString(), true).withFiles(directory);
        PolicySession session = builder("key = \"/path\", unless_new = true")
                .paths(paths)
                .build()
                .session("s");
        assertThat(run(session, "write_file", "./~/old.txt")).isEqualTo("DENIED");
        assertThat(run(session, "write_file", "~/old.txt")).isEqualTo("RAN");
    }

    @Test
    void aFileThatHasChangedMustBeReadAgain() throws Exception {
        PolicySession session = session("key = \"/path\", fresh = true");
        Path file = Files.writeString(directory.resolve("a.txt"), "1");
        assertThat(run(session, "read_file", "a.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a.txt")).isEqualTo("RAN");
        Files.writeString(file, "2");
        assertThat(run(session, "write_file", "a.txt")).isEqualTo("DENIED");
        assertThat(run(session, "read_file", "a.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "new.txt")).isEqualTo("DENIED");
        PolicySession both = session("key = \"/path\", fresh = true, unless_new = true");
        assertThat(run(both, "write_file", "new.txt")).isEqualTo("RAN");
    }

    /** Such as those of a floor and of a team's file, or one that requires all of its tools. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "key = \"/path\", fresh = true }, { tools = [\"show_file\"], key = \"/path\", fresh = true }, {"
                        + " tools = [\"read_file\"], key = \"/path\", fresh = true, unless_new = true",
                "key = \"/path\" }, { tools = [\"read_file\", \"show_file\"], key = \"/path\", match = \"all\", fresh"
                        + " = true",
                "key = \"/path\" }, { tools = [\"read*\", \"show_file\"], key = \"/path\", match = \"all\", fresh ="
                        + " true"
            })
    void severalRequirementsOfOneFileMustAllBeFresh(String requirement) throws Exception {
        Path file = Files.writeString(directory.resolve("a.txt"), "1");
        PolicySession session = session(requirement);
        assertThat(run(session, "read_file", "a.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a.txt")).isEqualTo("DENIED");
        assertThat(run(session, "show_file", "a.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a.txt")).isEqualTo("RAN");
        Files.writeString(file, "2");
        assertThat(run(session, "read_file", "a.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a.txt")).isEqualTo("DENIED");
        assertThat(run(session, "show_file", "a.txt")).isEqualTo("RAN");
        assertThat(run(session, "write_file", "a.txt")).isEqualTo("RAN");
    }

    @ParameterizedTest
    @CsvSource({
        "'key = \"/path\", unless_new = true', files-not-set",
        "'key = \"/text\", unless_new = true', key-type",
        "'key = \"/path\", tools_key = \"/text\", fresh = true', key-type",
        "'key = \"/paths\", fresh = true', key-type",
        "'key = \"/path\", fresh = 1', config-syntax",
        "'unless_new = true', config-syntax"
    })
    void aRequirementAboutFilesNeedsAPathAndAView(String requirement, String code) {
        try {
            builder(requirement).build();
            throw new AssertionError("it was built");
        } catch (InvalidPolicyException e) {
            assertThat(e.problems().stream()
                            .map(problem -> problem.diagnostic().code().toString()))
                    .contains(code);
        }
    }
}

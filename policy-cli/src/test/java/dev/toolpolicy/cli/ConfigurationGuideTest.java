package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the guide to policy files, line by line. */
class ConfigurationGuideTest {
    private static final Path GUIDE = Path.of("../docs/how-to/policy-files.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/toolpolicy/cli/ConfigurationGuideTest.java");

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(file("policy.toml"), blocks("toml").get(0));
        Files.writeString(file("local.toml"), "tools.bash.policy.run = 'deny'\n");
        Files.writeString(file("next.toml"), blocks("toml").get(2));
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private static List<String> blocks(String language) {
        return CodeBlock.texts(GUIDE, language);
    }

    private Run run(String... arguments) {
        return Cli.run(arguments).without(folder);
    }

    @Test
    void everyLineOfJavaIsOneOfTheseTests() throws IOException {
        String source = flat(Files.readString(SOURCE));
        assertThat(blocks("java"))
                .hasSize(4)
                .allSatisfy(block -> assertThat(block.lines())
                        .allSatisfy(line -> assertThat(source).contains(flat(line))));
    }

    /** Removes all white space, since the formatter breaks lines elsewhere than the page. */
    private static String flat(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void theFirstFileIsActiveAndValid() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .configuration(PolicyConfiguration.read(file("policy.toml")))
                .build();
        assertThat(call(engine, "src/a")).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(call(engine, ".git/config"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.DENIED);
        assertThat(run("check", file("policy.toml").toString()).code()).isEqualTo(ExitCode.FINE);
    }

    private static ToolCallOutcome call(PolicyEngine engine, String path) {
        return engine.session("s")
                .calls()
                .call("", "fs_create_file")
                .append("{\"path\": \"" + path + "\", \"content\": \"\"}")
                .finish();
    }

    @Test
    void aMistakeIsToldAsShown() throws IOException {
        Files.writeString(file("policy.toml"), blocks("toml").get(1));
        assertThat(run("check", file("policy.toml").toString()))
                .isEqualTo(new Run(1, "", blocks("text").get(0)));
    }

    @Test
    void aChangeIsComparedAsShown() throws IOException {
        assertThat(run("diff", file("policy.toml").toString(), file("next.toml").toString(), "--markdown"))
                .isEqualTo(new Run(1, blocks("text").get(1), ""));
    }

    @Test
    void codeIsTheLastLayer() {
        PolicyEngine layered = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .configuration(
                        PolicyConfiguration.read(file("policy.toml")), PolicyConfiguration.read(file("local.toml")))
                .run("bash", RuleList.always(Mode.ASK)) // regardless of the files
                .build();
        System.out.println(layered.origin("bash", ListKind.RUN));
        assertThat(layered.origin("bash", ListKind.RUN)).hasToString("code");
    }

    @Test
    void aReloadTellsWhatBecameOfIt() throws IOException {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .configuration(PolicyConfiguration.read(file("policy.toml")))
                .reloadConsent(changes -> false)
                .build();
        Files.writeString(file("policy.toml"), blocks("toml").get(2));
        ReloadOutcome outcome = engine.reload();
        if (outcome.kind() == ReloadOutcome.Kind.INVALID) {
            System.out.println(outcome.problems()); // the current policies stay, all of them
        } else if (outcome.kind() == ReloadOutcome.Kind.DECLINED) {
            System.out.println(outcome.changes()); // a change may loosen something, and consent is missing
        }
        assertThat(outcome).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.DECLINED);
        assertThat(call(engine, "srca"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
    }

    @Test
    void aShadowCountsAsShown() throws IOException {
        PolicyEngine trying = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .configuration(PolicyConfiguration.read(file("policy.toml")))
                .shadow(PolicyConfiguration.read(file("next.toml")))
                .onShadow(event -> System.out.println(event))
                .build();
        assertThat(call(trying, "srca"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
        call(trying, "docs/a");
        assertThat(trying.shadow().orElseThrow() + "\n")
                .isEqualTo(blocks("text").get(2));
    }
}

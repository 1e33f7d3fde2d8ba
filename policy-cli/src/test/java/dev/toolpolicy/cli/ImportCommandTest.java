package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandTest {
    @TempDir
    private Path folder;

    private Path list(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void writesAPolicyThatPassesTheCheck() throws IOException {
        Path list = list("rules/default.rules", "prefix_rule(pattern = [\"git\", \"diff\"], decision = \"allow\")\n");
        Path policy = folder.resolve("policy.toml");

        Cli.Run run = Cli.run("import", "auto", list.toString(), "--output", policy.toString())
                .without(folder);

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("rules/default.rules:1:1: exact: allow prefix_rule(", "1 rules: 1 exact");
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.read(policy))
                .build();
        assertThat(engine.tools().find("exec_command")).isPresent();
        assertThat(Files.readString(policy)).contains("catalog = \"codex\"", "\"git diff *\",    # default.rules:1:1");
    }

    @Test
    void replacesAFileOnlyIfForced() throws IOException {
        Path list = list("cli.json", "{\"permissions\": {\"deny\": [\"Shell(rm)\"]}}");
        Path policy = Files.writeString(folder.resolve("policy.toml"), "mine");

        Cli.Run kept = Cli.run("import", "cursor", list.toString(), "--output", policy.toString())
                .without(folder);
        assertThat(kept.code()).isEqualTo(1);
        assertThat(kept.errors()).isEqualTo("policy.toml exists; --force replaces it\n");
        assertThat(Files.readString(policy)).isEqualTo("mine");

        assertThat(Cli.run("import", "cursor", list.toString(), "--output", policy.toString(), "--force")
                        .code())
                .isZero();
        assertThat(Files.readString(policy)).contains("rm *");
    }

    @Test
    void saysWhatWasRefused() throws IOException {
        Path list = list("list.json", "{\"permissions\": {\"deny\": [\"Read(~/.ssh/**)\"]}}");

        Cli.Run run = Cli.run("import", "claude", list.toString(), "--json");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.json().at("/counts/refused").asInt()).isEqualTo(1);
        assertThat(run.json().at("/rules/0/reason").asText()).isEqualTo("the home directory isn't known");
        assertThat(run.json().at("/policy").asText()).contains("[tools.Read.policy]", "run = \"deny\"");
        assertThat(Cli.run("import", "claude", list.toString(), "--home", "/home/dev")
                        .code())
                .isZero();
    }

    @Test
    void writesNothingForAFileThatTheHostRefuses() throws IOException {
        Path list = list("policies/a.toml", "[[rule]]\ntoolName = \"glob\"\ndecision = \"allow\"\n");

        Cli.Run run = Cli.run("import", "gemini", list.toString()).without(folder);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors()).isEqualTo("policies/a.toml:1:1: a rule needs a whole priority of 0 to 999\n");
        assertThat(Cli.run("import", "emacs", list.toString()).errors())
                .startsWith("there is no format \"emacs\"; formats are auto, claude");
    }

    /** A pipeline that takes 2 for a policy with refused rules must not go on without a policy. */
    @Test
    void saysWhyNothingIsWritten() throws IOException {
        Path latin = Files.write(folder.resolve("latin.json"), new byte[] {'"', (byte) 0xE9, '"'});

        assertThat(Cli.run("import", "claude", folder.resolve("none").toString())
                        .without(folder))
                .isEqualTo(new Cli.Run(1, "", "there is no file none\n"));
        assertThat(Cli.run("import", "claude", folder.toString()))
                .isEqualTo(new Cli.Run(1, "", folder + " is a folder, not a file\n"));
        assertThat(Cli.run("import", "claude", latin.toString()).without(folder))
                .isEqualTo(new Cli.Run(1, "", "a file can't be read or written: latin.json is not UTF-8\n"));
        assertThat(Cli.run("import", "claude").code()).isEqualTo(1);
        assertThat(Cli.run("import", "claude", latin.toString(), "--outptu", "x")
                        .code())
                .isEqualTo(1);
    }
}

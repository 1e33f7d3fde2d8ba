package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.ToolFile;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The properties for services of several teams: strict, scopes of files and the workspace. */
class TeamPropertiesTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ToolCallingAutoConfiguration.class, ToolPolicyAutoConfiguration.class))
            .withBean(App.FileTools.class);

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void aWarningStopsAStrictStart() throws Exception {
        String rules = """
            [tools.read_file]
            policy.run = [{ arg = "/path", glob = "docs/*", mode = "allow" }, { mode = "ask" }]

            [tools."*"]
            policy.run = "ask"
            """;
        String file = file("p.toml", rules);
        runner.withPropertyValues("toolpolicy.files=" + file)
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("toolpolicy.files=" + file, "toolpolicy.strict=true")
                .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                        .contains("p.toml:2:39: warning: [toolpolicy/path-as-string]"));
        String accepting = file("q.toml", "accept = [\"path-as-string\"]\n" + rules);
        runner.withPropertyValues("toolpolicy.files=" + accepting, "toolpolicy.strict=true")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aFileIsReadForItsTools() throws Exception {
        String platform = file("platform.toml", "[tools.\"*\"]\npolicy.run = \"ask\"\n");
        String team = file("team.toml", "[tools.read_file]\npolicy.run = \"allow\"\n");
        ApplicationContextRunner both = runner.withPropertyValues("toolpolicy.files=" + platform + "," + team);
        both.withPropertyValues("toolpolicy.only.[" + team + "]=read_*")
                .run(context -> assertThat(context).hasNotFailed());
        both.withPropertyValues("toolpolicy.only.[" + team + "]=crm_*,list_*")
                .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                        .contains("team.toml:1:8: ", "it is read only for \"crm_*\", \"list_*\""));
        for (String scope : List.of("", ",", "read_*,,list_*")) {
            both.withPropertyValues("toolpolicy.only.[" + team + "]=" + scope)
                    .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                            .contains("toolpolicy.only.[" + team + "]: an empty name names no tool."));
        }
        both.withPropertyValues("toolpolicy.workspace= ")
                .run(context ->
                        assertThat(AutoConfigurationTest.analysis(context)).contains("toolpolicy.workspace is blank."));
        both.withPropertyValues("toolpolicy.only.other=crm_*")
                .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                        .contains("toolpolicy.only names other, which isn't one of toolpolicy.files."));
    }

    @Test
    void aPathThatLeavesTheWorkspaceNeedsApproval() throws Exception {
        Files.createDirectory(folder.resolve("work"));
        Files.createSymbolicLink(folder.resolve("work/link"), folder);
        String file = file("p.toml", """
            [tools.read_file]
            parameters.path = "path"
            policy.run = [{ arg = "/path", prefix = ".", mode = "allow" }, { mode = "ask" }]
            """);
        runner.withPropertyValues("toolpolicy.files=" + file, "toolpolicy.workspace=" + folder.resolve("work"))
                .run(context -> {
                    PolicyEngine engine = context.getBean(PolicyEngine.class);
                    assertThat(status(engine, "a.txt")).isEqualTo(ToolCallStream.Status.WILL_RUN);
                    assertThat(status(engine, "../a.txt")).isEqualTo(ToolCallStream.Status.WILL_ASK);
                    assertThat(status(engine, "link/a.txt")).isEqualTo(ToolCallStream.Status.WILL_ASK);
                });
    }

    @Test
    void theToolsAreWrittenForTheCommand() throws Exception {
        String file = file("p.toml", "[tools.\"*\"]\npolicy.run = \"ask\"\n");
        Path tools = folder.resolve("target/tools.json");
        runner.withPropertyValues("toolpolicy.files=" + file, "toolpolicy.tools-file=" + tools)
                .run(context -> {
                    PolicyEngine engine = context.getBean(PolicyEngine.class);
                    assertThat(Files.readString(tools)).isEqualTo(ToolFile.text(engine));
                    assertThat(ToolFile.read(tools).tools())
                            .extracting(tool -> tool.name())
                            .contains("read_file")
                            .hasSameSizeAs(engine.tools().tools());
                });
        runner.withPropertyValues("toolpolicy.files=" + file, "toolpolicy.tools-file=" + folder)
                .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                        .contains("The file of toolpolicy.tools-file can't be written: "));
    }

    private static ToolCallStream.Status status(PolicyEngine engine, String path) {
        return engine.session("s")
                .calls()
                .preview("read_file", "{\"path\":\"" + path + "\"}")
                .status();
    }
}

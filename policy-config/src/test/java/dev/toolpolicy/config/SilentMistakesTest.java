package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a new user wrote, which did in silence what the user didn't mean, and what the engine says of it now. Three more
 * such mistakes are about other modules: {@code H2CrashTest} of policy-jdbc has an approved call that ran twice, {@code
 * MethodCommandsTest} of policy-cli a dry run that wrote, and what LangChain4j runs beside the policies is logged.
 */
class SilentMistakesTest {
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(
            text("run_command", "command"),
            text("http_get", "url"),
            text("send_mail", "to"),
            text("report", "file"),
            DeclaredTool.of("read_file", ToolSchema.of(Parameter.required("path", ParameterType.path())))));

    private static DeclaredTool text(String tool, String parameter) {
        return DeclaredTool.of(tool, ToolSchema.of(Parameter.required(parameter, ParameterType.string())));
    }

    private static PolicyEngineBuilder builder(String tool, String... rules) {
        return builder("[tools." + tool + ".policy]\nrun = [\n  " + String.join(",\n  ", rules) + ",\n]\n");
    }

    private static PolicyEngineBuilder builder(String file) {
        return PolicyEngine.builder()
                .tools(TOOLS)
                .configuration(ConfigurationTools.toml("accept = [\"no-catch-all\"]\n" + file));
    }

    /** Returns what the engine says of the rules of a tool. */
    private static String told(String tool, String... rules) {
        return told(builder(tool, rules).build());
    }

    private static String told(PolicyEngine engine) {
        assertThat(engine.warnings()).hasSize(1);
        return engine.warnings().get(0).diagnostic().message();
    }

    private static final String ASK = "{ mode = \"ask\" }";

    @Test
    void anApprovalOfOneCommandWasForAll() {
        List<String> asked = new ArrayList<>();
        PolicySession session = builder("run_command", "{ name = \"others\", mode = \"ask\" }")
                .permission(request -> {
                    asked.add(request.summary());
                    return CompletableFuture.completedFuture(request.approve().remembered());
                })
                .build()
                .session("s");
        for (String command : List.of("git push", "git push", "rm -rf /")) {
            session.guard("c", "run_command", "{\"command\":\"" + command + "\"}")
                    .run(arguments -> "ran");
        }
        assertThat(asked).as("git push once, then rm").hasSize(2);
    }

    @Test
    void aLinkLedOutOfTheWorkspace(@TempDir Path folder) throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc"));
        PolicyEngineBuilder builder =
                builder("read_file", "{ arg = \"/path\", prefix = \".\", mode = \"allow\" }", ASK);
        PathSettings plain = PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace(folder.toString()));
        assertThat(told(builder.paths(plain).build()))
                .contains("a link in it can lead out of it unseen")
                .contains("help: set PathSettings.workspace(root), or withLinks");
        PolicyEngine engine = builder.paths(PathSettings.workspace(folder)).build();
        assertThat(engine.warnings()).isEmpty();
        assertThat(status(engine, "link/hostname")).isEqualTo(ToolCallStream.Status.WILL_ASK);
        assertThat(status(engine, "new.txt"))
                .as("a file that doesn't exist yet")
                .isEqualTo(ToolCallStream.Status.WILL_RUN);
    }

    private static ToolCallStream.Status status(PolicyEngine engine, String path) {
        return engine.session("s")
                .calls()
                .preview("read_file", "{\"path\":\"" + path + "\"}")
                .status();
    }

    @Test
    void quotesWentPastTheDenial() {
        assertThat(told("run_command", "{ arg = \"/command\", pattern = \"cat \\\\.env\", mode = \"deny\" }", ASK))
                .contains("which \"c''at .env\" gets around")
                .contains("help: write the commands to stop, as in commands = [\"cat .env*\"]");
    }

    @Test
    void theDenialStoodBelowTheAllowance() {
        assertThat(told(
                        "read_file",
                        "{ arg = \"/path\", prefix = \"src\", mode = \"allow\" }",
                        "{ arg = \"/path\", pattern = \"secret\", mode = \"deny\" }",
                        ASK))
                .contains("rule 1 allows calls that rule 2 would deny, such as {\"path\":\"src/secret\"}")
                .contains("help: move rule 2 above rule 1");
    }

    @Test
    void urlsOfOtherHostsWereAllowed() {
        assertThat(told("http_get", "{ arg = \"/url\", prefix = \"https://docs.example.com\", mode = \"allow\" }", ASK))
                .contains("such as \"https://docs.example.com.evil.example\"")
                .contains("help: write host = [\"docs.example.com\"], schemes = [\"https\"]");
        assertThat(told("http_get", "{ arg = \"/url\", glob = \"https://*.example.org/*\", mode = \"allow\" }", ASK))
                .contains("such as \"https://evil.example/.example.org/\"");
    }

    @Test
    void severalAddressesWereOne() {
        assertThat(told("send_mail", "{ arg = \"/to\", glob = \"*@example.com\", mode = \"allow\" }", ASK))
                .contains("such as \"eve@evil.example,a@example.com\"")
                .contains("help: write pattern = \"^[^@ ,;]+@example\\\\.com$\"");
    }

    @Test
    void aMisspeltToolKeptNoDenial() {
        String file = """
            [tools.sendMail.policy]
            run = "deny"

            [tools."*".policy]
            run = "allow"
            """;
        PolicyConfiguration tolerant = ConfigurationTools.toml(file).unknownTools(Severity.WARNING);
        PolicyEngineBuilder builder = PolicyEngine.builder().tools(TOOLS).configuration(tolerant);
        assertThat(told(builder.build()))
                .contains("no tool is named \"sendMail\"")
                .contains("did you mean \"send_mail\"?");
        assertThatThrownBy(() -> builder.strict().build())
                .as("toolpolicy.strict = true")
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("sendMail");
    }

    @Test
    void aStringWasAPath() {
        assertThat(told("report", "{ arg = \"/file\", glob = \"reports/*\", mode = \"allow\" }", ASK))
                .contains("[toolpolicy/path-as-string]")
                .contains("say \"file\" = \"path\" among its parameters");
    }

    @Test
    void aHostWasAllowedByEveryScheme() {
        assertThat(told("http_get", "{ arg = \"/url\", host = [\"api.example.com\"], mode = \"allow\" }", ASK))
                .contains("rule 1 allows \"api.example.com\" also by \"http\"")
                .contains("help: write schemes = [\"https\"] beside it");
    }

    @Test
    void theMemoryOfSessionsWasFull() {
        SessionStore store = SessionStore.inMemory(5, Duration.ofDays(1));
        PolicyEngine engine = builder("""
            [tools.send_mail.policy]
            run = "allow"
            limits = [{ calls = 3 }]
            """).sessions(store).build();
        for (int session = 0; session < 4; session++) {
            send(engine, "s" + session);
        }
        assertThat(engine.storeFill()).isEqualTo(0.8);
        send(engine, "s4");
        assertThat(send(engine, "s5")).contains("DENIED");
    }

    private static String send(PolicyEngine engine, String session) {
        return engine.session(session)
                .guard("c", "send_mail", "{\"to\":\"ann@example.com\"}")
                .run(arguments -> "sent")
                .kind()
                .name();
    }
}

package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.call.PathSettings;
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

/** Requirements and limits of tools that come while a session is open. */
class LaterToolsTest {
    private static final ToolSchema PATH = ToolSchema.of(Parameter.required("path", ParameterType.path()));
    private static final String ONCE = "limits = [{ calls = 1 }]";

    @TempDir
    private Path directory;

    private static DeclaredTool tool(String name) {
        return DeclaredTool.of(name, PATH);
    }

    private static String section(String tool, String policy) {
        return "[tools.\"" + tool + "\".policy]\nexternal = true\n" + "run = [{ mode = \"allow\", name = \"all\" }]\n"
                + policy + "\n";
    }

    private PolicyEngine engine(String policies) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool("read").withRun(RuleList.always(Mode.ALLOW)))))
                .paths(PathSettings.plain().withFiles(directory))
                .configuration(toml(policies))
                .reloadConsent(changes -> true)
                .build();
    }

    private static String run(PolicySession session, String tool) {
        return session.guard("c", tool, "{\"path\":\"a\"}")
                .run(call -> "done")
                .call()
                .kind()
                .name();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        write | DENIED, RAN,    RAN    | requires = [{ tools = ["read"] }]
        w*    | DENIED, RAN,    RAN    | requires = [{ tools = ["read"] }]
        write | DENIED, RAN,    RAN    | requires = [{ tools = ["read"], key = "/path" }]
        write | DENIED, RAN,    RAN    | requires = [{ tools = ["read"], key = "/path", fresh = true }]
        write | RAN,    DENIED, DENIED | limits = [{ calls = 1 }]
        w*    | RAN,    DENIED, DENIED | limits = [{ calls = 1 }]
        write | RAN,    DENIED, DENIED | limits = [{ calls = 1, rule = "all" }]
        write | RAN,    DENIED, DENIED | limits = [{ calls = 1, per = "1d", by = "/user", single_node = true }]
        """)
    void anOpenSessionAppliesThem(String name, String results, String policy) throws Exception {
        Files.writeString(directory.resolve("a"), "text");
        PolicyEngine engine = engine("[facts]\nuser = { type = \"string\" }\n" + section(name, policy));
        PolicySession session =
                engine.session("s").facts(JsonNodeFactory.instance.objectNode().put("user", "ann"));
        assertThat(run(session, "write")).isEqualTo("INVALID");
        engine.replace(tool("write"));
        String first = run(session, "write");
        run(session, "read");
        assertThat(List.of(first, run(session, "write"), run(session, "write"))).containsExactly(results.split(", +"));
    }

    @Test
    void theirCallsCountInTheSessionsAbove() {
        PolicyEngine engine = engine(section("write", ONCE));
        PolicySession top = engine.session("top");
        PolicySession middle = engine.session("middle", top);
        PolicySession one = engine.session("one", middle);
        PolicySession other = engine.session("other", top);
        engine.replace(tool("write"));
        assertThat(run(one, "write")).isEqualTo("RAN");
        assertThat(List.of(run(other, "write"), run(middle, "write"), run(top, "write")))
                .containsOnly("DENIED");
    }

    @Test
    void onesThatAReloadBringsApplyAndThoseOfKnownToolsWait() {
        PolicyEngine engine = engine(section("read", ""));
        PolicySession session = engine.session("s");
        ReloadOutcome outcome = engine.reload(toml("[tools.write.parameters]\npath = { type = \"path\" }\n"
                + section("write", ONCE) + section("read", ONCE)));
        assertThat(outcome.kind()).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(List.of(run(session, "write"), run(session, "write"))).containsExactly("RAN", "DENIED");
        assertThat(List.of(run(session, "read"), run(session, "read"))).containsOnly("RAN");
    }

    @Test
    void oneThatTheServiceRemovesStaysRemoved() {
        PolicyEngine engine = engine(section("write", ONCE));
        PolicySession session = engine.session("s");
        engine.replace(tool("write"));
        assertThat(List.of(run(session, "write"), run(session, "write"))).containsExactly("RAN", "DENIED");
        assertThat(session.policies().unregister("limit:write")).isTrue();
        engine.replace(tool("wait"));
        assertThat(run(session, "write")).isEqualTo("RAN");
    }
}

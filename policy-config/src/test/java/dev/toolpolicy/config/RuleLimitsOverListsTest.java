package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits of a rule's calls where other lists, paths or reloads decide beside its list. */
class RuleLimitsOverListsTest {
    private static final String LIMITED = """
        [tools.mail.policy]
        run = [
          { arg = "/to", const = "ann", mode = "allow" },
          { mode = "allow", name = "strangers" },
        ]
        limits = [{ calls = 1, rule = "strangers" }]
        """;
    private static final String ASKING = "floor = true\n[tools.mail.policy]\nrun = \"ask\"";

    private static PolicyEngineBuilder builder(String... files) {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("to", ParameterType.string()), Parameter.optional("file", ParameterType.path()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("mail", schema), DeclaredTool.of("post", schema))))
                .configuration(IntStream.range(0, files.length)
                        .mapToObj(i -> toml("policy" + i + ".toml", files[i]))
                        .toArray(PolicyConfiguration[]::new))
                .permission(request -> CompletableFuture.completedFuture(request.approve()));
    }

    private static boolean runs(PolicySession session, String tool, String arguments) {
        return session.guard("c", tool, arguments.replace('\'', '"')).begin().isEmpty();
    }

    private static boolean runs(PolicySession session) {
        return runs(session, "mail", "{'to':'bob'}");
    }

    @Test
    void aFloorThatAsksTakesNoCallFromTheLimit() {
        PolicySession session = builder(LIMITED, ASKING).build().session("s");
        assertThat(runs(session)).isTrue();
        assertThat(runs(session)).isFalse();
        assertThat(runs(session, "mail", "{'to':'ann'}")).as("another rule").isTrue();
    }

    @Test
    void aFloorThatAsksTakesNoCallFromTheLimitOfAnotherFloor() {
        String watched = "floor = true\n[tools.mail.policy]\n"
                + "run = [{ arg = \"/to\", prefix = \"b\", mode = \"ask\", name = \"watched\" }]";
        String limit = "[tools.mail.policy]\nrun = \"allow\"\nlimits = [{ calls = 1, rule = \"watched\" }]";
        for (List<String> floors : List.of(List.of(watched, ASKING), List.of(ASKING, watched))) {
            PolicySession session =
                    builder(limit, floors.get(0), floors.get(1)).build().session("s");
            assertThat(runs(session)).isTrue();
            assertThat(runs(session)).isFalse();
            assertThat(runs(session, "mail", "{'to':'carl'}")).isTrue();
        }
    }

    @Test
    void aPathThatLeadsOutOfTheWorkspaceTakesNoCallFromTheLimit() {
        PolicySession session = builder(LIMITED)
                .paths(PathSettings.workspace(Path.of("/work")))
                .build()
                .session("s");
        assertThat(runs(session, "mail", "{'to':'bob','file':'/etc/passwd'}")).isTrue();
        assertThat(runs(session, "mail", "{'to':'bob','file':'/etc/passwd'}")).isFalse();
        assertThat(runs(session)).isFalse();
        assertThat(runs(session, "mail", "{'to':'ann','file':'/etc/passwd'}")).isTrue();
    }

    @Test
    void anOpenSessionKeepsTheLimitOfARuleThatIsRenamed() {
        PolicyEngine engine = builder(LIMITED).reloadConsent(changes -> true).build();
        PolicySession session = engine.session("s");
        assertThat(runs(session)).isTrue();
        assertThat(runs(session)).isFalse();
        engine.reload(toml(LIMITED.replace("strangers", "outsiders")));
        assertThat(runs(session)).isFalse();
        assertThat(runs(engine.session("t"))).as("a new session").isTrue();
    }

    @Test
    void aSharedLimitCountsNoToolThatNeverHadItsRule() {
        String shared = "[tools.\"*\".policy]\nlimits = [{ calls = 1, rule = \"strangers\" }]\n"
                + "[tools.post.policy]\nrun = \"allow\"";
        PolicySession session = builder(LIMITED, shared).build().session("s");
        assertThat(runs(session, "post", "{'to':'bob'}")).isTrue();
        assertThat(runs(session, "post", "{'to':'bob'}")).isTrue();
        assertThat(runs(session)).isTrue();
    }

    @Test
    void aLimitOfAllCallsStartsAnewSoItMayLoosen() {
        PolicyEngine engine = builder(LIMITED).build();
        ReloadOutcome outcome =
                engine.reload(toml(LIMITED.replace("{ calls = 1, rule = \"strangers\" }", "{ calls = 1 }")));
        assertThat(outcome.kind()).isEqualTo(ReloadOutcome.Kind.DECLINED);
        assertThat(outcome.changes())
                .extracting(ReloadOutcome.Change::text)
                .containsExactly("no longer at most 1 calls under rule strangers; now also at most 1 calls");
    }
}

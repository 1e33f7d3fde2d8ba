package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.policy.Policies.requires;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The examples of the guides to ordering and to own policies do what they say. */
class PoliciesGuideTest {
    private static final ArgumentPointer TABLE = ArgumentPointer.parse("/table");
    static final Fact<Boolean> FROZEN = Fact.flag("frozen");

    @Test
    void theCodeOfThePagesIsTheCodeOfThisTest() throws IOException {
        String lines =
                stripped(Files.readString(Path.of("src/test/java/dev/toolpolicy/runtime/PoliciesGuideTest.java")));
        int blocks = 0;
        for (String page : List.of("how-to/order-and-limits.md", "how-to/own-policies.md")) {
            for (String block : CodeBlock.texts(Path.of("../docs", page), "java")) {
                assertThat(lines).contains(stripped(block));
                blocks++;
            }
        }
        assertThat(blocks).isEqualTo(17);
    }

    /** Removes all white space, since the formatter breaks lines elsewhere than the pages. */
    private static String stripped(String text) {
        return text.replaceAll("\\s+", "");
    }

    private static Optional<String> ticket(ToolCall call) {
        return Optional.ofNullable(call.arguments().path("title").textValue()).map(title -> title.split(":")[0]);
    }

    @Test
    void oneToolAfterOthers() {
        ToolCatalog tools = ToolCatalog.of(List.of(tool("deploy"), tool("test"), tool("build")));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .policies(requires("deploy", "test", "build"))
                .build();
        assertThat(Sessions.reason(Sessions.of(engine.session("s")), Sessions.call("deploy")))
                .isEqualTo("deploy can run only after build and test have succeeded in this session.");
        assertThat(GuideTable.text("how-to/order-and-limits.md"))
                .contains("\ndeploy can run only after build and test have succeeded in this session\n");
    }

    private static DeclaredTool tool(String name) {
        return DeclaredTool.of(name, ToolSchema.of());
    }

    @Test
    void keys() {
        ToolPolicy sameFile = requires("write_file", Requirement.sameArgument("/path", "read_file"));
        ToolPolicy merge =
                Policies.keyed(KeyedDependency.of("merge", CallKey.by("ticket of the title", call -> ticket(call)))
                        .after("review"));
        PolicyRegistry session = Sessions.session(sameFile, merge);
        assertThat(Sessions.allows(session, Sessions.call("write_file", "{'path':'a'}")))
                .isFalse();
        Sessions.run(session, Sessions.call("review", "{'title':'T-1: a'}"));
        assertThat(Sessions.allows(session, Sessions.call("merge", "{'title':'T-1: b'}")))
                .isTrue();
        assertThat(Sessions.allows(session, Sessions.call("merge", "{'title':'T-2: a'}")))
                .isFalse();
    }

    @Test
    void declaredLimits() {
        DeclaredTool mail =
                tool("mail").withRun(RuleList.of(RuleSpec.otherwise(Mode.ALLOW).named("strangers")));
        DeclaredTool limited = mail.withLimits(CallLimit.calls(3).rule("strangers"));
        DeclaredTool perUser =
                mail.withLimits(CallLimit.calls(20).per(Duration.ofDays(1)).by("/user"));
        PolicyEngine engine =
                PolicyEngine.builder().tools(ToolCatalog.of(List.of(limited))).build();
        for (int i = 0; i < 4; i++) {
            assertThat(engine.session("s").guard("c" + i, "mail", "{}").begin().isEmpty())
                    .isEqualTo(i < 3);
        }
        assertThat(perUser.limits()).hasToString("[at most 20 calls in PT24H for the same /user]");
    }

    @Test
    void policiesOfEveryKind() {
        Map<String, String> disk = new HashMap<>(Map.of("old", "1"));
        ToolPolicy files = ReadBeforeWritePolicy.of(Set.of("read_file"), Set.of("write_file", "delete_file"))
                .inFields("path")
                .withPaths(NormalPath.Form.PLAIN.inWorkspace("/workspace"))
                .allowingNewFiles(path -> disk.containsKey(path.toString()))
                .denyingStaleReads(path -> Optional.ofNullable(disk.get(path.toString())))
                .writesCountAsReads();
        ToolPolicy mails = LimitPolicy.quota(3, "send_mail").perKey(CallKey.at("/to"));
        ToolPolicy searches = LimitPolicy.rate(10, Duration.ofMinutes(1), "search");
        ToolPolicy approval = Policies.approval("deploy");
        Fact<Boolean> strict = Fact.flag("strict");
        ToolPolicy inStrictMode =
                Policies.conditional(files, context -> context.fact(strict).orElse(true));
        ToolPolicy freeOrApproved = Policies.anyOf("free or approved", LimitPolicy.quota(3, "deploy"), approval);
        ToolPolicy logged = Policies.logging(mails);
        PolicyRegistry registry = Sessions.session(inStrictMode, freeOrApproved, logged, searches);
        assertThat(Sessions.allows(registry, Sessions.call("write_file", "{'path':'new'}")))
                .isTrue();
        assertThat(Sessions.allows(registry, Sessions.call("write_file", "{'path':'/workspace/old'}")))
                .isFalse();
        registry.putFact(strict, false);
        assertThat(Sessions.allows(registry, Sessions.call("write_file", "{'path':'/workspace/old'}")))
                .isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(Sessions.run(registry, Sessions.call("send_mail", "{'to':'a'}")))
                    .isTrue();
            assertThat(Sessions.run(registry, Sessions.call("deploy"))).isTrue();
        }
        assertThat(Sessions.run(registry, Sessions.call("send_mail", "{'to':'a'}")))
                .isFalse();
        assertThat(Sessions.run(registry, Sessions.call("deploy"))).isFalse();
    }

    @Test
    void aSessionIsNotified() {
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool("deploy"))))
                .policies(Policies.approval("deploy"))
                .build()
                .session("s");
        session.policies().putFact(FROZEN, true);
        assertThat(frozen(session.policies().context()).isAllowed()).isFalse();
        session.policies().putFact(Policies.standingApproval("deploy"), true);
        session.policies().removeFact(Policies.standingApproval("deploy"));
        assertThat(Sessions.allows(Sessions.of(session), Sessions.call("deploy")))
                .isFalse();
        PolicySnapshot before = session.policies().snapshot();
        String text = before.text();
        session.policies().restore(PolicySnapshot.read(text));
        assertThat(session.policies().snapshot().json().path("facts").toString())
                .isEqualTo("{\"frozen\":true}");
    }

    private static PolicyDecision frozen(PolicyContext context) {
        PolicyDecision decision = context.fact(FROZEN).orElse(false)
                ? PolicyDecision.deny("Nothing is deployed during a freeze.")
                : PolicyDecision.allow();
        return decision;
    }

    @Test
    void ofOnesOwn() {
        ObjectNode users = JsonNodeFactory.instance.objectNode().put("table", "users");
        ToolSchema table = ToolSchema.of(Parameter.required("table", ParameterType.string()));
        RuleList allow = RuleList.always(Mode.ALLOW);
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("drop_table", table).withRun(allow),
                        DeclaredTool.of("describe_table", table).withRun(allow))))
                .policies(new DropPolicy())
                .build()
                .newSession();
        CallResult early =
                session.guard("1", "drop_table", users).run(call -> "dropped").call();
        CallResult describe = session.guard("2", "describe_table", users)
                .run(call -> "a table")
                .call();
        CallResult late =
                session.guard("3", "drop_table", users).run(call -> "dropped").call();
        assertThat(early.kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(describe.kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(late.kind()).isEqualTo(CallResult.Kind.RAN);
    }

    @Test
    void aOneShot() {
        PolicyRegistry session = Sessions.session(new OneShot());
        CheckedCall first = Sessions.check(session, Sessions.call("launch"));
        assertThat(Sessions.allows(session, Sessions.call("launch"))).isFalse();
        Sessions.recordFailure(session, first);
        assertThat(Sessions.run(session, Sessions.call("launch"))).isTrue();
        assertThat(Sessions.allows(session, Sessions.call("launch"))).isFalse();
    }

    final class DropPolicy implements ToolPolicy {
        @Override
        public String name() {
            return "drop";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(Set.of("describe_table", "drop_table"));
        }

        @Override
        public ToolPolicy.ArgumentNeeds needs(String tool) {
            return tool.equals("drop_table")
                    ? ToolPolicy.ArgumentNeeds.of(Set.of(TABLE))
                    : ToolPolicy.ArgumentNeeds.none();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            if (call.tool().equals("describe_table")) {
                return PolicyDecision.allow();
            }
            String table = call.arguments().path("table").asText();
            JsonNode described = state.path(table);
            if (described.isMissingNode()) {
                return PolicyDecision.deny("Describe table '" + table + "' before you drop it.");
            }
            Instant until = Instant.parse(described.asText()).plus(Duration.ofHours(1));
            return context.time().isBefore(until)
                    ? PolicyDecision.allow()
                    : PolicyDecision.deny("Describe table '" + table + "' again: that was more than an hour ago.");
        }

        @Override
        public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
            if (call.tool().equals("drop_table")) {
                return state;
            }
            ObjectNode after = state.deepCopy();
            return after.put(
                    call.arguments().path("table").asText(), context.time().toString());
        }
    }

    final class OneShot implements ToolPolicy {
        @Override
        public String name() {
            return "one shot";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(Set.of("launch"));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return state.has("taken") ? PolicyDecision.deny("It was launched already.") : PolicyDecision.allow();
        }

        @Override
        public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
            return decision.isAllowed()
                    ? JsonNodeFactory.instance
                            .objectNode()
                            .put("taken", context.time().toString())
                    : state;
        }

        @Override
        public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
            boolean mine = state.path("taken").asText().equals(context.time().toString());
            return mine ? initialState() : state;
        }
    }
}

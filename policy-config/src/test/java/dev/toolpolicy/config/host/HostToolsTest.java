package dev.toolpolicy.config.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationTools;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostToolsTest {
    private static final HostTool WRITE = tool(
            "write",
            "{'type': 'object', 'required': ['file', 'text'], 'properties':"
                    + " {'file': {'type': 'string'}, 'text': {'type': 'string', 'maxLength': 9}}}");

    private static HostTool tool(String name, String schema) {
        return new HostTool(name, "", ConfigurationTools.arguments(schema));
    }

    private static HostPolicies policies(String... lines) {
        return HostPolicies.of(ConfigurationTools.toml(String.join("\n", lines)));
    }

    private static String answer(HostTools tools, String tool, String arguments) {
        CallPreview preview = tools.engine().newSession().calls().preview(tool, arguments.replace('\'', '"'));
        if (preview.error().isPresent()) {
            return "INVALID";
        }
        Mode mode = preview.decision().map(RuleDecision::mode).orElse(Mode.DENY);
        return preview.willRun() ? "APPROVED" : mode == Mode.ASK ? "NEEDS_APPROVAL" : "DENIED";
    }

    @Test
    void aFileSaysWhichStringsArePaths() {
        HostTools tools = policies(
                        "[tools.write.parameters]",
                        "file = 'path'",
                        "[tools.write.policy]",
                        "run = [{ arg = '/file', prefix = 'src', mode = 'allow' }, { mode = 'deny' }]")
                .start(List.of(WRITE));
        assertThat(answer(tools, "write", "{'file': 'src/a', 'text': ''}")).isEqualTo("APPROVED");
        assertThat(answer(tools, "write", "{'file': 'src/../b', 'text': ''}")).isEqualTo("DENIED");
        assertThat(answer(tools, "write", "{'file': './src/a', 'text': ''}")).isEqualTo("APPROVED");
    }

    /** The host's reader makes a double of it, so a longer text would be another number for rules than for the tool. */
    @Test
    void numbersAreJudgedAsDoubles() {
        HostTools tools = policies(
                        "[tools.pay.policy]",
                        "run = [{ arg = '/to', const = 42, mode = 'deny' }, { arg = '/to', minimum = 0, mode = 'allow'"
                                + " }]")
                .start(List.of(tool("pay", "{'type': 'object', 'properties': {'to': {'type': 'number'}}}")));
        assertThat(answer(tools, "pay", "{'to': 42.00000000000000000001}")).isEqualTo("DENIED");
        assertThat(answer(tools, "pay", "{'to': 41.99999999999999999999}")).isEqualTo("DENIED");
        assertThat(answer(tools, "pay", "{'to': 42.000000000001}")).isEqualTo("APPROVED");
    }

    @Test
    void aPatternSaysItOfAllItsTools() {
        HostTool read = tool("read", "{'properties': {'files': {'type': 'array', 'items': {'type': 'string'}}}}");
        HostTools tools = policies(
                        "[tools.'*'.parameters]",
                        "file = 'path'",
                        "'/files' = 'path'",
                        "[tools.'*'.policy]",
                        "run = [{ arg = '/file', glob = 'src/**', mode = 'allow' }, { mode = 'deny' }]")
                .start(List.of(WRITE, read));
        assertThat(answer(tools, "write", "{'file': 'src/x/../a', 'text': ''}")).isEqualTo("APPROVED");
        assertThat(tools.engine().tools().find("read").orElseThrow().schema().toString())
                .contains("array of path");
    }

    @Test
    void aPathThatIsNowhereIsAnError() {
        HostPolicies policies = policies("[tools.write.parameters]", "file = 'path'", "fiel = 'path'", "text = 'file'");
        assertThatThrownBy(() -> policies.start(List.of(WRITE)))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("there is no string at \"/fiel\"")
                .hasMessageContaining("policy.toml:3:")
                .hasMessageContaining("policy.toml:4:");
    }

    @Test
    void parametersOfSeveralToolsAreAnError() {
        HostPolicies policies = policies("[tools.'w*'.parameters]", "file = { type = 'path' }");
        assertThatThrownBy(() -> policies.start(List.of(WRITE)))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("\"w*\" is several tools");
    }

    @Test
    void keywordsThatRulesCantSeeAreNoted() {
        HostTools tools = policies().start(List.of(WRITE));
        assertThat(tools.notes())
                .containsExactly("tool \"write\": /properties/text/maxLength: \"maxLength\": 9 is not checked before a"
                        + " call runs");
        assertThat(answer(tools, "write", "{'file': 'a', 'text': 'longer than nine'}"))
                .isEqualTo("NEEDS_APPROVAL");
    }

    @Test
    void noRuleLooksAtAPlaceThatCantBeRead() {
        HostTool either = tool(
                "pick",
                "{'type': 'object', 'properties': {'a': {'oneOf': [{'type': 'string'},"
                        + " {'type': 'integer'}]}, 'b': {'type': 'string'}}, 'anyOf': [{'required': ['a']}]}");
        HostPolicies looks = policies(
                "[tools.pick.policy]", "run = [{ arg = '/a', prefix = 'x', mode = 'allow' }, { mode = 'ask' }]");
        assertThatThrownBy(() -> looks.start(List.of(either)))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("/a");
        HostTools tools = policies(
                        "[tools.pick.policy]",
                        "run = [{ arg = '/b', prefix = 'x', mode = 'allow' }, { mode = 'deny' }]")
                .start(List.of(either));
        assertThat(answer(tools, "pick", "{'a': 1, 'b': 'x'}")).isEqualTo("APPROVED");
        assertThat(tools.notes()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref': '#/definitions/Write', 'definitions': {'Write': %s}}",
                "{'type': 'object', '$ref': '#/$defs/Write', '$defs': {'Write': %s}}"
            })
    void aSchemaThatRefersToThatOfAnObjectIsReadThere(String whole) {
        HostTool write = tool("write", whole.formatted(WRITE.schema().toString().replace('"', '\'')));
        HostTools tools = policies(
                        "[tools.write.parameters]",
                        "file = 'path'",
                        "[tools.write.policy]",
                        "run = [{ arg = '/file', prefix = 'src', mode = 'allow' }, { mode = 'deny' }]")
                .start(List.of(write));
        assertThat(answer(tools, "write", "{'file': 'src/a', 'text': ''}")).isEqualTo("APPROVED");
        assertThat(answer(tools, "write", "{'file': 'src/../b', 'text': ''}")).isEqualTo("DENIED");
        assertThat(answer(tools, "write", "{'file': 'src/a'}")).isEqualTo("INVALID");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': ['string', 'null']}",
                "{'anyOf': [{'type': 'string'}, {'type': 'null'}]}",
                "{'oneOf': [{'type': 'null'}, {'type': 'string'}]}",
                "{'enum': ['x', 'y', null]}"
            })
    void whatIsRequiredAndMayBeNullMayBeAbsent(String parameter) {
        HostTool strict = tool(
                "strict",
                "{'type': 'object', 'required': ['a'], 'additionalProperties': false," + " 'properties': {'a': "
                        + parameter + "}}");
        HostTools tools = policies(
                        "[tools.strict.policy]",
                        "run = [{ arg = '/a', prefix = 'x', mode = 'allow' }, { mode = 'deny' }]")
                .start(List.of(strict));
        assertThat(answer(tools, "strict", "{'a': 'x'}")).isEqualTo("APPROVED");
        assertThat(answer(tools, "strict", "{'a': 'y'}")).isEqualTo("DENIED");
        assertThat(answer(tools, "strict", "{'a': null}")).isEqualTo("DENIED");
        assertThat(tools.notes()).isEmpty();
    }

    @Test
    void pathsOfAnUnknownToolAreAnError() {
        HostPolicies policies = policies("[tools.wriet.parameters]", "file = 'path'");
        assertThatThrownBy(() -> policies.start(List.of(WRITE)))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("no tool is named \"wriet\"");
    }

    @Test
    void sessionsOfAnAdapterGiveWayToSettings() {
        HostPolicies asking = policies("[tools.write.policy]", "run = [{ mode = 'ask' }]");
        SessionSettings hour = SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1));
        SessionSettings day = SessionSettings.inMemory().withStoredApprovals(Duration.ofDays(1));

        assertThat(validity(asking.defaultSessions(day))).isEqualTo(Duration.ofDays(1));
        assertThat(validity(asking.engine(builder -> builder.sessions(hour)).defaultSessions(day)))
                .isEqualTo(Duration.ofHours(1));
        assertThat(validity(asking.defaultSessions(day).engine(builder -> builder.sessions(hour))))
                .isEqualTo(Duration.ofHours(1));
    }

    private static Duration validity(HostPolicies policies) {
        PolicyEngine engine = policies.start(List.of(WRITE)).engine();
        engine.session("s")
                .guard("1", "write", "{\"file\": \"a\", \"text\": \"\"}")
                .run(arguments -> "", ToolResult::failure);
        Approval asked = engine.approvals().list(ApprovalQuery.pending()).get(0);
        return Duration.between(asked.asked(), asked.expires());
    }

    @Test
    void aSchemaThatCantBeReadIsDeniedOrAskedAbout() {
        HostTool odd = tool("odd", "{'type': 'array'}");
        HostPolicies allowing = policies("[tools.'*'.policy]", "run = [{ mode = 'allow' }]");
        assertThat(answer(allowing.start(List.of(odd)), "odd", "{'a': 1}")).isEqualTo("DENIED");
        HostTools asking = allowing.unknownTools(UnknownTools.ASK).start(List.of(odd));
        assertThat(answer(asking, "odd", "{'a': 1}")).isEqualTo("NEEDS_APPROVAL");
        assertThat(asking.notes()).singleElement().asString().startsWith("tool \"odd\": its calls need approval");
    }

    @Test
    void aToolThatComesLaterIsUnderTheSamePolicies() {
        HostTools tools = policies(
                        "[tools.'*'.policy]",
                        "run = [{ mode = 'allow' }]",
                        "[tools.write.policy]",
                        "external = true",
                        "run = [{ arg = '/file', prefix = 'src', mode = 'allow' }]")
                .start(List.of());
        assertThat(answer(tools, "write", "{'file': 'src', 'text': ''}")).isEqualTo("INVALID");
        tools.offer(List.of(WRITE));
        assertThat(answer(tools, "write", "{'file': 'src', 'text': ''}")).isEqualTo("APPROVED");
        assertThat(answer(tools, "write", "{'file': 'x', 'text': ''}")).isEqualTo("NEEDS_APPROVAL");
        tools.offer(List.of(tool("write", "{'type': 'object', 'properties': {'path': {'type': 'string'}}}")));
        assertThat(answer(tools, "write", "{'path': 'src'}")).isEqualTo("INVALID");
        assertThat(tools.engine().warnings().toString()).contains("there is no parameter");
    }

    @Test
    void aToolIsCurrentUntilItsSchemaChanges() {
        HostTool changed = tool("write", "{'type': 'object', 'properties': {'path': {'type': 'string'}}}");
        HostTools tools = policies().start(List.of());
        assertThat(tools.isCurrent(WRITE)).isFalse();
        tools.offer(List.of(WRITE));
        assertThat(tools.isCurrent(WRITE)).isTrue();
        tools.offer(List.of(changed));
        assertThat(tools.isCurrent(WRITE)).isFalse();
        assertThat(tools.isCurrent(changed)).isTrue();
    }

    /** An engine that fails on a new schema decides by the old one, which isn't the host's: neither is current. */
    @Test
    void aToolWhoseOfferFailedIsOfferedAgain() {
        HostTool changed = tool("write", "{'type': 'object', 'properties': {'path': {'type': 'string'}}}");
        AtomicBoolean fails = new AtomicBoolean();
        ToolPolicy failing = new ToolPolicy() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public ToolSelector governs() {
                if (fails.getAndSet(false)) {
                    throw new IllegalStateException("not now");
                }
                return ToolSelector.everyTool();
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return PolicyDecision.allow();
            }
        };
        HostTools tools =
                policies().engine(builder -> builder.policies(failing)).start(List.of(WRITE));
        fails.set(true);
        assertThatThrownBy(() -> tools.offer(List.of(changed))).hasMessageContaining("not now");
        assertThat(tools.isCurrent(changed)).isFalse();
        assertThat(tools.isCurrent(WRITE)).isFalse();
        tools.offer(List.of(changed));
        assertThat(tools.isCurrent(changed)).isTrue();
        assertThat(answer(tools, "write", "{'path': 'src'}")).isEqualTo("NEEDS_APPROVAL");
    }

    @Test
    void whatIsDeclaredInCodeCounts() {
        DeclaredTool own = DeclaredTool.of("write", ToolSchema.of()).withRun(RuleList.always(Mode.DENY));
        HostTools tools = policies().declared(ToolCatalog.of(List.of(own))).start(List.of(WRITE));
        tools.offer(List.of(WRITE));
        assertThat(tools.isCurrent(WRITE)).isTrue();
        assertThat(answer(tools, "write", "{}")).isEqualTo("DENIED");
    }

    @Test
    void settingsOfTheEngineAddUpAndDontReplaceTools() {
        HostTools tools = policies()
                .engine(builder -> builder.run("write", RuleList.always(Mode.DENY)))
                .engine(builder -> builder.tools(ToolCatalog.empty()))
                .start(List.of(WRITE));
        assertThat(answer(tools, "write", "{'file': 'a', 'text': ''}")).isEqualTo("DENIED");
    }

    @Test
    void twoToolsOfOneNameAreAnError() {
        HostTools tools = policies().start(List.of());
        assertThatThrownBy(() -> tools.offer(List.of(WRITE, WRITE))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> policies().start(List.of(WRITE, WRITE))).isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static dev.toolpolicy.runtime.policy.Policies.requires;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Scripted;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequirementsTest {
    private static final DeclaredTool TEST = DeclaredTool.of("test", ToolSchema.of());
    private static final DeclaredTool BUILD = DeclaredTool.of("build", ToolSchema.of());
    private static final DeclaredTool DEPLOY = DeclaredTool.of("deploy", ToolSchema.of());
    private static final DeclaredTool READ = withPath("read_file");
    private static final DeclaredTool WRITE = withPath("write_file");

    private static DeclaredTool withPath(String name) {
        return DeclaredTool.of(
                name,
                ToolSchema.of(
                        Parameter.optional("path", ParameterType.path()),
                        Parameter.optional("number", ParameterType.integer())));
    }

    private static ToolCatalog catalog(DeclaredTool... tools) {
        return ToolCatalog.of(List.of(tools));
    }

    private static PolicyRegistry resolved(ToolCatalog catalog, ToolPolicy... policies) {
        return session(Policies.resolve(catalog, List.of(policies), PathSettings.plain())
                .toArray(ToolPolicy[]::new));
    }

    @Test
    void readsLikeTheRule() {
        PolicyRegistry session = session(requires("deploy", "test", "build"));

        assertThat(Sessions.denial(session, call("deploy")).orElseThrow().policy())
                .isEqualTo("require:deploy");
        assertThat(reason(session, call("deploy")))
                .isEqualTo("deploy can run only after build and test have succeeded in this session.");
        run(session, call("test"));
        run(session, call("build"));
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void theSameArgumentIsDemandedOfOnePrerequisite() {
        PolicyRegistry session =
                session(requires("write_file", Requirement.sameArgument("/path", "read_file", "make_file")));

        assertThat(reason(session, call("write_file", "{'path':'a'}")))
                .isEqualTo("write_file with key \"a\" can run only after make_file or read_file has succeeded"
                        + " in this session with the same key.");
        run(session, call("read_file", "{'path':'a'}"));
        assertThat(allows(session, call("write_file", "{'path':'a'}"))).isTrue();
        assertThat(allows(session, call("write_file", "{'path':'b'}"))).isFalse();
        assertThat(reason(session, call("write_file")))
                .as("a missing argument lifts no requirement")
                .isEqualTo("write_file needs a key at /path: make_file or read_file must have succeeded in this session"
                        + " with the same key.");
    }

    @Test
    void allOfThemWithAnotherArgumentThatMayBeMissing() {
        Requirement.Key key =
                Requirement.Key.at("/to", "/from").matching(Match.ALL).allowingMissing();
        PolicyRegistry session = session(requires("write", Requirement.sameKey(List.of("read", "lock"), key)));
        run(session, call("read", "{'from':'a'}"));
        assertThat(allows(session, call("write", "{'to':'a'}"))).isFalse();
        run(session, call("lock", "{'from':'a'}"));

        assertThat(allows(session, call("write", "{'to':'a'}"))).isTrue();
        assertThat(allows(session, call("write"))).isTrue();
    }

    @Test
    void declaredRequirementsAreOnePolicyPerTool() {
        DeclaredTool deploy =
                DEPLOY.requiring(Requirement.allOf(List.of("test"))).requiring(Requirement.allOf(List.of("build")));
        List<ToolPolicy> policies = Policies.resolve(catalog(TEST, BUILD, deploy), List.of(), PathSettings.plain());

        assertThat(policies).extracting(ToolPolicy::name).containsExactly("require:deploy");
        assertThat(reason(session(policies.get(0)), call("deploy")))
                .isEqualTo("deploy can run only after build and test have succeeded in this session.");
    }

    @Test
    void requirementsInCodeAddToDeclaredOnes() {
        DeclaredTool deploy = DEPLOY.requiring(Requirement.allOf(List.of("test")));
        Scripted other = new Scripted("other");
        List<ToolPolicy> policies = Policies.resolve(
                catalog(READ, WRITE, TEST, BUILD, deploy),
                List.of(other, requires("deploy", "build"), requires("write_file", "read_file")),
                PathSettings.plain());

        assertThat(policies)
                .extracting(ToolPolicy::name)
                .containsExactly("require:write_file", "require:deploy", "other");
        assertThat(reason(session(policies.get(1)), call("deploy")))
                .endsWith("only after build and test have succeeded in this session.");
    }

    @Test
    void keyedAndUnkeyedRequirementsMustAllBeMet() {
        DeclaredTool write = WRITE.requiring(Requirement.sameKey(List.of("read_file"), Requirement.Key.at("/path")))
                .requiring(Requirement.allOf(List.of("test")))
                .requiring(Requirement.sameKey(List.of("read_file"), Requirement.Key.at("/number")));
        PolicyRegistry session = resolved(catalog(READ, write, TEST));
        ToolCall call = call("write_file", "{'path':'a','number':1}");

        assertThat(reason(session, call)).endsWith("only after test has succeeded in this session.");
        run(session, call("test"));
        assertThat(reason(session, call)).contains("with key \"a\"");
        run(session, call("read_file", "{'path':'a','number':2}"));
        assertThat(reason(session, call)).contains("with key \"1\"");
        run(session, call("read_file", "{'path':'b','number':1.0}"));
        assertThat(allows(session, call)).isTrue();
    }

    @Test
    void keysThatTheToolsCallPathsCompareAsPaths() {
        ToolPolicy stated = requires("write_file", Requirement.sameArgument("/path", "read_file"));
        PolicyRegistry session = resolved(catalog(READ, WRITE), stated);
        PolicyRegistry alone = session(stated);
        for (PolicyRegistry each : List.of(session, alone)) {
            run(each, call("read_file", "{'path':'d/../a.txt'}"));
        }

        assertThat(allows(session, call("write_file", "{'path':'./a.txt'}"))).isTrue();
        assertThat(allows(alone, call("write_file", "{'path':'./a.txt'}")))
                .as("without tools")
                .isFalse();
    }

    @Test
    void anArrayOfPathsIsAKeyForEach() {
        DeclaredTool writeAll = DeclaredTool.of(
                "write_all", ToolSchema.of(Parameter.required("paths", ParameterType.arrayOf(ParameterType.path()))));
        PolicyRegistry session = resolved(
                catalog(READ, writeAll),
                requires(
                        "write_all", Requirement.sameKey(List.of("read_file"), Requirement.Key.at("/paths", "/path"))));
        run(session, call("read_file", "{'path':'a'}"));

        assertThat(allows(session, call("write_all", "{'paths':['./a']}"))).isTrue();
        assertThat(reason(session, call("write_all", "{'paths':['a','b']}"))).contains("with key \"b\"");
    }

    @Test
    void aRequirementInCodeMayNameAPatternOrAToolThatComesLater() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(catalog(TEST, BUILD, DEPLOY))
                .policies(
                        requires("deploy", "te*"),
                        requires("build", Requirement.allOf(List.of("later")).asExternal()))
                .build();
        PolicyRegistry session = Sessions.of(engine.session("s"));
        assertThat(allows(session, call("build"))).isFalse();
        assertThat(allows(session, call("deploy"))).isFalse();
        run(session, call("test"));
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        DeclaredTool deploy = DEPLOY.requiring(Requirement.allOf(List.of("tset")))
                .requiring(Requirement.sameKey(List.of("read_file"), Requirement.Key.at("/nope")));
        DeclaredTool build = BUILD.requiring(Requirement.allOf(List.of("test")));
        DeclaredTool test = TEST.requiring(Requirement.allOf(List.of("build")));
        DeclaredTool write = WRITE.requiring(Requirement.sameKey(List.of("read_file"), Requirement.Key.at("/path/0")))
                .requiring(Requirement.sameKey(List.of("test"), Requirement.Key.at("/path")))
                .requiring(Requirement.sameKey(
                        List.of("read_file"),
                        Requirement.Key.at("/path", "/number").allowingMissing()));

        InvalidPolicyException thrown = catchThrowableOfType(
                InvalidPolicyException.class,
                () -> Policies.resolve(
                        catalog(READ, deploy, build, test, write),
                        List.of(requires("nobody", "test")),
                        PathSettings.plain()));

        assertThat(thrown.problems())
                .extracting(problem -> "[toolpolicy/" + problem.diagnostic().code() + "] "
                        + problem.diagnostic().summary())
                .containsExactly(
                        "[toolpolicy/unknown-tool] \"deploy\" requires \"tset\", but there is no such tool",
                        "[toolpolicy/unknown-pointer] the key \"/nope\" leads nowhere in \"deploy\"",
                        "[toolpolicy/unknown-pointer] the key \"/path/0\" leads nowhere in \"write_file\"",
                        "[toolpolicy/missing-key] the key \"/path\" of \"write_file\" leads nowhere in \"test\"",
                        "[toolpolicy/key-type] the key of \"write_file\" is path at \"/path\", but integer at"
                                + " \"/number\" in \"read_file\"",
                        "[toolpolicy/unknown-tool] a requirement is stated for \"nobody\", but there is no such tool",
                        "[toolpolicy/requirement-cycle] tools require each other: build -> test -> build");
    }

    @Test
    void emptyNamesAreRefused() {
        assertThatThrownBy(() -> requires("")).hasMessage("tool name must not be empty");
        assertThatThrownBy(() -> requires("deploy")).hasMessage("a requirement names at least one tool");
        assertThatThrownBy(() -> requires("deploy", "deploy"))
                .hasMessage("tool \"deploy\" can never run: it requires itself");
    }

    @Test
    void declaredAndStatedGiveIdenticalVerdicts() {
        PolicyRegistry declared = resolved(catalog(
                TEST,
                BUILD,
                READ,
                DEPLOY.requiring(Requirement.allOf(List.of("test", "build"))),
                WRITE.requiring(Requirement.sameKey(List.of("read_file"), Requirement.Key.at("/path")))
                        .requiring(Requirement.allOf(List.of("test")))));
        PolicyRegistry stated = resolved(
                catalog(TEST, BUILD, READ, DEPLOY, WRITE),
                requires("deploy", "test", "build"),
                requires("write_file", Requirement.sameArgument("/path", "read_file")),
                requires("write_file", "test"));
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        List<ToolCall> history = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ToolCall call = anyCall(random);
            history.add(call);
            assertThat(Sessions.check(stated, call).denial())
                    .as("seed %d, after %s", seed, history)
                    .isEqualTo(Sessions.check(declared, call).denial());
            if (random.nextInt(10) == 0) {
                run(declared, call);
                run(stated, call);
            }
        }
    }

    static ToolCall anyCall(Random random) {
        List<String> tools = List.of("test", "build", "deploy", "read_file", "write_file");
        List<String> paths = Arrays.asList(
                "{}",
                "{'path':null}",
                "{'path':'a'}",
                "{'path':'./a'}",
                "{'path':'b/../a'}",
                "{'path':'b'}",
                "{'path':'/a'}",
                "{'path':''}",
                "{'path':'.'}",
                "{'path':'../a'}");
        return call(tools.get(random.nextInt(tools.size())), paths.get(random.nextInt(paths.size())));
    }
}

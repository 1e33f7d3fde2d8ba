package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedPolicyTest {
    private static final KeyedDependency WRITE =
            KeyedDependency.of("write", CallKey.pathAt("/path")).after("read");
    private static final KeyedDependency COMMIT =
            KeyedDependency.of("commit", CallKey.at("/repo")).after("lint", "test");

    @Test
    void aDenialNamesToolKeyAndPrerequisites() {
        PolicyDenial denied = denial(session(Policies.keyed(COMMIT)), call("commit", "{'repo':'r'}"))
                .orElseThrow();

        assertThat(denied.policy()).isEqualTo("keyed_dependency");
        assertThat(denied.reason())
                .isEqualTo("commit with key \"r\" can run only after lint or test has succeeded in this session"
                        + " with the same key.");
        assertThat(denied.metadata()).containsOnlyKeys("tool", "key", "prerequisites");
        assertThat(denied.metadata().get("tool")).isEqualTo(TextNode.valueOf("commit"));
        assertThat(denied.metadata().get("key")).isEqualTo(TextNode.valueOf("r"));
        assertThat(denied.metadata().get("prerequisites"))
                .isEqualTo(JsonNodeFactory.instance.arrayNode().add("lint").add("test"));
    }

    @Test
    void anyOfTwoPrerequisitesUnlocksTheSameKeyOnly() {
        PolicyRegistry session = session(Policies.keyed(COMMIT));
        run(session, call("lint", "{'repo':'r'}"));

        assertThat(allows(session, call("commit", "{'repo':'r'}"))).isTrue();
        assertThat(allows(session, call("commit", "{'repo':'other'}"))).isFalse();
    }

    @Test
    void modeAllStaysDeniedUntilTheLast() {
        PolicyRegistry session = session(Policies.keyed(COMMIT.all()));
        run(session, call("lint", "{'repo':'r'}"));

        assertThat(reason(session, call("commit", "{'repo':'r'}"))).contains("only after lint and test have succeeded");
        run(session, call("test", "{'repo':'s'}"));
        assertThat(allows(session, call("commit", "{'repo':'r'}"))).isFalse();
        run(session, call("test", "{'repo':'r'}"));
        assertThat(allows(session, call("commit", "{'repo':'r'}"))).isTrue();
    }

    @Test
    void aPrerequisiteWithoutKeyIsRecordedNowhere() {
        PolicyRegistry session = session(Policies.keyed(COMMIT));
        run(session, call("lint"));
        run(session, call("lint", "{'repo':null}"));

        assertThat(allows(session, call("commit", "{'repo':'r'}"))).isFalse();
        assertThat(allows(session, call("commit", "{'repo':''}"))).isFalse();
        assertThat(allows(session, call("commit", "{'repo':'null'}"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'repo':null}", "{'other':'r'}"})
    void aDependentWithoutKeyIsAllowedUnlessSaidOtherwise(String arguments) {
        assertThat(allows(session(Policies.keyed(COMMIT)), call("commit", arguments)))
                .isTrue();
        PolicyDenial denied = denial(session(Policies.keyed(COMMIT.denyWhenMissing())), call("commit", arguments))
                .orElseThrow();
        assertThat(denied.reason())
                .isEqualTo("commit needs a key at /repo: lint or test must have succeeded in this session"
                        + " with the same key.");
        assertThat(denied.metadata()).containsOnlyKeys("tool", "prerequisites");
    }

    @Test
    void aSatisfiedKeyBelongsToItsDependency() {
        PolicyRegistry session = session(Policies.keyed(
                KeyedDependency.of("merge", CallKey.at("/pr")).after("review"),
                KeyedDependency.of("close", CallKey.at("/issue")).after("review")));
        run(session, call("review", "{'pr':5}"));

        assertThat(allows(session, call("merge", "{'pr':5}"))).isTrue();
        assertThat(allows(session, call("close", "{'issue':5}"))).isFalse();
        run(session, call("review", "{'issue':5}"));
        assertThat(allows(session, call("close", "{'issue':5}"))).isTrue();
    }

    @Test
    void namesOfTheKeyMayDifferByTool() {
        PolicyRegistry session = session(Policies.keyed(
                KeyedDependency.of("close", CallKey.at("/issue")).after("review", CallKey.at("/subject/number"))));
        run(session, call("review", "{'issue':5}"));
        assertThat(allows(session, call("close", "{'issue':5}"))).isFalse();

        run(session, call("review", "{'subject':{'number':5}}"));

        assertThat(allows(session, call("close", "{'issue':5}"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "./a/../cfg.yaml, cfg.yaml, true",
        "cfg.yaml, cfg.yaml/, true",
        "cfg.yaml, .//cfg.yaml, true",
        "/a/../../cfg.yaml, /cfg.yaml, true",
        "cfg.yaml, /cfg.yaml, false",
        "x/cfg.yaml, cfg.yaml, false",
        "cfg.yaml, ../cfg.yaml, false",
        "../../etc/passwd, etc/passwd, false",
        "../../etc/passwd, /etc/passwd, false",
        "cfg.yaml, CFG.yaml, false",
    })
    void pathsCompareByTheirNormalForm(String read, String written, boolean allowed) {
        PolicyRegistry session = session(Policies.keyed(WRITE));
        run(session, call("read", "{'path':'" + read + "'}"));

        assertThat(allows(session, call("write", "{'path':'" + written + "'}"))).isEqualTo(allowed);
    }

    @Test
    void aPathsDenialNamesTheNormalForm() {
        assertThat(denial(session(Policies.keyed(WRITE)), call("write", "{'path':'./a//b/'}"))
                        .orElseThrow()
                        .metadata()
                        .get("key"))
                .isEqualTo(TextNode.valueOf("a/b"));
    }

    @Test
    void textsCompareAsWritten() {
        PolicyRegistry session = session(Policies.keyed(COMMIT));
        run(session, call("lint", "{'repo':'./r'}"));

        assertThat(allows(session, call("commit", "{'repo':'r'}"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 5.0 | true",
                "5 | 5e0 | true",
                "500 | 5e2 | true",
                "9007199254740993 | 9007199254740992 | false",
                "true | true | true",
                "true | false | false",
                "{'a':1,'b':[2,null]} | {'b':[2.0,null],'a':1e0} | true",
                "{'a':1} | {'a':1,'b':2} | false",
                "[1,2] | [2,1] | false",
                "[] | {} | false",
            })
    void otherValuesCompareAsJson(String one, String other, boolean allowed) {
        PolicyRegistry session = session(Policies.keyed(COMMIT));
        run(session, call("lint", "{'repo':" + one + "}"));

        assertThat(allows(session, call("commit", "{'repo':" + other + "}"))).isEqualTo(allowed);
    }

    @Test
    void everyKeyBehindAnArrayMustBeUnlocked() {
        PolicyRegistry session = session(Policies.keyed(
                KeyedDependency.of("edit", CallKey.pathAt("/files/path")).after("read", CallKey.pathAt("/path"))));
        run(session, call("read", "{'path':'a'}"));

        assertThat(allows(session, call("edit", "{'files':[{'path':'a'},{'path':'./a'}]}")))
                .isTrue();
        assertThat(reason(session, call("edit", "{'files':[{'path':'a'},{'path':'b'}]}")))
                .contains("with key \"b\"");
    }

    /** An element without a key would otherwise run under the key of its neighbor. */
    @Test
    void anElementWithoutTheKeyIsACallWithoutIt() {
        KeyedDependency edit =
                KeyedDependency.of("edit", CallKey.pathAt("/files/path")).after("read", CallKey.pathAt("/path"));
        PolicyRegistry session = session(Policies.keyed(edit.denyWhenMissing()));
        run(session, call("read", "{'path':'a'}"));

        assertThat(allows(session, call("edit", "{'files':[{'path':'a'}]}"))).isTrue();
        for (String other : List.of("{}", "{'path':null}", "null", "[]")) {
            assertThat(reason(session, call("edit", "{'files':[{'path':'a'}," + other + "]}")))
                    .isEqualTo("edit needs a key at /files/path: read must have succeeded in this session with the same"
                            + " key.");
        }
        assertThat(allows(session(Policies.keyed(edit)), call("edit", "{'files':[{}]}")))
                .isTrue();
    }

    @Test
    void anExtractorThatFailsDeniesWithPolicyAndError() {
        String reason = reason(
                session(extracted(call -> {
                    throw new IllegalStateException("secret");
                })),
                call("close"));

        assertThat(reason).isEqualTo("Not run: policy 'keyed_dependency' failed while it checked this call.");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void anExtractorThatGivesNoTextDenies() {
        assertThat(reason(session(extracted((Function) call -> Optional.of(5))), call("close")))
                .isEqualTo("Not run: policy 'keyed_dependency' failed while it checked this call.");
        assertThat(reason(session(extracted((Function) call -> null)), call("close")))
                .isEqualTo("Not run: policy 'keyed_dependency' failed while it checked this call.");
    }

    @Test
    void emptyExtractedKeysAreNotShared() {
        PolicyRegistry session = session(extracted(call -> Optional.of("")));
        run(session, call("review"));

        assertThat(reason(session, call("close")))
                .isEqualTo("close has an empty key, which no earlier call can share.");
    }

    @Test
    void anExtractorMayFindNoKey() {
        assertThat(allows(session(extracted(call -> Optional.empty())), call("close")))
                .isTrue();
    }

    @Test
    void anExtractedKeyUnlocks() {
        PolicyRegistry session = session(extracted(
                call -> Optional.of(call.arguments().path("title").asText().toLowerCase(java.util.Locale.ROOT))));
        run(session, call("review", "{'title':'Fix'}"));

        assertThat(allows(session, call("close", "{'title':'FIX'}"))).isTrue();
        assertThat(allows(session, call("close", "{'title':'other'}"))).isFalse();
    }

    private static ToolPolicy extracted(Function<ToolCall, Optional<String>> extractor) {
        return Policies.keyed(
                KeyedDependency.of("close", CallKey.by("extractor", extractor)).after("review"));
    }

    @Test
    void aLongKeyIsCutInTheReasonOnly() {
        String path = "x".repeat(10_000);
        PolicyDenial denied = denial(session(Policies.keyed(WRITE)), call("write", "{'path':'" + path + "'}"))
                .orElseThrow();

        assertThat(denied.reason()).hasSizeLessThan(400).contains("xxx\"...");
        assertThat(denied.metadata().get("key").textValue()).isEqualTo(path);
    }

    @Test
    void onePolicyServesSessionsThatKnowNothingOfEachOther() {
        for (ToolPolicy policy :
                List.of(Policies.keyed(WRITE), Policies.requires("write", Requirement.sameArgument("/path", "read")))) {
            PolicyRegistry first = session(policy);
            PolicyRegistry second = session(policy);
            run(first, call("read", "{'path':'a'}"));

            assertThat(allows(first, call("write", "{'path':'a'}"))).isTrue();
            assertThat(allows(second, call("write", "{'path':'a'}"))).isFalse();
        }
    }

    @Test
    void needsTheParameterOfItsKeyAndOnlyOfTheDependent() {
        ToolPolicy policy = Policies.keyed(
                KeyedDependency.of("edit", CallKey.at("/target/path")).after("read"));

        assertThat(policy.needs("edit"))
                .isEqualTo(ToolPolicy.ArgumentNeeds.of(Set.of(ArgumentPointer.parse("/target/path"))));
        assertThat(policy.needs("read")).isEqualTo(ToolPolicy.ArgumentNeeds.none());
        assertThat(extracted(call -> Optional.empty()).needs("close")).isEqualTo(ToolPolicy.ArgumentNeeds.all());
    }

    @Test
    void impossibleSettingsAreRefused() {
        KeyedDependency alone = KeyedDependency.of("write", CallKey.at("/path"));
        assertThatThrownBy(() -> Policies.keyed(alone))
                .hasMessage("tool \"write\" must have at least one prerequisite");
        assertThatThrownBy(Policies::keyed).hasMessage("policy \"keyed_dependency\" must have at least one dependency");
        assertThatThrownBy(() -> Policies.keyed(WRITE, alone.after("list")))
                .hasMessage("tool \"write\" has two dependencies");
        assertThatThrownBy(() -> Policies.keyed(alone.after("read", "write")))
                .hasMessage("tool \"write\" can never run: it requires itself");
        assertThatThrownBy(() -> Policies.keyed(
                        WRITE, KeyedDependency.of("read", CallKey.at("/x")).after("write")))
                .hasMessage("tools require each other: read -> write -> read");
        assertThatThrownBy(() -> Policies.keyed(alone.after("")))
                .hasMessage("policy \"keyed_dependency\" has an empty tool name");
        assertThatThrownBy(() -> WRITE.after("read", CallKey.at("/file")))
                .hasMessage("tool \"read\" has two keys, at /path and /file");
        assertThatThrownBy(() -> CallKey.at("path")).hasMessage("a pointer starts with \"/\"");
    }
}

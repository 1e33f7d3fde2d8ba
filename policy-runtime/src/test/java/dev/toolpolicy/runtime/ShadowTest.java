package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.event.ShadowEvent;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.PageLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second configuration is evaluated beside the active one: differences are reported, and it has no effect. */
class ShadowTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final DeclaredTool WRITE = DeclaredTool.of(
            "write",
            ToolSchema.of(
                    Parameter.required("path", ParameterType.path()),
                    Parameter.optional("lines", ParameterType.integer())));
    private static final DeclaredTool BASH =
            DeclaredTool.of("bash", ToolSchema.of(Parameter.required("command", ParameterType.string())));
    private static final String OLD = """
        [tools.write.policy]
        run = [{ arg = "/path", prefix = "src", mode = "allow" }, { mode = "ask" }]
        result = "ask"
        """;
    private static final String NEW = """
        [tools.write.policy]
        run = [
          { arg = "/path", prefix = "src/keys", mode = "deny" },
          { arg = "/path", prefix = "src", mode = "allow" },
          { mode = "ask" },
        ]
        result = "allow"
        """;

    private final List<ShadowEvent> events = new ArrayList<>();

    @TempDir
    private Path folder;

    private static PolicyConfiguration toml(String source, String text) {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, source, text);
    }

    private PolicyEngineBuilder builder() {
        return builder(Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private PolicyEngineBuilder builder(Clock clock) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE, BASH.withRun(RuleList.always(Mode.ASK)))))
                .sessions(SessionSettings.inMemory().withClock(clock))
                .configuration(toml("old.toml", OLD))
                .onShadow(events::add);
    }

    /** The problems without the one of the engine, which has no approver for results. */
    private static List<PolicyProblem> aboutLists(List<PolicyProblem> problems) {
        return problems.stream()
                .filter(problem -> !problem.diagnostic().code().id().equals("results-not-delivered"))
                .toList();
    }

    private static ToolCallOutcome call(PolicyEngine engine, String tool, String arguments) {
        return engine.session("s")
                .calls()
                .call("c1", tool)
                .append(arguments.replace('\'', '"'))
                .finish();
    }

    private static ShadowEvent differed(ListKind list, Mode current, Mode shadow) {
        OptionalInt first = OptionalInt.of(0);
        return new ShadowEvent(
                NOW,
                "s",
                "write",
                "c1",
                Optional.of(list),
                Optional.of(current),
                first,
                Optional.of(shadow),
                first,
                "");
    }

    @Test
    void itTellsWhereAnswersDifferAndChangesNone() {
        PolicyEngine engine = builder().shadow(toml("new.toml", NEW)).build();
        assertThat(call(engine, "write", "{'path':'src/keys/a'}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(events)
                .containsExactly(
                        differed(ListKind.RUN, Mode.ALLOW, Mode.DENY), differed(ListKind.RESULT, Mode.ASK, Mode.ALLOW));
        assertThat(events.get(0).toString()).contains("allow (rule 1)", "deny (rule 1)");
        assertThat(call(engine, "bash", "{'command':'ls'}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
        assertThat(engine.shadow().orElseThrow())
                .isEqualTo(new ShadowEvent.Counts(
                        2,
                        1,
                        0,
                        Map.of(
                                "tool \"write\", run: allow -> deny", 1L,
                                "tool \"write\", result: ask -> allow", 1L)));
        assertThat(engine.shadow().orElseThrow()).hasToString("""
            2 calls compared, 1 differ, 0 failed
            tool "write", result: ask -> allow: 1
            tool "write", run: allow -> deny: 1\
            """);
    }

    @Test
    void aLooserShadowLetsNothingRun() {
        PolicyEngine engine = builder()
                .shadow(toml("new.toml", "tools.bash.policy.run = 'allow'"))
                .build();
        assertThat(call(engine, "bash", "{'command':'rm'}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
        assertThat(events).singleElement().satisfies(each -> {
            assertThat(each.current().orElseThrow()).isEqualTo(Mode.ASK);
            assertThat(each.shadow().orElseThrow()).isEqualTo(Mode.ALLOW);
        });
    }

    @Test
    void onlyWholeValidCallsAreComparedAndEachOnce() {
        PolicyEngine engine = builder().shadow(toml("new.toml", NEW)).build();
        assertThat(call(engine, "write", "{'path':1}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.INVALID);
        assertThat(call(engine, "write", "{'path':'a'"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.INVALID);
        assertThat(engine.shadow().orElseThrow().calls()).isZero();
        ToolCallStream call = engine.session("s").calls().call("c2", "write").append("{\"path\":\"x\"}");
        call.finish();
        call.finish();
        assertThat(engine.shadow().orElseThrow().calls()).isEqualTo(1);
        assertThat(engine.session("s")
                        .calls()
                        .call("c3", "write")
                        .append("{\"path\":\"x\"}")
                        .finish("no such approval"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.DENIED);
        assertThat(engine.shadow().orElseThrow().calls()).as("taken up again").isEqualTo(1);
    }

    @Test
    void aFailureIsToldAndChangesNothing() {
        PolicyEngine engine = builder(new ManualClock(ShadowTest::unlessShadow))
                .shadow(toml("new.toml", NEW))
                .onShadow(event -> {
                    throw new IllegalStateException("nobody listens");
                })
                .build();
        assertThat(call(engine, "write", "{'path':'src/keys/a'}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(engine.shadow().orElseThrow().differing()).isEqualTo(1);
    }

    /** Fails where the shadow asks, which is the last of those who ask for the time of a call. */
    private static Instant unlessShadow() {
        boolean shadow = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith("ShadowTally")));
        if (shadow) {
            throw new IllegalStateException("no time");
        }
        return NOW;
    }

    @Test
    void shadowProblemsAreReportedWithTheEngines() {
        assertThatThrownBy(() -> builder()
                        .configuration(toml("more.toml", "tools.bash.policy.run = 'aks'"))
                        .shadow(toml("new.toml", "tools.write.policy.run = 'skp'"))
                        .build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContainingAll(
                        "more.toml:1:25: error: [toolpolicy/mode]", "new.toml:1:26: error: [toolpolicy/mode]");
        PolicyEngine engine = builder()
                .shadow(toml("new.toml", "tools.write.policy.run = [{ arg = '/path', prefix = 'a', mode = 'deny' }]"))
                .build();
        assertThat(aboutLists(engine.warnings()))
                .singleElement()
                .asString()
                .startsWith("new.toml:1:26: warning: [toolpolicy/no-catch-all]");
    }

    @Test
    void toolsThatItDoesNotHaveOrHasOtherwiseAreToldAndNotCompared() {
        PolicyEngine engine = builder()
                .configuration(toml(
                        "tools.toml", "tools.a.parameters.x.type = 'string'\ntools.b.parameters.x.type = 'string'"))
                .shadow(toml("new.toml", "tools.b.parameters.x.type = 'path'\ntools.b.policy.run = 'deny'"))
                .build();
        assertThat(engine.warnings())
                .extracting(problem -> PageLines.cut(problem.toString()))
                .contains(
                        "tool \"a\": [toolpolicy/unknown-tool] the shadow has no such tool: its calls are not compared",
                        "tool \"b\": [toolpolicy/duplicate-tool] the shadow has other parameters: its calls are not"
                                + " compared");
        call(engine, "a", "{'x':'y'}");
        call(engine, "b", "{'x':'y'}");
        assertThat(engine.shadow().orElseThrow().calls()).isZero();
    }

    @Test
    void offItIsNotThere() {
        PolicyEngine engine = builder().build();
        call(engine, "write", "{'path':'src/keys/a'}");
        assertThat(engine.shadow()).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void aReloadRestartsTheShadowUnlessItIsInvalid() throws IOException {
        Path file = Files.writeString(folder.resolve("new.toml"), NEW);
        PolicyEngine engine = builder().shadow(PolicyConfiguration.read(file)).build();
        call(engine, "write", "{'path':'src/keys/a'}");
        Files.writeString(file, "tools.write.policy.run = 'deny'");
        assertThat(engine.reload()).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(engine.shadow().orElseThrow().calls()).as("counts from zero").isZero();
        call(engine, "write", "{'path':'a'}");
        assertThat(engine.shadow().orElseThrow().differing()).isEqualTo(1);

        Files.writeString(file, "tools.write.policy.run = 'skp'");
        ReloadOutcome outcome = engine.reload(toml("old.toml", OLD.replace("allow", "ask")));
        assertThat(outcome)
                .as("the active lists don't wait for the shadow")
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.APPLIED);
        outcome = engine.reload();
        assertThat(outcome).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(aboutLists(outcome.problems()))
                .singleElement()
                .asString()
                .contains("new.toml:1:26: error: [toolpolicy/mode]");
        assertThat(engine.warnings()).isEqualTo(outcome.problems());
        events.clear();
        call(engine, "write", "{'path':'a'}");
        assertThat(events)
                .as("the earlier shadow goes on, for calls and results")
                .hasSize(2)
                .first()
                .satisfies(each -> assertThat(each.shadow().orElseThrow()).isEqualTo(Mode.DENY));
    }

    @Test
    void itCanBePutThereReplacedAndEnded() {
        PolicyEngine engine = builder().build();
        PolicySession session = engine.session("s");
        assertThat(engine.reloadShadow(toml("new.toml", NEW)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.APPLIED);
        session.calls().call("1", "write").append("{\"path\":\"src/keys/a\"}").finish();
        assertThat(engine.shadow().orElseThrow().differing()).isEqualTo(1);
        assertThat(engine.reloadShadow(toml("bad.toml", "tools = 1")))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.INVALID);
        assertThat(engine.shadow().orElseThrow().differing())
                .as("the earlier one goes on")
                .isEqualTo(1);
        assertThat(engine.reloadShadow(toml("old.toml", OLD)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.APPLIED);
        session.calls().call("2", "write").append("{\"path\":\"src/keys/a\"}").finish();
        assertThat(engine.shadow()).contains(new ShadowEvent.Counts(1, 0, 0, Map.of()));
        assertThat(aboutLists(engine.reloadShadow().problems())).isEmpty();
        assertThat(engine.shadow()).isEmpty();
        events.clear();
        session.calls().call("3", "write").append("{\"path\":\"src/keys/a\"}").finish();
        assertThat(events).isEmpty();
    }

    @Test
    void replacedToolsAreComparedAgainAndCountsContinue() {
        PolicyEngine engine = builder().shadow(toml("new.toml", NEW)).build();
        call(engine, "write", "{'path':'src/keys/a'}");
        engine.replace(DeclaredTool.of(
                "write",
                ToolSchema.of(
                        Parameter.required("path", ParameterType.path()),
                        Parameter.required("text", ParameterType.string()))));
        call(engine, "write", "{'path':'src/keys/a','text':''}");
        assertThat(engine.shadow().orElseThrow().differing()).isEqualTo(2);
    }

    @Test
    void listsInCodeOverrideTheShadowToo() {
        PolicyEngine engine = builder()
                .run("write", RuleList.always(Mode.EDIT))
                .shadow(toml("new.toml", NEW))
                .build();
        call(engine, "write", "{'path':'src/keys/a'}");
        assertThat(events).extracting(each -> each.list().orElseThrow()).containsExactly(ListKind.RESULT);
    }

    /** It is judged as if it were active. */
    @Test
    void itsFilesAreGuardedOnlyInItsOwnAnswers() throws IOException {
        Path file = Files.writeString(folder.resolve("new.toml"), "tools.write.policy.run = 'allow'");
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE)))
                .configuration(toml("old.toml", "tools.write.policy.run = 'allow'"))
                .shadow(PolicyConfiguration.read(file))
                .onShadow(events::add)
                .build();
        assertThat(call(engine, "write", "{'path':'" + file + "'}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(events)
                .singleElement()
                .satisfies(each -> assertThat(each.shadow().orElseThrow()).isEqualTo(Mode.ASK));
    }

    @Test
    void callsOnManyThreadsAreAllCounted() throws InterruptedException {
        PolicyEngine engine =
                builder().onShadow(event -> {}).shadow(toml("new.toml", NEW)).build();
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> {
                    try {
                        start.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    for (int j = 0; j < 500; j++) {
                        engine.session("s" + i)
                                .calls()
                                .call("" + j, "write")
                                .append("{\"path\":\"src/keys/a\"}")
                                .finish();
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(engine.shadow().orElseThrow().differing()).isEqualTo(2000);
        assertThat(engine.shadow().orElseThrow().pairs().values()).containsExactly(2000L, 2000L);
    }
}

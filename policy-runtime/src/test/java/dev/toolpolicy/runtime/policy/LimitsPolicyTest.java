package dev.toolpolicy.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits that tools declare. */
class LimitsPolicyTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final ToolSchema PAYMENT = ToolSchema.of(
            Parameter.optional("amount", ParameterType.number()),
            Parameter.optional("parts", ParameterType.arrayOf(ParameterType.number())));

    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();

    private PolicyRegistry session(CallLimit... limits) {
        return Sessions.of(engine(limits).session("s"));
    }

    private PolicyEngine engine(CallLimit... limits) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("pay", PAYMENT)
                        .withRun(RuleList.always(Mode.ALLOW))
                        .withLimits(limits))))
                .sessions(SessionSettings.inMemory().withStore(store).withClock(clock))
                .build();
    }

    private static ToolCall pay(String arguments) {
        return Sessions.call("pay", arguments);
    }

    private static boolean begins(PolicyRegistry session, String arguments) {
        return Sessions.check(session, pay(arguments)).denial().isEmpty();
    }

    private static String reason(PolicyRegistry session, String arguments) {
        return Sessions.check(session, pay(arguments)).denial().orElseThrow().reason();
    }

    @Test
    void callsCountWhateverTheirOutcome() {
        PolicyRegistry session = session(CallLimit.calls(4));
        Sessions.recordFailure(session, Sessions.check(session, pay("{}")));
        Sessions.recordUnknown(session, Sessions.check(session, pay("{}")));
        Sessions.recordSuccess(session, Sessions.check(session, pay("{}")), TextNode.valueOf("done"));
        assertThat(begins(session, "{}")).isTrue();
        assertThat(reason(session, "{}")).isEqualTo("pay can run 4 times in this session.");
    }

    @Test
    void aFailureWithoutEffectIsTakenBackOnce() {
        PolicyRegistry session = session(CallLimit.calls(1), CallLimit.total("5", "/amount"));
        for (int i = 0; i < 3; i++) {
            Sessions.recordNoEffect(session, Sessions.check(session, pay("{'amount':5}")));
        }
        assertThat(begins(session, "{'amount':5}")).isTrue();
        assertThat(begins(session, "{'amount':0}")).isFalse();
    }

    @Test
    void aHandlerSaysThatItHadNoEffect() {
        PolicyEngine engine = engine(CallLimit.calls(1));
        List<ToolResult> answers = new ArrayList<>(
                List.of(ToolResult.failureWithoutEffect("The bank refused it."), ToolResult.failure("No answer.")));
        ToolHandlers handlers = ToolHandlers.builder(engine.tools())
                .on(Runnable::run)
                .handle("pay", (arguments, call) -> answers.remove(0))
                .build();
        PolicySession session = engine.session("s");
        assertThat(session.execute("a", "pay", "{}", handlers).kind()).isEqualTo(CallResult.Kind.FAILED);
        assertThat(session.execute("b", "pay", "{}", handlers).kind()).isEqualTo(CallResult.Kind.FAILED);
        assertThat(session.execute("c", "pay", "{}", handlers).kind()).isEqualTo(CallResult.Kind.DENIED);
    }

    @Test
    void aCallIsCountedForItsTime() {
        PolicyRegistry session = session(CallLimit.calls(2).per(MINUTE));
        Instant first = clock.instant();
        assertThat(begins(session, "{}")).isTrue();
        clock.pass(Duration.ofSeconds(30));
        assertThat(begins(session, "{}")).isTrue();
        assertThat(reason(session, "{}"))
                .isEqualTo("pay can run 2 times in 1 minute. It can run again at " + first.plus(MINUTE) + ".");
        clock.pass(Duration.ofSeconds(30));
        assertThat(begins(session, "{}")).isTrue();
        assertThat(begins(session, "{}")).isFalse();
    }

    @Test
    void aClockThatGoesBackGivesNothingBack() {
        PolicyRegistry session = session(CallLimit.calls(1).per(MINUTE));
        assertThat(begins(session, "{}")).isTrue();
        clock.pass(Duration.ofHours(-1));
        assertThat(begins(session, "{}")).isFalse();
    }

    @Test
    void aCallAtATimeThatTheClockShowsAgainCountsFromTheLatest() {
        PolicyRegistry session = session(CallLimit.calls(3).per(Duration.ofHours(1)));
        for (int minutes : List.of(0, 50, -50)) {
            clock.pass(Duration.ofMinutes(minutes));
            assertThat(begins(session, "{}")).isTrue();
        }
        clock.pass(Duration.ofMinutes(61));
        assertThat(begins(session, "{}")).isFalse();
        clock.pass(Duration.ofMinutes(49));
        assertThat(begins(session, "{}")).isTrue();
    }

    @Test
    void amountsAreSummedExactly() {
        PolicyRegistry session = session(CallLimit.total("0.3", "/amount"));
        assertThat(begins(session, "{'amount':0.1}")).isTrue();
        assertThat(begins(session, "{'amount':2e-1}")).isTrue();
        assertThat(reason(session, "{'amount':1e-30}"))
                .isEqualTo("With this call, the sum of /amount of pay in this session would be"
                        + " 0.300000000000000000000000000001; the limit is 0.3.");
        assertThat(begins(session, "{'amount':0}")).isTrue();
    }

    @Test
    void allElementsAreSummed() {
        PolicyRegistry session = session(CallLimit.total("10", "/parts").per(MINUTE));
        assertThat(begins(session, "{'parts':[4,3]}")).isTrue();
        assertThat(begins(session, "{'parts':[3,0.1]}")).isFalse();
        assertThat(begins(session, "{'parts':[]}")).isTrue();
        clock.pass(MINUTE);
        assertThat(begins(session, "{'parts':[10]}")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'amount':null}", "{'amount':-1}"})
    void anAmountThatCantBeSummedDenies(String arguments) {
        PolicyRegistry session = session(CallLimit.total("10", "/amount"));
        assertThat(reason(session, arguments))
                .isEqualTo("pay must say its amount at /amount, a number that isn't negative: a limit counts it.");
    }

    @Test
    void anAmountWithTooManyDigitsDenies() {
        PolicyRegistry session = session(CallLimit.total("10", "/amount"));
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("amount", new BigDecimal("1e-1001"));
        assertThat(Sessions.check(session, new ToolCall("c", "pay", arguments)).denial())
                .isPresent();
    }

    @Test
    void failuresInARowDenyUntilTheirTimeIsOver() {
        PolicyRegistry session = session(CallLimit.failures(2, MINUTE));
        Sessions.recordFailure(session, Sessions.check(session, pay("{}")));
        Sessions.recordSuccess(session, Sessions.check(session, pay("{}")), TextNode.valueOf("done"));
        Sessions.recordFailure(session, Sessions.check(session, pay("{}")));
        Sessions.recordNoEffect(session, Sessions.check(session, pay("{}")));
        assertThat(reason(session, "{}"))
                .isEqualTo("pay failed 2 times in a row. It can run again at "
                        + clock.instant().plus(MINUTE) + ".");
        clock.pass(MINUTE);
        Sessions.recordFailure(session, Sessions.check(session, pay("{}")));
        assertThat(begins(session, "{}")).isFalse();
    }

    /** Otherwise the time would be over before a slow call has failed, and the limit would never deny one. */
    @ParameterizedTest
    @ValueSource(strings = {"here", "in a child", "handed over"})
    void aFailureCountsFromItsOutcome(String where) {
        PolicyEngine engine = engine(CallLimit.failures(2, MINUTE));
        PolicySession session = engine.session(where);
        PolicySession caller = where.equals("in a child") ? engine.session("c", session) : session;
        for (int i = 0; i < 2; i++) {
            GuardedCall call = caller.guard("c", "pay", "{}");
            if (where.equals("handed over")) {
                assertThat(call.begin()).isEmpty();
                clock.pass(MINUTE);
                engine.session(where).calls().finished(call.ticket(), ToolResult.failure("no"));
            } else {
                call.run(arguments -> {
                    clock.pass(MINUTE);
                    throw new IllegalStateException("no");
                });
            }
        }
        assertThat(session.calls().preview("pay", "{}").forModel())
                .contains("pay failed 2 times in a row. It can run again at "
                        + clock.instant().plus(MINUTE) + ".");
        clock.pass(MINUTE);
        assertThat(begins(Sessions.of(session), "{}")).isTrue();
    }

    @Test
    void anUnknownOutcomeIsNoFailureAndEndsNoRow() {
        PolicyRegistry session = session(CallLimit.failures(2, MINUTE));
        Sessions.recordFailure(session, Sessions.check(session, pay("{}")));
        Sessions.recordUnknown(session, Sessions.check(session, pay("{}")));
        Sessions.recordFailure(session, Sessions.check(session, pay("{}")));
        assertThat(begins(session, "{}")).isFalse();
    }

    @Test
    void aChangedLimitAppliesToWhatWasCounted() {
        PolicyRegistry before = session(CallLimit.calls(10), CallLimit.calls(10).per(MINUTE));
        for (int i = 0; i < 3; i++) {
            assertThat(begins(before, "{}")).isTrue();
        }
        assertThat(begins(session(CallLimit.calls(3)), "{}")).isFalse();
        assertThat(begins(session(CallLimit.calls(4).per(Duration.ofSeconds(30))), "{}"))
                .isTrue();
        assertThat(begins(session(CallLimit.calls(4).per(MINUTE)), "{}")).isFalse();
        assertThat(begins(session(CallLimit.calls(5)), "{}")).isTrue();
        assertThat(begins(session(CallLimit.calls(5)), "{}")).isFalse();
    }

    @Test
    void aNewTotalAsksOnceInASessionWithEarlierCalls() {
        assertThat(begins(session(CallLimit.calls(10)), "{'amount':400}")).isTrue();
        PolicyRegistry after = session(CallLimit.calls(10), CallLimit.total("500", "/amount"));
        assertThat(reason(after, "{'amount':1}"))
                .isEqualTo("pay needs a person's approval once: earlier calls in this session were made before /amount"
                        + " was counted.");
        CheckedCall approved = after.check(pay("{'amount':1}"), true, new Turn());
        assertThat(approved.denial()).isEmpty();
        assertThat(begins(after, "{'amount':499}")).isTrue();
        assertThat(begins(after, "{'amount':1}")).isFalse();
    }

    @Test
    void anOutcomeAfterAChangeTakesBackOnlyWhatWasCounted() {
        PolicyRegistry before = session(CallLimit.calls(10));
        CheckedCall open = Sessions.check(before, pay("{'amount':5}"));
        clock.pass(Duration.ofSeconds(1));
        PolicyRegistry after = session(CallLimit.calls(10), CallLimit.total("5", "/amount"));
        assertThat(after.check(pay("{'amount':5}"), true, new Turn()).denial()).isEmpty();
        Sessions.recordNoEffect(before, open);
        assertThat(begins(after, "{'amount':1}")).isFalse();
    }

    /** A history is replayed by a second implementation, which keeps every call. */
    @Test
    void aReplayOfTheHistoryAgrees() {
        long seed = 20_261_123;
        Random random = new Random(seed);
        for (int round = 0; round < 150; round++) {
            CallLimit[] limits = {
                CallLimit.calls(2 + random.nextInt(4)).per(Duration.ofSeconds(20 + random.nextInt(60))),
                CallLimit.total(Integer.toString(10 + random.nextInt(30)), "/amount"),
                CallLimit.calls(5 + random.nextInt(10))
            };
            PolicyRegistry session = Sessions.of(engine(limits).session("r" + round));
            List<Object[]> history = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                clock.pass(Duration.ofSeconds(1 + random.nextInt(15)));
                int amount = random.nextInt(9);
                CheckedCall call = Sessions.check(session, pay("{'amount':" + amount + "}"));
                boolean expected = allows(limits, history, amount, clock.instant());
                assertThat(call.denial().isEmpty())
                        .as("seed %d, round %d, call %d of %s", seed, round, i, List.of(limits))
                        .isEqualTo(expected);
                if (call.denial().isEmpty()) {
                    boolean effect = random.nextInt(4) > 0;
                    if (effect) {
                        Sessions.recordSuccess(session, call, TextNode.valueOf("done"));
                        history.add(new Object[] {clock.instant(), amount});
                    } else {
                        Sessions.recordNoEffect(session, call);
                    }
                }
            }
        }
    }

    private static boolean allows(CallLimit[] limits, List<Object[]> history, int amount, Instant now) {
        for (CallLimit limit : limits) {
            BigDecimal used = BigDecimal.ZERO;
            for (Object[] call : history) {
                boolean counts = limit.per()
                        .map(per -> ((Instant) call[0]).isAfter(now.minus(per)))
                        .orElse(true);
                boolean total = limit.kind() == CallLimit.Kind.TOTAL;
                used = counts ? used.add(BigDecimal.valueOf(total ? (int) call[1] : 1)) : used;
            }
            int more = limit.kind() == CallLimit.Kind.TOTAL ? amount : 1;
            if (used.add(BigDecimal.valueOf(more))
                            .compareTo(new BigDecimal(limit.most().toString()))
                    > 0) {
                return false;
            }
        }
        return true;
    }

    @Test
    void aLimitHasAPositiveNumberAndTime() {
        assertThatThrownBy(() -> CallLimit.calls(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CallLimit.total("-1", "/amount")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CallLimit.calls(1).per(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CallLimit.failures(1, Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

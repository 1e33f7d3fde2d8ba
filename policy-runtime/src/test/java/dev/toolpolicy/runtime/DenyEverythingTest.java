package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.SessionCalls;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.schema.ToolSchema;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A policy that denies everything runs nothing, in each way that a call can come. A handler needs an
 * {@link ApprovedCall}, so the ways are the methods by which one can be had: a new one fails this test until it is
 * here.
 */
class DenyEverythingTest {
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(
            DeclaredTool.of("run", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)),
            DeclaredTool.of("ask", ToolSchema.of()).withRun(RuleList.always(Mode.ASK))));

    /** Denies everything, and says so in each of the ways a policy can. */
    private static ToolPolicy denying(Function<ToolCall, PolicyDecision> how) {
        return new CheckPolicy("nothing", ToolPolicy.ArgumentNeeds.all(), how);
    }

    static Stream<ToolPolicy> denying() {
        ToolPolicy plain = denying(call -> PolicyDecision.deny("no"));
        return Stream.of(
                plain,
                denying(call -> {
                    throw new IllegalStateException("broken");
                }),
                denying(call -> null),
                Policies.anyOf("nothing"),
                Policies.allOf("all", denying(call -> PolicyDecision.deny("no"))),
                Policies.conditional(plain, context -> {
                    throw new IllegalStateException("broken");
                }),
                Policies.logging(plain));
    }

    /** Each way to an outcome, by the name of the method that begins or ends it. */
    private static Map<String, Function<PolicySession, List<ToolCallOutcome>>> ways() {
        Map<String, Function<PolicySession, List<ToolCallOutcome>>> ways = new LinkedHashMap<>();
        ways.put(
                "PolicySession.call",
                session ->
                        List.of(session.calls().call("id", "run").append("{}").finish()));
        ways.put("PolicySession.response", session -> responses(session));
        ways.put(
                "PolicySession.resume",
                session -> List.of(session.calls().resume(granted(session).id())));
        ways.put(
                "ToolCallStream.finish",
                session -> List.of(session.calls().call("id", "run").finish()));
        ways.put(
                "ToolCallStream.finish with an approval",
                session -> List.of(
                        session.calls()
                                .call("id", "run")
                                .append("{}")
                                .finish(granted(session).id()),
                        session.calls()
                                .call("id", "ask")
                                .append("{}")
                                .finish(granted(session).id()),
                        session.calls().call("id", "run").append("{}").finish("none")));
        ways.put(
                "ToolCallStream.conclude",
                session -> Stream.of("run", "ask")
                        .map(tool -> session.calls()
                                .call("id", tool)
                                .append("{}")
                                .conclude()
                                .toCompletableFuture()
                                .join())
                        .toList());
        return ways;
    }

    /** A turn that is finished, cut or cancelled; what it runs it is what it gives. */
    private static List<String> turn(PolicySession session, TurnSettings settings, ResponseEnd end) {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        ToolHandlers.Builder tools = ToolHandlers.builder(TOOLS);
        TOOLS.tools().forEach(tool -> tools.handle(tool.name(), (arguments, call) -> ran.add(tool.name())));
        ToolTurn turn = session.turn(tools.build(), settings);
        turn.start(0, "a", "run");
        turn.append(0, "{}");
        turn.end(0);
        turn.start(1, "b", "ask");
        turn.append(1, "{}");
        turn.start(2, "c", "ask");
        turn.finish(end).toCompletableFuture().join();
        return ran;
    }

    @ParameterizedTest
    @MethodSource("denying")
    void aTurnRunsNothing(ToolPolicy policy) {
        for (ResponseEnd end : ResponseEnd.values()) {
            assertThat(turn(session(policy), TurnSettings.defaults(), end)).isEmpty();
            assertThat(turn(session(policy), TurnSettings.defaults().withParallelCalls(), end))
                    .isEmpty();
            assertThat(turn(session(policy), TurnSettings.defaults().withCancellation(() -> {}), end))
                    .isEmpty();
            assertThat(turn(session(), TurnSettings.defaults(), end)).contains("run", "ask");
        }
    }

    /** A whole call in each of its forms. */
    private static List<String> whole(PolicySession session) {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        ToolHandlers handlers = ToolHandlers.builder(TOOLS)
                .otherwise((arguments, call) -> ran.add("handler"))
                .build();
        for (String tool : List.of("run", "ask")) {
            session.execute("c", tool, "{}", handlers);
            session.executeAsync("c", tool, "{}", handlers)
                    .toCompletableFuture()
                    .join();
            session.guard("c", tool, "{}").run(arguments -> ran.add("guard"));
            session.guard("c", tool, "{}").run(arguments -> ran.add("guard"), done -> ToolResult.failure("no"));
            session.guard("c", tool, "{}")
                    .runAsync(
                            arguments -> CompletableFuture.completedFuture(ran.add("async")),
                            done -> ToolResult.failure("no"))
                    .toCompletableFuture()
                    .join();
            GuardedCall begun = session.guard("c", tool, "{}");
            if (begun.begin().isEmpty()) {
                ran.add(begun.ticket());
            }
        }
        return ran;
    }

    @ParameterizedTest
    @MethodSource("denying")
    void aWholeCallRunsNothing(ToolPolicy policy) {
        assertThat(whole(session(policy))).isEmpty();
        assertThat(whole(session())).as("without the policy").hasSizeGreaterThanOrEqualTo(6);
    }

    private static Approval granted(PolicySession session) {
        ToolCallStream call = session.calls().call("id", "run").append("{}");
        call.finish();
        Approval asked = session.calls().requestApproval(call, Duration.ofHours(1));
        return Answers.approve(session.policies().approvals(), asked.id(), "somebody");
    }

    private static List<ToolCallOutcome> responses(PolicySession session) {
        List<ToolCallOutcome> outcomes = new ArrayList<>();
        for (ResponseEnd end : ResponseEnd.values()) {
            ResponseStream response = session.calls().response();
            response.start(0, "a", "run");
            response.append(0, "{}");
            response.start(1, "", "ru");
            response.start(1, "b", "n");
            response.append(1, "{");
            response.append(1, "}");
            response.end(1);
            response.start(2, "c", "ask");
            response.finish(end);
            response.calls().forEach(call -> outcomes.add(call.finish()));
        }
        return outcomes;
    }

    @ParameterizedTest
    @MethodSource("denying")
    void nothingRunsByAnyWay(ToolPolicy policy) {
        ways().forEach((name, way) -> {
            PolicySession denied = session(policy);
            assertThat(way.apply(denied))
                    .as(name)
                    .isNotEmpty()
                    .noneMatch(outcome -> outcome.kind() == ToolCallOutcome.Kind.APPROVED);
            PolicySession added = session();
            added.policies().register(policy);
            assertThat(way.apply(added)).as(name).noneMatch(outcome -> outcome.kind() == ToolCallOutcome.Kind.APPROVED);
        });
    }

    @ParameterizedTest
    @MethodSource("denying")
    void anApprovedCallRunsNothingInTheHostsCode(ToolPolicy policy) {
        List<String> ran = new ArrayList<>();
        PolicySession denied = session(policy);
        denied.calls().guardApproved(granted(denied).id()).run(arguments -> ran.add("guard"));
        assertThat(ran).isEmpty();
    }

    /** What proves the test itself: without the policy the same ways do run something. */
    @Test
    void withoutThePolicyTheWaysRunSomething() {
        for (String name : List.of(
                "PolicySession.call", "PolicySession.response", "ToolCallStream.finish", "ToolCallStream.conclude")) {
            assertThat(ways().get(name).apply(session()))
                    .as(name)
                    .anyMatch(outcome -> outcome.kind() == ToolCallOutcome.Kind.APPROVED);
        }
    }

    private static PolicySession session(ToolPolicy... policies) {
        return PolicyEngine.builder()
                .tools(TOOLS)
                .policies(policies)
                .permission(request -> CompletableFuture.completedFuture(request.approve()))
                .build()
                .session("s");
    }

    /** The methods of the shop window and of calls that give a call, a response, an outcome or what can run. */
    @Test
    void thereIsNoOtherWay() {
        TreeSet<String> found = new TreeSet<>();
        for (Class<?> type : List.of(
                PolicyEngine.class,
                PolicyEngineBuilder.class,
                PolicySession.class,
                SessionCalls.class,
                ToolCallStream.class,
                ResponseStream.class,
                ToolCallOutcome.class,
                dev.toolpolicy.runtime.internal.remember.PolicyRegistry.class,
                dev.toolpolicy.runtime.approval.Approvals.class,
                ApprovedCall.class,
                GuardedCall.class,
                GuardedCall.Result.class,
                CallPreview.class,
                ToolTurn.class,
                ToolHandlers.class,
                PermissionCoordinator.class)) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && leadsToARun(method)) {
                    found.add(type.getSimpleName() + "." + method.getName() + "/" + method.getParameterCount());
                }
            }
        }
        assertThat(found)
                .containsExactly(
                        "GuardedCall.begin/0",
                        "GuardedCall.behind/1",
                        "GuardedCall.run/1",
                        "GuardedCall.run/2",
                        "GuardedCall.runAsync/2",
                        "GuardedCall.timeout/1",
                        "PolicySession.guard/3",
                        "PolicySession.turn/2",
                        "ResponseStream.append/2",
                        "ResponseStream.calls/0",
                        "ResponseStream.start/3",
                        "SessionCalls.call/2",
                        "SessionCalls.guardApproved/1",
                        "SessionCalls.response/0",
                        "SessionCalls.resume/1",
                        "ToolCallOutcome.approved/0",
                        "ToolCallStream.append/1",
                        "ToolCallStream.conclude/0",
                        "ToolCallStream.earlyDenial/0",
                        "ToolCallStream.finish/0",
                        "ToolCallStream.finish/1",
                        "ToolCallStream.onStatus/1",
                        "ToolHandlers.prepare/1",
                        "ToolTurn.calls/0");
        assertThat(Stream.of(ApprovedCall.class.getDeclaredConstructors())
                        .map(Constructor::getModifiers)
                        .anyMatch(Modifier::isPublic))
                .as("only an engine makes what can run")
                .isFalse();
    }

    private static boolean leadsToARun(Method method) {
        String given = method.getGenericReturnType()
                .getTypeName()
                .replace(ToolCallOutcome.Kind.class.getName(), "")
                .replace(ToolCallStream.Status.class.getName(), "");
        // what begins a call of a host is empty, and the call has a ticket then
        return method.getName().equals("begin") && method.getDeclaringClass() == GuardedCall.class
                || Stream.of(
                                ToolCallStream.class,
                                ResponseStream.class,
                                ToolCallOutcome.class,
                                ApprovedCall.class,
                                GuardedCall.class,
                                ToolTurn.class)
                        .anyMatch(type -> given.contains(type.getName()));
    }
}

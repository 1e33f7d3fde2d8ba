package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.lab.conformance.VectorCheck.Mismatch;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.internal.run.RunningTurn;
import dev.toolpolicy.runtime.internal.run.StreamedResponse;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The runs of a script, with their sessions, and what the world says to each call. */
final class FlowScript {
    private static final String MAIN = "main";
    private static final Duration VALIDITY = Duration.ofHours(1);

    private final Function<PermissionSettings, PolicyEngine> engines;
    private final JsonNode facts;
    private final Map<String, PolicySession> sessions = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();
    private final Map<String, String> snapshots = new HashMap<>();
    private final Map<String, String> tickets = new HashMap<>();
    private final Map<String, JsonNode> calls = new HashMap<>();
    private Feeding feeding = Feeding.CHUNKS;
    private PolicyEngine engine;
    private Optional<Mismatch> wrong = Optional.empty();

    FlowScript(Function<PermissionSettings, PolicyEngine> engines, JsonNode facts) {
        this.engines = engines;
        this.facts = facts;
        this.engine = start();
    }

    private PolicyEngine start() {
        return engines.apply(PermissionSettings.of(this::ask).withExecutor(Runnable::run));
    }

    /** Answers as the call's step says. */
    private CompletionStage<Answer> ask(ApprovalRequest request) {
        JsonNode step = Objects.requireNonNull(calls.get(request.callId()));
        if (request.result().isEmpty()) {
            return CompletableFuture.completedFuture(
                    step.path("approve").booleanValue() ? request.approve() : request.decline("no"));
        }
        JsonNode deliver = step.path("deliver");
        return CompletableFuture.completedFuture(
                deliver.isObject()
                        ? request.edit(outcome(deliver).fold(value -> value, TextNode::valueOf))
                        : deliver.booleanValue() ? request.approve() : request.decline("no"));
    }

    private static ToolResult outcome(JsonNode outcome) {
        if (outcome.isTextual()) {
            return ToolResult.unknown("lost");
        } else if (outcome.has("failure")) {
            return ToolResult.failure(outcome.path("failure").textValue());
        }
        return ToolResult.success(outcome.has("value") ? outcome.get("value") : outcome.get("text"));
    }

    /** Runs the script in sessions of its own. */
    Optional<Mismatch> run(List<Members> steps, Feeding its) {
        feeding = its;
        List.of(sessions, parents, snapshots, tickets, calls).forEach(Map::clear);
        steps(steps, null);
        return wrong;
    }

    void close() {
        engine.close();
    }

    private void steps(List<Members> steps, @Nullable Turn turn) {
        for (Members step : steps) {
            if (wrong.isEmpty()) {
                step(step, turn == null ? new Turn() : turn);
            }
        }
    }

    private void expect(Members step, String expected, String got) {
        if (wrong.isEmpty()) {
            wrong = Mismatch.between(expected + " at " + step.place(), got + " at " + step.place());
        }
    }

    private PolicySession session(String name) {
        PolicySession known = sessions.get(name);
        if (known == null) {
            String parent = parents.get(name);
            String id = feeding.name() + ' ' + name;
            known = parent == null ? engine.session(id) : engine.session(id, session(parent));
            known.facts(facts);
            sessions.put(name, known);
        }
        return known;
    }

    private void step(Members step, Turn turn) {
        String name = step.has("in") ? step.text("in") : MAIN;
        PolicySession session = session(name);
        if (step.has("history")) {
            history(step, session);
            new FlowCall(step, session, turn).run();
            return;
        } else if (step.has("call")) {
            new FlowCall(step, session, turn).run();
            return;
        } else if (step.has("finish")) {
            finish(step, session);
        } else if (step.has("turn")) {
            steps(step.objects("turn"), new Turn());
        } else if (step.has("expect_labels")) {
            expect(step, step.texts("expect_labels").toString(), labels(session).toString());
        } else {
            change(step, name, session);
        }
        step.end();
    }

    private static List<String> labels(PolicySession session) {
        return session.labels().stream().map(SessionLabel::name).toList();
    }

    private void change(Members step, String name, PolicySession session) {
        if (step.has("user")) {
            session.userMessage(step.text("user"));
        } else if (step.has("add_labels")) {
            session.addLabels(step.texts("add_labels").toArray(String[]::new));
        } else if (step.has("snapshot")) {
            snapshots.put(step.text("snapshot"), session.policies().snapshot().text());
        } else if (step.has("restore")) {
            session.policies()
                    .restore(PolicySnapshot.read(Objects.requireNonNull(snapshots.get(step.text("restore")))));
        } else if (step.has("clear")) {
            step.value("clear");
            session.policies().clear();
        } else if (step.has("restart")) {
            step.value("restart");
            engine.close();
            sessions.clear();
            engine = start();
        } else if (step.has("child")) {
            parents.put(step.text("child"), name);
            session(step.text("child"));
        } else {
            String child = step.text(step.has("finished") ? "finished" : "close");
            session(child).close();
            sessions.remove(child);
        }
    }

    /** Takes a history as a client tells it. Its labels join the session's, which was followed from its begin. */
    private static void history(Members step, PolicySession session) {
        session.userMessage();
        OpenSession.settingsOf(session).get().policies().flows().tell(history -> {
            for (JsonNode message : step.list("history")) {
                message.path("calls")
                        .forEach(call -> history.call(
                                call.path("id").asText(), call.path("tool").asText(), (ObjectNode)
                                        call.path("arguments")));
                if (message.path("role").asText().equals("tool")) {
                    history.result(message.path("id").asText());
                }
            }
        });
    }

    private void finish(Members step, PolicySession session) {
        String id = step.text("finish");
        ToolResult outcome = outcome(step.value("outcome"));
        boolean isKnown = outcome.kind() != ToolResult.Kind.UNKNOWN;
        CallResult result = session.calls().finished(Objects.requireNonNull(tickets.get(id)), outcome);
        if (step.has("delivered")) {
            boolean delivered = isKnown && result.isWhole();
            expect(step, "delivered " + step.value("delivered"), "delivered " + delivered);
        }
    }

    /** One call of a script. */
    private final class FlowCall {
        private final Members step;
        private final PolicySession session;
        private final Turn turn;
        private final String id;
        private final String tool;
        private final List<String> chunks;
        private final ToolHandlers handlers;
        private boolean ran;
        private @Nullable StreamedResponse text;

        FlowCall(Members step, PolicySession session, Turn turn) {
            this.step = step;
            this.session = session;
            this.turn = turn;
            Members call = step.object("call");
            id = call.text("id");
            tool = call.text("tool");
            chunks = call.texts("chunks");
            call.end();
            calls.put(id, object(step));
            handlers = ToolHandlers.builder(engine.tools())
                    .otherwise((arguments, running) -> {
                        ran = true;
                        ToolResult outcome = outcome(step.value("outcome"));
                        return step.has("carries") ? outcome.withLabels(carried()) : outcome;
                    })
                    .on(Runnable::run)
                    .build();
        }

        private Set<String> carried() {
            return Set.copyOf(labels(session(step.text("carries"))));
        }

        void run() {
            Supplier<CallSetting> settings = OpenSession.settingsOf(session);
            text = new StreamedResponse(() -> settings.get().reportedByHost(), turn);
            RunningTurn response = new RunningTurn(settings.get(), text, handlers, TurnSettings.defaults());
            CallVectors.Expectation expected = CallVectors.Expectation.read(step.object("expect"), true);
            response.start(0, id, tool);
            List<String> pieces = feeding.pieces(chunks);
            long total = pieces.stream().mapToLong(String::length).sum();
            long first = chunks.get(0).length();
            long fed = 0;
            CallVectors.@Nullable Watch watch = null;
            boolean between = !step.has("before_end");
            for (String piece : pieces) {
                response.append(0, piece);
                fed += piece.length();
                ToolCallStream call = response.calls().get(0);
                watch = watch == null ? new CallVectors.Watch(call) : watch;
                watch.look(fed, fed >= expected.decidedAt() && fed < total);
                if (!between && fed >= first) {
                    between = true;
                    steps(step.objects("before_end"), null);
                }
            }
            conclude(response, expected, Objects.requireNonNull(watch), fed);
        }

        private void conclude(
                RunningTurn response, CallVectors.Expectation expected, CallVectors.Watch watch, long fed) {
            ToolCallStream call = response.calls().get(0);
            List<String> labels = call.record().labels();
            if (step.has("before_run")) {
                steps(step.objects("before_run"), null);
            }
            if (step.has("begin") || step.has("history")) {
                begin(call, expected, watch, fed, labels);
                return;
            }
            CallResult result = response.finish(ResponseEnd.COMPLETE)
                    .toCompletableFuture()
                    .join()
                    .results()
                    .get(0);
            watch.look(fed, true);
            decided(call, expected, watch, labels);
            boolean again = call.waiting().isPresent()
                    && result.kind() == CallResult.Kind.DECLINED
                    && call.conclude().toCompletableFuture().join().kind() == ToolCallOutcome.Kind.NEEDS_APPROVAL;
            if (again
                    && step.has("approve_again")
                    && step.value("approve_again").booleanValue()) {
                Approval asked = session.calls().requestApproval(call, VALIDITY);
                session.policies().approvals().approve(asked, "person");
                result = session.calls().resume(asked.id(), handlers);
            }
            ended(result, again);
        }

        private void decided(
                ToolCallStream call, CallVectors.Expectation expected, CallVectors.Watch watch, List<String> labels) {
            Optional<String> error = call.error().map(each -> "invalid, " + each.code());
            String got = error.orElseGet(
                    () -> call.decision().map(CallVectors::words).orElse("undecided"));
            boolean invalid = expected.error() != null;
            expect(step, invalid ? "invalid, " + expected.error() : expected.decision(), got);
            long at = call.decidedAt().orElse(-1);
            if (!invalid) {
                expect(
                        step,
                        "steady in time",
                        (watch.steady ? "steady" : "changing") + (watch.inTime ? " in time" : " late"));
                expect(
                        step,
                        "known after " + expected.openAt(),
                        at > expected.openAt() ? "known after " + expected.openAt() : "at " + at);
                expect(
                        step,
                        "known by " + expected.decidedAt(),
                        at <= expected.decidedAt() ? "known by " + expected.decidedAt() : "at " + at);
            }
            JsonNode under = step.value("expect").path("labels");
            if (under.isArray()) {
                List<String> expectedLabels = new ArrayList<>();
                under.forEach(label -> expectedLabels.add(label.textValue()));
                expect(step, "labels " + expectedLabels, "labels " + labels);
            }
        }

        private void ended(CallResult result, boolean again) {
            if (step.has("at_run")) {
                Members at = step.object("at_run");
                boolean denied = result.kind() == CallResult.Kind.DENIED;
                expect(step, "denied at run " + at.text("mode").equals("deny"), "denied at run " + denied);
                if (at.has("again")) {
                    expect(step, "asked again " + at.value("again"), "asked again " + again);
                }
            }
            if (step.has("runs")) {
                expect(step, "runs " + step.value("runs"), "runs " + ran);
            }
            if (step.has("delivered")) {
                boolean whole = result.began() && !result.isNotice();
                expect(step, "delivered " + step.value("delivered"), "delivered " + whole);
            }
        }

        /** Begins the call. Its outcome comes in a later step. */
        private void begin(
                ToolCallStream call,
                CallVectors.Expectation expected,
                CallVectors.Watch watch,
                long fed,
                List<String> labels) {
            Objects.requireNonNull(text, "text").finish(ResponseEnd.COMPLETE);
            watch.look(fed, true);
            ToolCallOutcome outcome = call.conclude().toCompletableFuture().join();
            outcome.approved().ifPresent(approved -> tickets.put(id, approved.handOver()));
            decided(call, expected, watch, labels);
            if (step.has("runs")) {
                expect(
                        step,
                        "runs " + step.value("runs"),
                        "runs " + outcome.approved().isPresent());
            }
        }
    }

    private static JsonNode object(Members step) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        step.all().forEach(member -> object.set(member.getKey(), member.getValue()));
        return object;
    }
}

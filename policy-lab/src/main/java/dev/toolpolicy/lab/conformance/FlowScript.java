package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.lab.conformance.VectorCheck.Mismatch;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The steps of a script, played against a world. */
final class FlowScript {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

    private final FlowWorld world;
    private final Feeding feeding;
    private final Map<String, String> snapshots = new HashMap<>();
    private final Map<String, String> tickets = new HashMap<>();
    private @Nullable Mismatch first;

    FlowScript(FlowWorld world, Feeding feeding) {
        this.world = world;
        this.feeding = feeding;
    }

    Optional<Mismatch> mismatch() {
        return Optional.ofNullable(first);
    }

    private void compare(Members step, String what, Object expected, Object got) {
        if (first == null && !expected.equals(got)) {
            first = new Mismatch(what + " " + expected + " at " + step.place(), String.valueOf(got));
        }
    }

    void play(List<Members> steps) {
        steps.forEach(step -> play(step, null));
    }

    private void play(Members step, @Nullable ResponseStream response) {
        if (first != null) {
            return;
        }
        if (step.has("turn")) {
            ResponseStream turn = world.session(step).calls().response();
            step.objects("turn").forEach(each -> play(each, turn));
        } else if (step.has("history")) {
            throw new VectorException(step.at("history") + " needs a proxy");
        } else if (step.has("call")) {
            call(step, response == null ? world.session(step).calls().response() : response);
        } else {
            state(step);
        }
        step.end();
    }

    private void state(Members step) {
        PolicySession session = world.session(step);
        if (step.has("user")) {
            session.userMessage(step.text("user"));
        } else if (step.has("add_labels")) {
            session.addLabels(step.texts("add_labels").toArray(String[]::new));
        } else if (step.has("expect_labels")) {
            compare(step, "labels", step.texts("expect_labels"), labels(session));
        } else if (step.has("snapshot")) {
            snapshots.put(step.text("snapshot"), session.policies().snapshot().text());
        } else if (step.has("restore")) {
            session.policies().restore(PolicySnapshot.read(snapshots.get(step.text("restore"))));
        } else if (step.has("clear")) {
            step.value("clear");
            session.policies().clear();
        } else if (step.has("restart")) {
            step.value("restart");
            world.restart();
        } else if (step.has("child")) {
            world.openChild(step.text("child"), step);
        } else if (step.has("finished")) {
            session.addLabels(labels(world.session(step.text("finished"))).toArray(String[]::new));
        } else if (step.has("close")) {
            world.session(step.text("close")).close();
        } else if (step.has("finish")) {
            ToolResult result = outcome(step).orElseThrow();
            session.calls().finished(tickets.get(step.text("finish")), result);
            if (step.has("deliver")) {
                step.value("deliver");
            }
        } else {
            throw new VectorException(step.place() + " is unknown");
        }
    }

    private static List<String> labels(PolicySession session) {
        return session.labels().stream().map(SessionLabel::name).sorted().toList();
    }

    private void call(Members step, ResponseStream response) {
        Members call = step.object("call");
        String id = call.text("id");
        ToolCallStream stream = response.start(response.calls().size(), id, call.text("tool"));
        int position = response.calls().size() - 1;
        Members expect = step.object("expect");
        List<String> pieces = feeding.pieces(call.texts("chunks"));
        call.end();
        boolean mayWait = step.has("before_end");
        long fed = 0;
        long known = -1;
        for (String piece : pieces) {
            response.append(position, piece);
            fed += piece.length();
            if (known < 0 && stream.decision().isPresent()) {
                known = fed;
            }
            if (mayWait && fed >= step.object("call").texts("chunks").get(0).length()) {
                mayWait = false;
                step.objects("before_end").forEach(each -> play(each, null));
            }
        }
        if (mayWait) {
            step.objects("before_end").forEach(each -> play(each, null));
        }
        response.end(position);
        conclude(step, stream, expect, id);
        expect.end();
    }

    private void conclude(Members step, ToolCallStream stream, Members expect, String id) {
        boolean approves = step.has("approve") && step.value("approve").booleanValue();
        boolean again = step.has("approve_again") && step.value("approve_again").booleanValue();
        Optional<RuleDecision> early = stream.decision();
        boolean asks = early.map(RuleDecision::mode)
                .map(mode -> mode.word().equals("ask") || mode.word().equals("edit"))
                .orElse(false);
        if (!asks) {
            beforeRun(step);
        }
        CompletableFuture<ToolCallOutcome> conclusion = stream.conclude().toCompletableFuture();
        int questions = 0;
        for (FlowWorld.Question question = next(conclusion); question != null; question = next(conclusion)) {
            if (questions == 0 && asks) {
                beforeRun(step);
            }
            question.answer(questions == 0 && asks ? approves : again);
            questions++;
        }
        ToolCallOutcome outcome = conclusion.join();
        checkDecision(step, stream, expect, outcome, early);
        run(step, outcome, id);
        if (step.has("at_run")) {
            Members atRun = step.object("at_run");
            String mode = atRun.text("mode");
            boolean anew = atRun.has("again") && atRun.value("again").booleanValue();
            if (mode.equals("deny")) {
                compare(step, "at the run", ToolCallOutcome.Kind.DENIED, outcome.kind());
            } else if (asks && approves || !asks) {
                compare(step, "questions", (asks ? 1 : 0) + (anew ? 1 : 0), questions);
            }
            atRun.end();
        }
    }

    private void beforeRun(Members step) {
        if (step.has("before_run")) {
            step.objects("before_run").forEach(each -> play(each, null));
        }
    }

    private FlowWorld.@Nullable Question next(CompletableFuture<?> conclusion) {
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            boolean isDone = conclusion.isDone();
            FlowWorld.Question question = world.asked();
            if (question != null || isDone) {
                return question;
            } else if (System.nanoTime() > end) {
                throw new VectorException("a call waits for something that isn't an answer");
            }
            Thread.onSpinWait();
        }
    }

    private void checkDecision(
            Members step,
            ToolCallStream stream,
            Members expect,
            ToolCallOutcome outcome,
            Optional<RuleDecision> decision) {
        String end = expect.text("final");
        List<String> labels = expect.has("labels") ? expect.texts("labels") : List.of();
        if (end.equals("invalid")) {
            String error = expect.text("error");
            compare(
                    step,
                    "invalid",
                    error,
                    outcome.error().map(found -> found.code().id()).orElse("valid"));
            return;
        }
        long decidedAt = expect.count("decided_at");
        long openAt = expect.has("open_at") ? expect.count("open_at") : -1;
        if (outcome.kind() == ToolCallOutcome.Kind.INVALID || decision.isEmpty()) {
            compare(step, "decided", expect.text("mode"), outcome);
            return;
        }
        compare(step, "decided", CallVectors.decision(expect, true), CallVectors.words(decision.get()));
        long at = stream.decidedAt().orElse(-1);
        if (at > decidedAt || at <= openAt) {
            compare(step, "decided at", decidedAt, at);
        }
        compare(step, "judged by", labels, List.copyOf(new TreeSet<>(stream.record().labels())));
    }

    private void run(Members step, ToolCallOutcome outcome, String id) {
        Optional<ToolResult> result = outcome(step);
        boolean begins = step.has("begin") && step.value("begin").booleanValue();
        boolean runs = outcome.kind() == ToolCallOutcome.Kind.APPROVED;
        if (step.has("runs")) {
            compare(step, "runs", step.value("runs").booleanValue(), runs);
        }
        boolean delivered = false;
        if (runs) {
            ApprovedCall approved = outcome.approved().orElseThrow();
            if (begins) {
                tickets.put(id, approved.handOver());
            } else if (result.isEmpty()) {
                approved.begin();
                approved.close();
            } else {
                delivered = deliver(step, approved, result.get());
            }
        }
        JsonNode expected = step.has("delivered") ? step.value("delivered") : null;
        if (expected != null && result.isPresent() && !begins) {
            compare(step, "delivered", expected.booleanValue(), delivered);
        }
        for (String member : List.of("result", "deliver", "carries")) {
            if (step.has(member)) {
                step.value(member);
            }
        }
    }

    private boolean deliver(Members step, ApprovedCall approved, ToolResult result) {
        Set<String> carried = step.has("carries")
                ? Set.copyOf(labels(world.session(step.text("carries"))))
                : Set.of();
        ToolResult whole = result.withLabels(carried);
        if (step.has("result")) {
            Members expect = step.object("result");
            compare(step, "result", CallVectors.decision(expect, true), CallVectors.words(approved.delivery()));
            expect.end();
        }
        ToolHandlers handlers = ToolHandlers.builder(world.tools()).otherwise((arguments, context) -> whole).build();
        CompletableFuture<ToolResult> told = approved.runAsync(handlers).toCompletableFuture();
        JsonNode answer = step.has("deliver") ? step.value("deliver") : TextNode.valueOf("none");
        FlowWorld.Question question = next(told);
        boolean replaced = false;
        if (question != null) {
            ApprovalRequest request = question.request();
            if (answer.isObject()) {
                replaced = true;
                question.answer().complete(request.edit(result(answer).orElseThrow().value().toString()));
            } else {
                question.answer(answer.asBoolean());
            }
        }
        ToolResult end = told.join();
        return replaced || end.isSuccess() == whole.isSuccess()
                && end.value().equals(whole.value())
                && end.reason().equals(whole.reason());
    }

    private static Optional<ToolResult> outcome(Members step) {
        return step.has("outcome") ? result(step.value("outcome")) : Optional.of(ToolResult.success(TextNode.valueOf("")));
    }

    /** Returns a result; empty if it stays unknown. */
    private static Optional<ToolResult> result(JsonNode outcome) {
        if (outcome.isTextual()) {
            return Optional.empty();
        } else if (outcome.has("failure")) {
            return Optional.of(ToolResult.failure(outcome.get("failure").asText()));
        }
        return Optional.of(ToolResult.success(outcome.has("text") ? outcome.get("text") : outcome.get("value")));
    }
}

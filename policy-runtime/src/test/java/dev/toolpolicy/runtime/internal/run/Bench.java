package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A turn to try things on, with everything on the caller's thread: a tool {@code write} whose path decides ({@code
 * secret/} skips, {@code src/} asks, {@code doc/} edits, {@code tmp/} runs, else nobody said), and {@code run} without
 * arguments.
 */
final class Bench {
    private static final ToolSchema FILE = ToolSchema.of(
            Parameter.required("path", ParameterType.string()), Parameter.optional("content", ParameterType.string()));

    final Desk desk = new Desk();
    /** What ran, in order. */
    final List<String> ran = Collections.synchronizedList(new ArrayList<>());

    final List<CallRecord> records = Collections.synchronizedList(new ArrayList<>());
    CallRecord.Listener hearing = call -> {};
    final AtomicInteger cancelled = new AtomicInteger();
    final PolicySession session;
    private final ToolCatalog catalog;
    private ToolHandlers.Handler<ObjectNode> writing = (arguments, call) -> {
        ran.add(arguments.path("path").asText());
        return "wrote " + arguments.path("path").asText();
    };
    private @Nullable ToolTurn turn;

    Bench(ToolPolicy... policies) {
        this(true, RuleList.always(Mode.ALLOW), policies);
    }

    Bench(boolean asks, RuleList delivery, ToolPolicy... policies) {
        DeclaredTool write = DeclaredTool.of("write", FILE)
                .withResult(delivery)
                .withRun(RuleList.of(
                        when("secret/", Mode.DENY),
                        when("src/", Mode.ASK),
                        when("doc/", Mode.EDIT),
                        when("tmp/", Mode.ALLOW)));
        DeclaredTool run = DeclaredTool.of("run", ToolSchema.of())
                .withRun(RuleList.always(Mode.ALLOW))
                .withResult(RuleList.always(Mode.ALLOW));
        var builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(write, run)))
                .policies(policies)
                .onCall(records::add)
                .onCall(call -> hearing.onCall(call));
        PermissionSettings settings = desk.settings();
        PolicyEngine engine = (asks ? builder.permission(settings) : builder).build();
        catalog = engine.tools();
        session = engine.session("s");
    }

    private static RuleSpec when(String prefix, Mode mode) {
        return RuleSpec.when(Condition.onArgument(ArgumentPointer.parse("/path"), Matcher.prefix(prefix)), mode);
    }

    Bench writing(ToolHandlers.Handler<ObjectNode> handler) {
        writing = handler;
        return this;
    }

    ToolHandlers tools(Duration limit, Executor threads) {
        return ToolHandlers.builder(catalog)
                .on(threads)
                .timeout(limit)
                .handle("write", (arguments, call) -> writing.run(arguments, call))
                .handle("run", (arguments, call) -> {
                    ran.add("run");
                    return TextNode.valueOf("ran");
                })
                .build();
    }

    TurnSettings settings() {
        return TurnSettings.defaults().withCancellation(cancelled::incrementAndGet);
    }

    Bench begin() {
        return begin(settings());
    }

    Bench begin(TurnSettings settings) {
        turn = session.turn(tools(Duration.ofSeconds(20), Runnable::run), settings);
        return this;
    }

    Bench begin(ToolHandlers tools) {
        turn = session.turn(tools, TurnSettings.defaults());
        return this;
    }

    ToolTurn turn() {
        return Optional.ofNullable(turn).orElseThrow();
    }

    /** A call of {@code write} starts, as far as its path. */
    Bench write(int position, String path) {
        turn().start(position, "c" + position, "write");
        turn().append(position, "{\"path\":\"" + path + "\"");
        return this;
    }

    /** All of a call of {@code write}. */
    Bench whole(int position, String path) {
        write(position, path);
        return close(position);
    }

    Bench close(int position) {
        turn().append(position, ",\"content\":\"x\"}");
        turn().end(position);
        return this;
    }

    Bench run(int position) {
        turn().start(position, "c" + position, "run");
        turn().append(position, "{}");
        turn().end(position);
        return this;
    }

    CompletableFuture<TurnResult> finish() {
        return turn().finish(ResponseEnd.COMPLETE).toCompletableFuture();
    }

    TurnResult finished() {
        CompletableFuture<TurnResult> result = finish();
        if (!result.isDone()) {
            throw new AssertionError("the turn waits; open: " + (desk.isIdle() ? "nothing" : desk.shown()));
        }
        return result.join();
    }

    static List<String> words(TurnResult result) {
        return result.results().stream()
                .map(each -> each.callId() + " " + ResultWords.of(each) + ": " + each.forModel())
                .toList();
    }
}

package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.store.FlowSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The engine of one script, its store, and the person who is asked. */
final class FlowWorld implements AutoCloseable {
    private static final String MAIN = "main";

    private final List<DeclaredTool> tools = new ArrayList<>();
    private final ObjectNode file = JsonNodeFactory.instance.objectNode();
    private final ToolSchema declared;
    private final JsonNode facts;
    private final PathSettings paths;
    private final FlowSettings flows;
    private final SessionStore store = SessionSettings.inMemory().store();
    private final Queue<Question> asked = new ConcurrentLinkedQueue<>();
    private final Map<String, String> parents = new HashMap<>();
    private final Map<String, PolicySession> sessions = new HashMap<>();
    private PolicyEngine engine;

    /** A request for approval that waits for its answer. */
    record Question(ApprovalRequest request, CompletableFuture<Answer> answer) {
        void answer(boolean approves) {
            answer.complete(approves ? request.approve() : request.decline("no"));
        }
    }

    FlowWorld(Members vector) {
        for (JsonNode tool : vector.list("tools")) {
            tools.add(ToolReader.read(tool));
        }
        file.set("results", vector.value("results"));
        addLists(vector, "lists", "run");
        if (vector.has("result_lists")) {
            addLists(vector, "result_lists", "result");
        }
        declared = vector.has("facts_schema") ? CallVectors.facts(vector.value("facts_schema")) : ToolSchema.of();
        facts = vector.has("facts") ? vector.value("facts") : JsonNodeFactory.instance.objectNode();
        paths = vector.has("settings") ? CallVectors.paths(vector.object("settings")) : PathSettings.plain();
        flows = vector.has("limits") ? limits(vector.object("limits")) : FlowSettings.defaults();
        engine = open();
    }

    private void addLists(Members vector, String member, String list) {
        vector.object(member).all().forEach(each -> file.withObject("/tools/" + each.getKey() + "/policy")
                .set(list, each.getValue()));
    }

    private static FlowSettings limits(Members limits) {
        FlowSettings settings = FlowSettings.defaults();
        if (limits.has("values")) {
            settings = settings.withValues((int) limits.count("values"));
        }
        if (limits.has("message")) {
            settings = settings.withMessageLength((int) limits.count("message"));
        }
        limits.end();
        return settings;
    }

    private PolicyEngine open() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(tools))
                .configuration(PolicyConfiguration.of(ConfigurationFormat.JSON, "policy.json", file.toString()))
                .facts(declared)
                .paths(paths)
                .flows(flows)
                .sessions(store)
                .unreachableRules(Severity.WARNING)
                .permission(this::ask)
                .build();
    }

    private CompletionStage<Answer> ask(ApprovalRequest request) {
        Question question = new Question(request, new CompletableFuture<>());
        asked.add(question);
        return question.answer();
    }

    ToolCatalog tools() {
        return engine.tools();
    }

    /** Returns the next request that waits for an answer; null if there is none yet. */
    Question asked() {
        return asked.poll();
    }

    /** Opens everything anew, as another process would. */
    void restart() {
        engine.close();
        sessions.clear();
        engine = open();
    }

    /** Returns the main session, or a child. */
    PolicySession session(Members step) {
        String name = step.has("in") ? step.text("in") : MAIN;
        return session(name);
    }

    PolicySession session(String name) {
        PolicySession known = sessions.get(name);
        if (known == null) {
            String parent = parents.get(name);
            known = parent == null ? engine.session(name) : engine.session(name, session(parent));
            known.facts(facts);
            sessions.put(name, known);
        }
        return known;
    }

    void openChild(String name, Members step) {
        parents.put(name, step.has("in") ? step.text("in") : MAIN);
        session(name);
    }

    @Override
    public void close() {
        engine.close();
    }
}

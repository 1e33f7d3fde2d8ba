package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.Headers;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.agents.internal.local.LocalPaths;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.config.host.UnknownTools;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.adapter.ServerLabels;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.schema.DiagnosticCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The tools of the server behind a gateway: as the server lists them, as the engine knows them, and which of them are
 * disabled. Thread-safe.
 */
public final class GatewayTools {
    private static final String SAMPLING = "sampling/createMessage";
    private static final String NO_SAMPLING = "this gateway doesn't let a server ask the model";
    /** The members of a result that say what it is. */
    private static final String[] RESULT = {"tools", "resultType", "inputRequests", "isError", "task", "_meta"};

    private final HostTools tools;
    private final Pins pins;
    private final boolean sampling;
    private final Optional<String> clientHeader;
    /** Begins the ids of all sessions of this run. */
    private final String start = "mcp-" + UUID.randomUUID();

    /** Receives what an operator should know. */
    final Consumer<String> log;

    /** By name, the tool that the engine decides by; empty if it is disabled. */
    private final Map<String, Optional<HostTool>> known = new HashMap<>();
    /** The reason, by the name of a disabled tool. */
    private final Map<String, String> disabled = new HashMap<>();

    /** The labels that the server's lists add to the results of tools, by name. A later list takes none away. */
    private final Map<String, Set<String>> labels = new HashMap<>();

    /** Whether it was logged that there are more tools than are taken up. */
    private boolean full;

    GatewayTools(HostTools tools, Pins pins, boolean sampling, Optional<String> clientHeader, Consumer<String> log) {
        this.tools = tools;
        this.pins = pins;
        this.sampling = sampling;
        this.clientHeader = clientHeader;
        this.log = log;
    }

    /**
     * Builds the engine. The server's tools are added when it lists them.
     *
     * @param approver is asked about calls; empty if there is none
     * @param audit records each call
     * @param log receives what happens to tools
     * @throws IOException if the workspace doesn't exist, or the pins can't be read
     * @throws RuntimeException if a policy file can't be read or is wrong
     */
    public static GatewayTools of(
            GatewaySettings settings,
            Optional<? extends PermissionHandler> approver,
            Optional<AuditLog> audit,
            Consumer<String> log)
            throws IOException {
        PathSettings paths = new LocalPaths(settings.workspace(), Path.of(System.getProperty("user.home")))
                .settings(settings.guarded());
        HostTools tools = HostPolicies.of(settings.policies().stream()
                        .map(file -> PolicyConfiguration.read(file).unknownTools(Severity.WARNING))
                        .toArray(PolicyLayer[]::new))
                .unknownTools(settings.asksForUnknown() ? UnknownTools.ASK : UnknownTools.DENY)
                .engine(builder -> {
                    audit.ifPresent(builder::onCall);
                    approver.ifPresent(builder::permission);
                    settings.sessions().ifPresent(builder::sessions);
                    return builder.paths(paths);
                })
                .start(List.of());
        Pins pins = Pins.read(settings.pinned(), settings.accepted());
        return new GatewayTools(tools, pins, settings.sampling(), settings.clientHeader(), log);
    }

    /** Returns the warnings about the policy. */
    public List<PolicyProblem> warnings() {
        return tools.engine().warnings().stream()
                .filter(problem -> problem.diagnostic().code() != DiagnosticCode.UNKNOWN_TOOL) // the tools come later
                .toList();
    }

    /** Returns a tool as the engine knows it. */
    Optional<ToolSpec<?>> find(String name) {
        return tools.engine().tools().find(name);
    }

    /** Returns a client's session, with the policies of all tools that are known now. */
    PolicySession session(String id) {
        return tools.engine().session(id);
    }

    /**
     * Returns the session of a client over HTTP. All its requests share its labels and limits, in each session that the
     * server gives it and in none: else a server could take its own labels away by ending a session.
     */
    PolicySession client(Headers request) {
        return session(clientHeader
                .map(request::get)
                .map(values -> start + "-" + JsonDigest.of(TextNode.valueOf(start + values)))
                .orElse(start));
    }

    /**
     * Returns a session for calls of a tool, a child of the client's session. Close it before their results are
     * delivered: then their labels join the client's.
     *
     * @param given the id of the session that the server has given the client; empty if it has none: then nothing else
     *     meets requirements of these calls
     */
    PolicySession session(Headers request, Optional<String> given, String tool) {
        PolicySession client = client(request);
        PolicySession child = given.map(id -> session(client.id() + "/" + id))
                .orElseGet(() -> tools.engine().newSession());
        OpenSession.beginIn(client, child, tool);
        return child;
    }

    /**
     * Returns the id that {@link #session(Headers, Optional, String)} takes for a client whose version of the protocol has no
     * sessions; empty if it can't be told from other clients, whose calls would meet its requirements.
     */
    Optional<String> withoutSession(Headers request) {
        return clientHeader.filter(request::containsKey).map(header -> ""); // no id that a server gives is empty
    }

    /** Returns the schema by which calls of a tool are decided; missing if it isn't known. */
    synchronized JsonNode schema(String name) {
        return known.getOrDefault(name, Optional.empty()).map(HostTool::schema).orElse(MissingNode.getInstance());
    }

    /** Returns the call that an answered request covers, for a call that was sent again; empty if it wasn't answered. */
    Optional<GuardedCall> answered(CallResult result, PolicySession session) {
        return result.approval()
                .filter(id -> result.kind() == CallResult.Kind.PENDING)
                .flatMap(tools.engine().approvals()::find)
                .filter(each -> each.status() != Approval.Status.PENDING)
                .map(each -> session.calls().guardApproved(each.id()));
    }

    /** Returns the refusal of a request of the server that lets it speak to the client's model; empty if it may. */
    Optional<ObjectNode> refused(Message request) {
        return sampling || !request.isNearly(SAMPLING)
                ? Optional.empty()
                : Optional.of(Message.error(request.idValue(), Message.INVALID_REQUEST, NO_SAMPLING));
    }

    /**
     * Returns a response of the server as it came, or an error: if two readers could understand it differently, or if it
     * asks the client's model, which the server may not do.
     */
    Message admitted(Message response) {
        String why = forbidden(response.result());
        return why.isEmpty()
                ? response
                : new Message(Message.error(response.idValue(), Message.INVALID_REQUEST, why), response.kind());
    }

    /** Returns why a result may not reach the client; empty if it may. */
    private String forbidden(JsonNode result) {
        JsonNode asked = result.path("inputRequests");
        if (NamesInTwoCases.areIn(result, RESULT)
                || asked.valueStream().anyMatch(each -> NamesInTwoCases.areIn(each, "method"))) {
            return "the server's answer is ambiguous";
        }
        boolean asksModel = asked.valueStream()
                .anyMatch(each -> Message.isNearly(each.path("method").asText(), SAMPLING));
        return asksModel && !sampling ? NO_SAMPLING : "";
    }

    /**
     * Returns whether a notification of the server may reach the client. One about a task has what a request for the task
     * would get: its result, or questions to the client. The labels of its text join the session's before.
     *
     * @param session the client's session
     */
    boolean passes(Message notification, PolicySession session) {
        return !notification.isNearly("notifications/tasks")
                || forbidden(notification.tree().path("params")).isEmpty()
                        && deliver(ServerText.answering(notification), session);
    }

    /** Adds the labels of a text to a session; returns false if they can't be stored. */
    private boolean deliver(Optional<ServerText> text, PolicySession session) {
        try {
            text.ifPresent(each -> OpenSession.deliver(session, each.name()));
            return true;
        } catch (StoreException e) {
            log.accept("an answer of the server is withheld: " + VisibleText.line(String.valueOf(e.getMessage())));
            return false;
        }
    }

    /**
     * Returns a response of the server as the client may see it: without the tools that it may not see, in the answer to
     * any request. The labels of its text join the session's before.
     *
     * @param text the text that the answer may bring
     * @param session the client's session
     */
    ObjectNode passed(Message response, Optional<ServerText> text, PolicySession session) {
        if (!deliver(text.filter(each -> each.isIn(response)), session)) {
            return Message.error(response.idValue(), Message.INVALID_REQUEST, "the session can't be stored");
        }
        JsonNode result = response.result();
        if (!result.has("tools")) {
            return response.tree();
        }
        ObjectNode tree = response.tree().deepCopy();
        ((ObjectNode) tree.path("result")).set("tools", offer(result.path("tools"), session));
        return tree;
    }

    /** Takes up a page that a server has sent to the client, as below. */
    private synchronized ArrayNode offer(JsonNode page, PolicySession session) {
        return offer(list().add(page), session);
    }

    /** Creates a list for what a server lists. */
    synchronized ListedTools list() {
        return new ListedTools(Set.copyOf(known.keySet()));
    }

    /**
     * Takes up what a server lists, and returns it for the client: without tools that are disabled, malformed, listed
     * twice, or denied with any arguments.
     *
     * @param list what the server lists, in a {@link #list} of this object
     * @param session the client's session
     */
    synchronized ArrayNode offer(ListedTools list, PolicySession session) {
        if (list.isFull() && !full) {
            full = true;
            log.accept(ListedTools.FULL);
        }
        Map<String, ObjectNode> listed = list.tools();
        listed.forEach((name, tool) -> labels.merge(
                name, ServerLabels.ofTool(tool.path("annotations")), (before, now) -> now.isEmpty() ? before : now));
        Map<String, HostTool> offered = new LinkedHashMap<>();
        Map<String, String> problems = pins.problems(listed);
        problems.forEach(this::disable);
        list.problems().forEach(this::disable);
        listed.forEach((name, tool) -> {
            if (!problems.containsKey(name)) {
                offered.put(name, ListedTools.described(name, tool));
            }
        });
        tools.offer(offered.values());
        Map<String, List<PolicyProblem>> unfit = tools.engine().disabledTools();
        offered.forEach((name, tool) -> {
            if (unfit.containsKey(name)) {
                disable(name, unfit(unfit.get(name)));
            } else {
                disabled.remove(name);
                known.put(name, Optional.of(tool));
            }
        });
        ArrayNode visible = JsonNodeFactory.instance.arrayNode();
        ToolCatalog possible = session.offeredTools();
        listed.forEach((name, tool) -> {
            if (isUsable(name) && possible.find(name).isPresent()) {
                visible.add(tool);
            }
        });
        return visible;
    }

    private static String unfit(List<PolicyProblem> problems) {
        return VisibleText.line(
                "its policy doesn't fit its schema: "
                        + problems.stream()
                                .map(problem -> problem.diagnostic().summary())
                                .collect(Collectors.joining("; ")),
                VisibleText.DETAIL);
    }

    private void disable(String name, String reason) {
        known.put(name, Optional.empty());
        if (!reason.equals(disabled.put(name, reason))) {
            log.accept(ListedTools.disabled(name, reason));
        }
    }

    /** Returns the labels that the server's list adds to the results of a tool. */
    synchronized Set<String> labels(String name) {
        return labels.getOrDefault(name, Set.of());
    }

    /** Returns whether the server has listed a tool, also one that is disabled. */
    synchronized boolean isKnown(String name) {
        return known.containsKey(name);
    }

    /** Returns whether calls of a tool may be decided: the server has listed it, and it is not disabled. */
    synchronized boolean isUsable(String name) {
        return known.getOrDefault(name, Optional.empty())
                .filter(tools::isCurrent)
                .isPresent();
    }

    /** Returns why calls of a tool can't run, for the model. */
    synchronized String unusable(String name) {
        return "Not run: this tool is disabled: " + disabled.getOrDefault(name, "the server doesn't offer it") + ".";
    }
}

package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One client and one server, and the messages between them. Tool calls are decided before they pass; lists of tools are
 * filtered; a response passes only if its request is open; everything else passes as it came. The messages of one side
 * come from one thread; those of both sides may come at once.
 */
final class Gateway {
    private static final int MOST_OPEN = 1_000;
    private static final String CANCELLED = "notifications/cancelled";

    private final Peer client;
    private final Peer server;
    private final GatewayTools tools;
    private final String session;
    private final PendingRequests toServer;
    private final PendingRequests toClient;
    /** The questions to which a call that is sent again brings the answer. */
    private final PendingRequests questions = new PendingRequests(question -> {});

    private final ToolLister lister;
    private final ToolCalls calls;
    /** The ids of the client's open requests that have passed. */
    private final Map<String, Optional<ServerText>> ofClient = new ConcurrentHashMap<>();
    /** The ids of the server's open requests. */
    private final Set<String> ofServer = ConcurrentHashMap.newKeySet();
    /** The version of the protocol that the client's last request names; empty before 2026-07-28. */
    private volatile String version = "";

    Gateway(Peer client, Peer server, GatewayTools tools, String session) {
        this.client = client;
        this.server = server;
        this.tools = tools;
        this.session = session;
        toServer = new PendingRequests(server);
        toClient = new PendingRequests(client);
        lister = new ToolLister(toServer, tools, session, () -> version, ToolLister.LIMIT);
        calls = new ToolCalls(this::answer, toServer, questions, tools, lister, session);
    }

    /**
     * Asks the client about one of its open calls. Since 2026-07-28 the question is the answer to the call, and the client
     * sends the call again with its own answer.
     *
     * @param callId the id of the client's request
     * @throws IOException if the client can't be asked
     */
    PendingRequests.Sent ask(String callId, ObjectNode params) throws IOException {
        return version.isEmpty()
                ? toClient.send("elicitation/create", params)
                : calls.ask(callId, "elicitation/create", params);
    }

    /** Tells the client that a question is withdrawn. */
    void withdraw(PendingRequests.Sent question, String reason) throws IOException {
        question.reply().cancel(false);
        if (version.isEmpty()) {
            ObjectNode params = JsonNodeFactory.instance.objectNode().put("requestId", question.id());
            toClient.notify(CANCELLED, params.put("reason", reason));
        }
    }

    /**
     * Takes a message of the client.
     *
     * @throws IOException if the server or the client can't be reached
     */
    void fromClient(String text) throws IOException {
        try {
            Message message = Message.read(text);
            switch (message.kind()) {
                case REQUEST -> request(message);
                case NOTIFICATION -> notification(message);
                case RESPONSE -> response(message);
            }
        } catch (Message.InvalidException e) {
            client.send(Message.error(null, Message.INVALID_REQUEST, String.valueOf(e.getMessage())));
        }
    }

    private void request(Message request) throws IOException {
        String id = request.id();
        version = request.version();
        if (PendingRequests.isOwn(id) || ofClient.containsKey(id) || calls.isOpen(id)) {
            refuse(request, "a request with this id is open");
        } else if (ofClient.size() + calls.open() >= MOST_OPEN) {
            refuse(request, "too many requests are open: " + MOST_OPEN);
        } else if (ToolCall.isNearly(request)) {
            Optional<ToolCall> call = ToolCall.of(request);
            if (call.isPresent()) {
                calls.call(call.get());
            } else {
                client.send(ToolCall.invalid(request, tools.session(session)));
            }
        } else {
            ofClient.put(id, ServerText.answering(request));
            server.send(request.tree());
        }
    }

    /** Refuses a request of the client; one that calls a tool is recorded. */
    private void refuse(Message request, String why) throws IOException {
        if (ToolCall.isNearly(request)) {
            ToolCall.report(request, tools.session(session), why);
        }
        refuse(client, request, why);
    }

    private static void refuse(Peer sender, Message request, String why) throws IOException {
        sender.send(Message.error(request.idValue(), Message.INVALID_REQUEST, why));
    }

    private void notification(Message notification) throws IOException {
        if (ToolCall.isNearly(notification)) {
            ToolCall.invalid(notification, tools.session(session));
            return;
        }
        if (notification.method().equals(CANCELLED)) {
            String id = notification.parameter("requestId").toString();
            if (calls.cancel(id, notification)) {
                return;
            }
            if (ofClient.remove(id) == null) { // an open one gets no answer
                tools.log.accept("a cancellation of no request of the client was dropped");
                return;
            }
        }
        server.send(notification.tree());
        if (notification.method().equals("notifications/initialized")) {
            list();
        }
    }

    private void response(Message response) throws IOException {
        if (PendingRequests.isOwn(response.id())) {
            toClient.answered(response);
        } else if (ofServer.remove(response.id())) {
            server.send(response.tree());
        } else {
            tools.log.accept("a response of the client to no request was dropped");
        }
    }

    /** Asks for the tools; a call that needs them meanwhile waits. */
    private void list() {
        lister.list().exceptionally(failure -> {
            tools.log.accept("the tools can't be listed: " + VisibleText.line(String.valueOf(failure.getMessage())));
            return null;
        });
    }

    /**
     * Takes a message of the server. One that can't be read is dropped; a request that it answers ends with an error.
     *
     * @throws IOException if the client or the server can't be reached
     */
    void fromServer(String text) throws IOException {
        try {
            Message message = Message.read(text);
            switch (message.kind()) {
                case REQUEST -> serverRequest(message);
                case NOTIFICATION -> serverNotification(message);
                case RESPONSE -> serverResponse(tools.admitted(message));
            }
        } catch (Message.InvalidException e) {
            tools.log.accept("a message of the server was dropped: " + e.getMessage());
            Optional<Message> answer = Message.unreadable(text);
            if (answer.isPresent()) {
                unreadable(answer.get());
            }
        }
    }

    /** Ends a request whose answer can't be read: of a call it is unknown whether it ran. */
    private void unreadable(Message answer) throws IOException {
        if (PendingRequests.isOwn(answer.id())) {
            toServer.unanswered(answer.id());
        } else {
            serverResponse(answer);
        }
    }

    private void serverRequest(Message request) throws IOException {
        Optional<ObjectNode> refused = tools.refused(request);
        if (refused.isPresent()) {
            server.send(refused.get());
        } else if (PendingRequests.isOwn(request.id()) || ofServer.size() >= MOST_OPEN || !ofServer.add(request.id())) {
            refuse(server, request, "a request with this id is open");
        } else {
            client.send(request.tree());
        }
    }

    private void serverNotification(Message notification) throws IOException {
        if (!tools.passes(notification, tools.session(session))) {
            tools.log.accept("a notification of the server about a task was dropped");
            return;
        }
        if (notification.method().equals("notifications/tools/list_changed")) {
            list();
        } else if (notification.method().equals(CANCELLED)) {
            String id = notification.parameter("requestId").toString();
            // Older servers cancel requests of their own, newer ones have none and end subscriptions of the client.
            if (!ofServer.remove(id) && (version.isEmpty() || ofClient.remove(id) == null)) {
                tools.log.accept("a cancellation of no request of the server was dropped");
                return;
            }
        }
        client.send(notification.tree());
    }

    private void serverResponse(Message response) throws IOException {
        if (PendingRequests.isOwn(response.id())) {
            toServer.answered(response);
            return;
        }
        Optional<ServerText> text = ofClient.remove(response.id());
        if (text == null) {
            tools.log.accept("a response of the server to no open request was dropped");
        } else {
            client.send(tools.passed(response, text, tools.session(session)));
        }
    }

    private void answer(ObjectNode response) {
        try {
            client.send(response);
        } catch (IOException e) {
            tools.log.accept("the client can't be answered: " + e.getMessage());
        }
    }

    /** Ends all open calls of a server that has gone: whether they ran is unknown. */
    void serverGone() {
        toServer.end();
    }

    /** Ends all open questions to a client that has gone. */
    void clientGone() {
        toClient.end();
        questions.end();
    }
}

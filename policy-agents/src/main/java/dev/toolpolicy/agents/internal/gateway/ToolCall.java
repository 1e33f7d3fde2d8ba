package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.internal.adapter.RefusedCalls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that calls a tool. Its trees must not be changed.
 *
 * @param request the request
 */
record ToolCall(Message request) {
    /** The method that calls a tool. */
    static final String METHOD = "tools/call";

    /** The reason why a call didn't run that was cancelled before the server had it. */
    static final String CANCELLED = "the client has cancelled it";

    /** The name of the gateway's question among those to the client. */
    private static final String QUESTION = "approve";

    private static final int INVALID_PARAMETERS = -32_602;
    private static final String INVALID =
            "the method must be exactly " + METHOD + ", with an id, a name and an object of arguments";

    /** Returns whether a message calls a tool, for a reader who ignores case and blanks around the method. */
    static boolean isNearly(Message message) {
        return message.isNearly(METHOD);
    }

    /**
     * Reads a call.
     *
     * @return the call; empty if the message isn't a request with a name and an object of arguments, or if another reader
     *     could find others
     */
    static Optional<ToolCall> of(Message request) {
        JsonNode params = request.tree().path("params");
        JsonNode arguments = params.path("arguments");
        boolean valid = request.kind() == Message.Kind.REQUEST
                && request.method().equals(METHOD)
                && params.path("name").isTextual()
                && (arguments.isMissingNode() || arguments.isObject())
                && !NamesInTwoCases.areIn(
                        params, "name", "arguments", "task", "_meta", "inputResponses", "requestState");
        return valid ? Optional.of(new ToolCall(request)) : Optional.empty();
    }

    /** Returns the answer to a message that is not a call, although another reader could find one. It is recorded. */
    static ObjectNode invalid(Message message, PolicySession session) {
        report(message, session, INVALID);
        return Message.error(message.idValue(), INVALID_PARAMETERS, INVALID);
    }

    /** Records a message that calls a tool, or nearly, and is refused. */
    static void report(Message message, PolicySession session, String why) {
        RefusedCalls.report(session, message.id(), message.parameter("name").asText(), why);
    }

    /** Returns the request's id as text. */
    String id() {
        return request.id();
    }

    /** Returns the name of the tool. */
    String tool() {
        return request.parameter("name").textValue();
    }

    /** Returns the arguments; null if there are none. */
    @Nullable
    JsonNode arguments() {
        return request.tree().path("params").get("arguments");
    }

    /** Returns the answer to a call that can't be decided at all, which is recorded; empty for other calls. */
    Optional<ObjectNode> refused(GatewayTools tools, PolicySession session) {
        if (tools.isUsable(tool())) {
            return Optional.empty();
        }
        String why = tools.unusable(tool());
        report(request, session, why);
        return Optional.of(notRun(why));
    }

    /** Returns the parameters of this call with the arguments that were approved. */
    ObjectNode approved(ObjectNode arguments) {
        ObjectNode params = ((ObjectNode) request.tree().path("params")).deepCopy();
        params.set("arguments", arguments);
        return params;
    }

    /** Returns the answer to an approved call that must not be sent to the server; empty if it may be. */
    Optional<Reply> unsent(GatewayTools tools, boolean isCancelled) {
        return isCancelled
                ? Optional.of(Reply.notSent("Not run: " + CANCELLED + "."))
                : Optional.of(tool())
                        .filter(name -> !tools.isUsable(name))
                        .map(name -> Reply.notSent(tools.unusable(name)));
    }

    /** Returns the response that says that the call didn't run. */
    ObjectNode notRun(String forModel) {
        return response(Message.toolError(forModel));
    }

    /** Returns whether the client's user can be asked by the answer to this call. */
    boolean canAsk() {
        JsonNode elicitation = request.parameter("_meta")
                .path("io.modelcontextprotocol/clientCapabilities")
                .path("elicitation");
        return elicitation.has("form") || elicitation.isObject() && elicitation.isEmpty();
    }

    /** Returns the response that asks the client something before the call runs. */
    ObjectNode asks(ObjectNode question) {
        ObjectNode result = question.objectNode().put("resultType", "input_required");
        result.set("requestState", question.path("id"));
        result.withObjectProperty("inputRequests")
                .set(QUESTION, question.deepCopy().without(List.of("jsonrpc", "id")));
        return Message.response(request.idValue(), result);
    }

    /** Returns the id of the gateway's question that this call answers; empty if it is none. */
    String answers() {
        return request.parameter("requestState").asText();
    }

    /** Returns the answer to the gateway's question. */
    Message answer() {
        JsonNode answer = request.parameter("inputResponses").path(QUESTION);
        return new Message(Message.response(request.parameter("requestState"), answer), Message.Kind.RESPONSE);
    }

    /** Returns whether another call has the same tool and arguments, and names its version too. */
    boolean isSame(ToolCall other) {
        return !other.request.version().isEmpty()
                && tool().equals(other.tool())
                && Objects.equals(arguments(), other.arguments());
    }

    /** Returns this call with the id and the metadata of another one, whose answer and progress the client expects. */
    ToolCall withIdOf(ToolCall other) {
        ObjectNode tree = request.tree().deepCopy().set("id", other.request.idValue());
        tree.withObjectProperty("params").set("_meta", other.request.parameter("_meta"));
        return new ToolCall(new Message(tree, request.kind()));
    }

    private ObjectNode response(ObjectNode result) {
        if (!request.version().isEmpty()) {
            result.put("resultType", "complete");
        }
        return Message.response(request.idValue(), result);
    }

    private static String waits(String approval) {
        return "Not run yet: this call waits for a person's approval (request " + approval
                + "). Go on without its result. After a person has answered, send the same call again: it then runs"
                + " once.";
    }

    /** Returns the response of a call that was decided: the server's own if it may be delivered as it is. */
    ObjectNode answer(GuardedCall.Result<Reply> result) {
        Optional<Message> whole = result.returned().flatMap(Reply::message);
        if (whole.isPresent()) {
            ObjectNode response = whole.get().tree().deepCopy();
            response.set("id", request.idValue());
            return response;
        }
        ObjectNode answer = Message.toolError(result.call()
                .approval()
                .filter(id -> result.call().kind() == CallResult.Kind.PENDING)
                .map(ToolCall::waits)
                .orElse(result.forModel()));
        if (result.call().success()) {
            answer.put("isError", false);
        }
        return response(answer);
    }
}

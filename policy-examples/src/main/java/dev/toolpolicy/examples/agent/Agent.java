package dev.toolpolicy.examples.agent;

import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loop of an agent: a person's task, then responses of the model and results of its calls by turns, until a
 * response calls nothing. What may run, who is asked and what the model is told is the engine's matter.
 */
final class Agent {
    /** So many responses for one task, against a model that never ends. */
    private static final int MOST_RESPONSES = 50;

    private final Model model;
    private final PolicySession session;
    private final ToolHandlers tools;
    private final AgentScreen screen;
    private final List<Message> conversation = new ArrayList<>();
    private volatile @Nullable ToolTurn running;

    Agent(Model model, PolicySession session, ToolHandlers tools, AgentScreen screen) {
        this.model = model;
        this.session = session;
        this.tools = tools;
        this.screen = screen;
    }

    /** Works on a task until the model has nothing more to do. */
    void work(String task) throws IOException {
        conversation.add(Message.user(task));
        for (int i = 0; i < MOST_RESPONSES; i++) {
            if (!respond()) {
                return;
            }
        }
        screen.note("The model has answered " + MOST_RESPONSES + " times; say \"go on\" if it should.");
    }

    /** Interrupts the running response at the person's request. */
    void interrupt() {
        ToolTurn turn = running;
        if (turn != null) {
            model.cancel();
            turn.abandon("the user interrupted it");
        }
    }

    /** Handles one response and its calls; returns false if the model waits for nothing. */
    private boolean respond() throws IOException {
        ToolTurn turn = session.turn(tools, TurnSettings.defaults().withCancellation(model::cancel));
        running = turn;
        Response response = new Response(turn);
        TurnResult result;
        try {
            model.respond(conversation, response::take);
        } catch (IOException | RuntimeException e) {
            turn.abandon("the response failed");
            throw e;
        } finally {
            result = turn.finish(response.end).toCompletableFuture().join();
            running = null;
            screen.endText();
        }
        conversation.add(Message.assistant(response.text.toString(), result.records()));
        if (result.results().isEmpty()) {
            return false;
        }
        result.results().forEach(screen::result);
        conversation.add(Message.results(result.results()));
        return result.stop() != TurnResult.Stop.ABANDONED;
    }

    /** Takes a response's parts to the turn. */
    private final class Response {
        private final ToolTurn turn;
        private final StringBuilder text = new StringBuilder();
        private ResponseEnd end = ResponseEnd.CUT;

        Response(ToolTurn turn) {
            this.turn = turn;
        }

        void take(WirePart part) {
            switch (part.kind()) {
                case CALL -> turn.start(part.position(), part.id(), part.text());
                case PROVIDER_CALL ->
                    screen.note("The provider itself runs " + part.text() + "; the agent doesn't see that call.");
                case ARGUMENTS -> turn.append(part.position(), part.text());
                case TEXT -> {
                    text.append(part.text());
                    screen.text(part.text());
                }
                case COMPLETE -> end = ResponseEnd.COMPLETE;
                case CUT -> end = ResponseEnd.CUT;
            }
        }
    }
}

package dev.toolpolicy.examples.agent;

import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.stream.wire.WirePart;
import dev.toolpolicy.stream.wire.WirePart.ArgumentText;
import dev.toolpolicy.stream.wire.WirePart.CallEnded;
import dev.toolpolicy.stream.wire.WirePart.CallStarted;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import dev.toolpolicy.stream.wire.WirePart.PlainText;
import dev.toolpolicy.stream.wire.WirePart.ResponseEnded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        conversation.add(new Message.User(task));
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
        ToolTurn turn = session.turn(tools, TurnSettings.defaults().cancelling(model::cancel));
        running = turn;
        Response response = new Response(turn);
        TurnResult result;
        try {
            model.respond(conversation, part -> part.passTo(response));
        } catch (IOException | RuntimeException e) {
            turn.abandon("the response failed");
            throw e;
        } finally {
            result = turn.finish(response.end).toCompletableFuture().join();
            running = null;
            screen.endText();
        }
        conversation.add(new Message.Assistant(response.text.toString(), result.records()));
        if (result.results().isEmpty()) {
            return false;
        }
        for (CallResult each : result.results()) {
            screen.result(each);
        }
        conversation.add(new Message.Results(result.results()));
        return result.stop() != TurnResult.Stop.ABANDONED;
    }

    /** Takes a response's parts to the turn. */
    private final class Response implements WirePart.Receiver {
        private final ToolTurn turn;
        private final StringBuilder text = new StringBuilder();
        private final Set<Integer> foreign = new HashSet<>();
        private ResponseEnd end = ResponseEnd.CUT;

        Response(ToolTurn turn) {
            this.turn = turn;
        }

        @Override
        public void plainText(PlainText plain) {
            text.append(plain.text());
            screen.text(plain.text());
        }

        @Override
        public void argumentText(ArgumentText more) {
            if (!foreign.contains(more.position())) {
                turn.append(more.position(), more.text());
            }
        }

        @Override
        public void callEnded(CallEnded ended) {
            if (!foreign.contains(ended.position())) {
                turn.end(ended.position());
            }
        }

        @Override
        public void responseEnded(ResponseEnded ended) {
            end = ended.complete() ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
        }

        @Override
        public void callStarted(CallStarted start) {
            if (start.owner() == Owner.SERVICE) {
                foreign.remove(start.position());
                turn.start(start.position(), start.id(), start.name());
            } else {
                foreign.add(start.position());
                screen.note("The provider itself runs " + start.name() + "; the agent doesn't see that call.");
            }
        }
    }
}

package dev.toolpolicy.lab.agentdojo;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.run.PreviewedCall;
import java.util.OptionalLong;

/** One conversation: the session of a user's task, in which calls are decided and run. For one thread. */
final class Conversation implements AutoCloseable {
    /** The length of the pieces in which argument text arrives, in characters. */
    private static final int PIECE = 7;

    private final PolicySession session;
    private final Person person;

    Conversation(PolicySession session, Person person) {
        this.session = session;
        this.person = person;
    }

    /**
     * Decides a call, as a whole and in pieces, and runs it if it is allowed or approved.
     *
     * @param call the call
     * @param approves the person's answer, if the call asks
     * @throws IllegalStateException if the call is decided otherwise in pieces than as a whole
     */
    Verdict play(TaskCall call, boolean approves) {
        long start = System.nanoTime();
        CallPreview whole = session.calls().preview(call.tool(), call.arguments());
        long nanos = System.nanoTime() - start;

        person.answer(approves);
        ToolCallStream stream = session.calls().call("", call.tool());
        for (int at = 0; at < call.arguments().length(); at += PIECE) {
            stream.append(call.arguments()
                    .substring(at, Math.min(at + PIECE, call.arguments().length())));
        }
        ToolCallOutcome outcome = stream.conclude().toCompletableFuture().join();
        Mode mode = mode(stream, outcome);
        if (mode != PreviewedCall.mode(whole)) {
            throw new IllegalStateException(
                    call + " is decided otherwise in pieces, " + mode.word() + ", than as a whole, " + whole);
        }
        outcome.approved().ifPresent(Conversation::run);
        return new Verdict(mode, certainAt(stream), call.arguments().length(), nanos);
    }

    private static void run(ApprovedCall approved) {
        approved.begin();
        approved.succeeded(TextNode.valueOf("done"));
    }

    private Mode mode(ToolCallStream stream, ToolCallOutcome outcome) {
        if (person.wasAsked()) {
            return PreviewedCall.asking(stream.decision());
        }
        return outcome.kind() == ToolCallOutcome.Kind.APPROVED ? Mode.ALLOW : Mode.DENY;
    }

    /** Returns how many characters had been read when the rules had decided, or a limit or requirement had denied. */
    private static long certainAt(ToolCallStream stream) {
        OptionalLong decided = stream.decidedAt();
        OptionalLong denied = stream.deniedAt();
        return Math.min(decided.orElse(stream.length()), denied.orElse(stream.length()));
    }

    @Override
    public void close() {
        session.close();
    }
}

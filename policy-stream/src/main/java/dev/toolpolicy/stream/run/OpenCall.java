package dev.toolpolicy.stream.run;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.adapter.JoinedCall;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;

/** A call that may still grow. */
final class OpenCall extends JoinedCall {
    private static final ArgumentLimits LIMITS = ArgumentLimits.defaults();

    private final int choice;
    private boolean complete;
    /** The number of the chunk that its latest piece came in. */
    private long chunk;

    OpenCall(int choice, int number) {
        super(number);
        this.choice = choice;
    }

    void add(ToolCallDelta delta, long in) {
        chunk = in;
        identify(delta.id());
        String more = delta.name();
        boolean renamed = !more.isEmpty() && !more.contentEquals(name());
        if (renamed && !text().isEmpty() && !name().isEmpty()) {
            throw protocol("call " + this + " goes on as \"" + more + "\"");
        }
        addName(more);
        if (text().length() + (long) delta.arguments().length() > LIMITS.text()) {
            throw protocol("call " + this + " has more than " + LIMITS.text() + " characters of arguments");
        }
        append(delta.arguments());
    }

    /** Returns the failure of a provider that breaks its own protocol. */
    static StreamException protocol(String message) {
        return new StreamException(StreamException.Kind.PROTOCOL, message);
    }

    boolean isIn(long which) {
        return chunk == which;
    }

    boolean isComplete() {
        return complete;
    }

    /** Returns the call as it is now; it no longer grows. */
    CompletedUnit complete(boolean truncated) {
        complete = true;
        String known = id().isEmpty() ? "call_" + choice + "_" + position() : id();
        return CompletedUnit.call(choice, position(), known, name().toString(), text().toString())
                .truncated(truncated)
                .readBy(OpenCall::read);
    }

    /** Reads the text as the engine reads arguments: exactly, and with names that come twice refused. */
    private static CompletedUnit read(CompletedUnit call) {
        String text = call.text();
        ValueAggregator values = new ValueAggregator();
        return new FragmentParser(LIMITS, values)
                .append(text.isBlank() && !call.truncated() ? "{}" : text)
                .finish()
                .error()
                .map(call::withError)
                .orElseGet(() -> call.withArguments(values.value().orElseThrow()));
    }

    @Override
    public String toString() {
        return VisibleText.line(name() + "#" + id());
    }
}

package dev.toolpolicy.stream.run;

import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.internal.json.FragmentParser;
import dev.toolpolicy.runtime.internal.json.FragmentVisitor;
import dev.toolpolicy.runtime.internal.json.ValueAggregator;
import dev.toolpolicy.runtime.internal.wire.CallLookup;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import org.jspecify.annotations.Nullable;

/** A call that may still grow. */
final class OpenCall implements OpenUnit, CallLookup.Call {
    private static final ArgumentLimits LIMITS = ArgumentLimits.defaults();
    private static final FragmentVisitor NOTHING = new FragmentVisitor() {};

    private final int choice;
    private final int number;
    private String id = "";
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder arguments = new StringBuilder();
    /** Reads along, if a policy asks whether the arguments are complete. */
    private @Nullable FragmentParser reading;

    private int read;
    private boolean complete;
    /** The chunk that its latest piece came in. */
    private long chunk;

    OpenCall(int choice, int number) {
        this.choice = choice;
        this.number = number;
    }

    void add(ToolCallDelta delta, long in) {
        chunk = in;
        if (id.isEmpty()) {
            id = delta.id();
        }
        String more = delta.name();
        if (!more.isEmpty() && !more.contentEquals(name)) {
            if (!arguments.isEmpty() && !name.isEmpty()) {
                throw protocol("call " + this + " goes on as \"" + more + "\"");
            }
            name.append(more);
        }
        if (arguments.length() + (long) delta.arguments().length() > LIMITS.text()) {
            throw protocol("call " + this + " has more than " + LIMITS.text() + " characters of arguments");
        }
        arguments.append(delta.arguments());
    }

    private static StreamException protocol(String message) {
        return new StreamException(StreamException.Kind.PROTOCOL, message);
    }

    @Override
    public String id() {
        return id;
    }

    boolean isIn(long which) {
        return chunk == which;
    }

    int number() {
        return number;
    }

    boolean isComplete() {
        return complete;
    }

    @Override
    public boolean isFollowedBy(String another) {
        return !arguments.isEmpty() && (!another.contentEquals(name) || isWhole());
    }

    /** Returns whether the arguments are a complete value. Called with each piece, so it reads only the new text. */
    boolean isWhole() {
        FragmentParser parser = reading == null ? new FragmentParser(LIMITS, NOTHING) : reading;
        reading = parser.append(arguments.substring(read));
        read = arguments.length();
        return parser.isComplete() && parser.error().isEmpty();
    }

    @Override
    public CompletedUnit.Call complete(boolean truncated) {
        complete = true;
        String text = arguments.toString();
        String known = id.isEmpty() ? "call_" + choice + "_" + number : id;
        return new CompletedUnit.Call(choice, number, known, name.toString(), text)
                .truncated(truncated)
                .readBy(OpenCall::read);
    }

    /** Reads the text as the engine reads arguments: exactly, and with names that come twice refused. */
    private static CompletedUnit.Call read(CompletedUnit.Call call) {
        String text = call.argumentText();
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
        return name + "#" + id;
    }
}

package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A complete text or tool call of the model, assembled from a stream's deltas. A call has its arguments, or the error in
 * them. Immutable.
 */
public final class CompletedUnit {
    private final boolean isCall;
    private final int choice;
    private final int index;
    private final String id;
    private final String name;
    private final String text;
    private final boolean truncated;
    private final @Nullable JsonNode arguments;
    private final @Nullable ArgumentError error;
    /** Reads the argument text; null if it was read. */
    private final @Nullable UnaryOperator<CompletedUnit> reading;

    private volatile @Nullable CompletedUnit read;

    /**
     * Creates a text of the model, from its first piece to the next tool call or the end of the response.
     *
     * @param choice the choice's index
     * @param text the text
     * @param truncated true if the text was truncated
     */
    public static CompletedUnit text(int choice, String text, boolean truncated) {
        return new CompletedUnit(false, choice, 0, "", "", text, truncated, null, null, null);
    }

    /**
     * Creates a complete tool call without arguments or error.
     *
     * @param choice the choice's index
     * @param index the number of calls of the choice that started before
     * @param id the provider's id, or a generated one if the provider sent none
     * @param name the tool's name
     * @param text the argument text as received
     */
    public static CompletedUnit call(int choice, int index, String id, String name, String text) {
        return new CompletedUnit(true, choice, index, id, name, text, false, null, null, null);
    }

    /**
     * Returns this call with its arguments, for an argument text that is a JSON value.
     *
     * @param parsed the parsed arguments; copied
     */
    public CompletedUnit withArguments(JsonNode parsed) {
        return new CompletedUnit(isCall, choice, index, id, name, text, truncated, parsed.deepCopy(), null, null);
    }

    /**
     * Returns this call with an error, for an argument text that is not JSON, or not complete.
     *
     * @param first the first error in the text
     */
    public CompletedUnit withError(ArgumentError first) {
        return new CompletedUnit(isCall, choice, index, id, name, text, truncated, null, first, null);
    }

    /**
     * Returns this call, truncated or not.
     *
     * @param cut true if the response was cut while the call was open
     */
    public CompletedUnit truncated(boolean cut) {
        return new CompletedUnit(isCall, choice, index, id, name, text, cut, arguments, error, reading);
    }

    /**
     * Returns this call, whose argument text is read when the arguments or the error are asked for.
     *
     * @param reader returns the call with its arguments or the error, on any thread
     */
    public CompletedUnit readBy(UnaryOperator<CompletedUnit> reader) {
        return new CompletedUnit(
                isCall, choice, index, id, name, text, truncated, null, null, Objects.requireNonNull(reader, "reader"));
    }

    private CompletedUnit read() {
        CompletedUnit known = read;
        if (known == null) {
            known = reading == null ? this : reading.apply(this);
            read = known;
        }
        return known;
    }

    private CompletedUnit(
            boolean isCall,
            int choice,
            int index,
            String id,
            String name,
            String text,
            boolean truncated,
            @Nullable JsonNode arguments,
            @Nullable ArgumentError error,
            @Nullable UnaryOperator<CompletedUnit> reading) {
        this.isCall = isCall;
        this.choice = choice;
        this.index = index;
        this.id = Objects.requireNonNull(id, "id");
        this.name = Objects.requireNonNull(name, "name");
        this.text = Objects.requireNonNull(text, "text");
        this.truncated = truncated;
        this.arguments = arguments;
        this.error = error;
        this.reading = reading;
    }

    /**
     * Returns whether this unit is a tool call.
     *
     * @return true for a call, false for a text
     */
    public boolean isCall() {
        return isCall;
    }

    /**
     * Returns the choice that this unit belongs to.
     *
     * @return the choice's index, 0 for a response with one
     */
    public int choice() {
        return choice;
    }

    /**
     * Returns whether the unit was truncated: the response ended at a length limit, by a filter or without a finish
     * while the unit was open.
     *
     * @return true if more may be missing
     */
    public boolean truncated() {
        return truncated;
    }

    /**
     * Returns this call's position among the choice's calls.
     *
     * @return the number of calls of the choice that started before; 0 for a text
     */
    public int index() {
        return index;
    }

    /**
     * Returns the provider's id.
     *
     * @return the id, or a generated one if the provider sent none; empty for a text
     */
    public String id() {
        return id;
    }

    /**
     * Returns the tool's name.
     *
     * @return the name, empty if none was received and for a text
     */
    public String name() {
        return name;
    }

    /**
     * Returns the text, or the argument text of a call as received.
     *
     * @return the text; that of a call may be malformed
     */
    public String text() {
        return text;
    }

    /**
     * Returns the parsed arguments. An empty text means no arguments, unless the call is truncated.
     *
     * @return a copy of the arguments; empty if the text is not one complete JSON value
     */
    public Optional<JsonNode> arguments() {
        return Optional.ofNullable(read().arguments).map(JsonNode::deepCopy);
    }

    /**
     * Returns the error in the argument text.
     *
     * @return the first error; empty if the text is a JSON value
     */
    public Optional<ArgumentError> error() {
        return Optional.ofNullable(read().error);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CompletedUnit that
                && isCall == that.isCall
                && choice == that.choice
                && index == that.index
                && truncated == that.truncated
                && id.equals(that.id)
                && name.equals(that.name)
                && text.equals(that.text)
                && Objects.equals(read().arguments, that.read().arguments)
                && Objects.equals(read().error, that.read().error);
    }

    @Override
    public int hashCode() {
        return Objects.hash(isCall, choice, index, truncated, id, name, text);
    }

    @Override
    public String toString() {
        return VisibleText.line((isCall ? name + "#" + id : text) + (truncated ? " (truncated)" : ""));
    }
}

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
    private final Parts parts;
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
        return new CompletedUnit(new Parts(false, choice, 0, "", "", text, truncated), null, null, null);
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
        return new CompletedUnit(new Parts(true, choice, index, id, name, text, false), null, null, null);
    }

    /**
     * Returns this call with its arguments, for an argument text that is a JSON value.
     *
     * @param parsed the parsed arguments; copied
     */
    public CompletedUnit withArguments(JsonNode parsed) {
        return new CompletedUnit(parts, parsed.deepCopy(), null, null);
    }

    /**
     * Returns this call with an error, for an argument text that is not JSON, or not complete.
     *
     * @param first the first error in the text
     */
    public CompletedUnit withError(ArgumentError first) {
        return new CompletedUnit(parts, null, first, null);
    }

    /**
     * Returns this call, truncated or not.
     *
     * @param cut true if the response was cut while the call was open
     */
    public CompletedUnit truncated(boolean cut) {
        Parts other = new Parts(isCall(), choice(), index(), id(), name(), text(), cut);
        return new CompletedUnit(other, arguments, error, reading);
    }

    /**
     * Returns this call, whose argument text is read when the arguments or the error are asked for.
     *
     * @param reader returns the call with its arguments or the error, on any thread
     */
    public CompletedUnit readBy(UnaryOperator<CompletedUnit> reader) {
        return new CompletedUnit(parts, null, null, Objects.requireNonNull(reader, "reader"));
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
            Parts parts,
            @Nullable JsonNode arguments,
            @Nullable ArgumentError error,
            @Nullable UnaryOperator<CompletedUnit> reading) {
        this.parts = parts;
        this.arguments = arguments;
        this.error = error;
        this.reading = reading;
    }

    /** The parts that need no parsing. */
    private record Parts(
            boolean isCall, int choice, int index, String id, String name, String text, boolean truncated) {
        Parts {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * Returns whether this unit is a tool call.
     *
     * @return true for a call, false for a text
     */
    public boolean isCall() {
        return parts.isCall;
    }

    /**
     * Returns the choice that this unit belongs to.
     *
     * @return the choice's index, 0 for a response with one
     */
    public int choice() {
        return parts.choice;
    }

    /**
     * Returns whether the unit was truncated: the response ended at a length limit, by a filter or without a finish
     * while the unit was open.
     *
     * @return true if more may be missing
     */
    public boolean truncated() {
        return parts.truncated;
    }

    /**
     * Returns this call's position among the choice's calls.
     *
     * @return the number of calls of the choice that started before; 0 for a text
     */
    public int index() {
        return parts.index;
    }

    /**
     * Returns the provider's id.
     *
     * @return the id, or a generated one if the provider sent none; empty for a text
     */
    public String id() {
        return parts.id;
    }

    /**
     * Returns the tool's name.
     *
     * @return the name, empty if none was received and for a text
     */
    public String name() {
        return parts.name;
    }

    /**
     * Returns the text, or the argument text of a call as received.
     *
     * @return the text; that of a call may be malformed
     */
    public String text() {
        return parts.text;
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
                && parts.equals(that.parts)
                && Objects.equals(read().arguments, that.read().arguments)
                && Objects.equals(read().error, that.read().error);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return VisibleText.line((isCall() ? name() + "#" + id() : text()) + (truncated() ? " (truncated)" : ""));
    }
}

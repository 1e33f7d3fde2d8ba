package dev.toolpolicy;

import dev.toolpolicy.rule.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What must have succeeded in a session before a tool may be called: all of some tools, or, with a key, one of them
 * (or all) with the same key. Immutable.
 */
public final class Requirement {
    private final List<String> tools;
    private final @Nullable Key key;

    private Requirement(List<String> tools, @Nullable Key key) {
        if (tools.isEmpty()) {
            throw new IllegalArgumentException("a requirement names at least one tool");
        }
        this.tools = List.copyOf(tools);
        this.key = key;
    }

    /**
     * All of these tools must have succeeded, with whatever arguments.
     *
     * @param tools their names, at least one
     * @return the requirement
     * @throws IllegalArgumentException if there is no name
     */
    public static Requirement allOf(List<String> tools) {
        return new Requirement(tools, null);
    }

    /**
     * These tools must have succeeded with the same key.
     *
     * @param tools their names, at least one
     * @param key what the calls must have in common
     * @return the requirement
     * @throws IllegalArgumentException if there is no name
     */
    public static Requirement sameKey(List<String> tools, Key key) {
        return new Requirement(tools, Objects.requireNonNull(key, "key"));
    }

    /**
     * The required tools.
     *
     * @return their names, in the order they were given
     */
    public List<String> tools() {
        return tools;
    }

    /**
     * What the calls must have in common.
     *
     * @return the key, or empty if any successful call counts
     */
    public Optional<Key> key() {
        return Optional.ofNullable(key);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Requirement that && tools.equals(that.tools) && Objects.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return Objects.hash(tools, key);
    }

    @Override
    public String toString() {
        return tools + (key == null ? "" : " by " + key);
    }

    /**
     * What calls must have in common.
     *
     * @param argument where the dependent tool names it
     * @param requiredArgument where the required tools name it
     * @param match how many of the required tools must have succeeded with it
     * @param denyWhenMissing whether a call without the key is denied, rather than allowed
     */
    public record Key(
            ArgumentPointer argument, ArgumentPointer requiredArgument, Match match, boolean denyWhenMissing) {

        /**
         * One call of one required tool with the same value in the same parameter; a call without it is allowed.
         *
         * @param pointer a JSON Pointer
         * @return the key
         */
        public static Key at(String pointer) {
            ArgumentPointer place = ArgumentPointer.parse(pointer);
            return new Key(place, place, Match.ANY, false);
        }
    }
}

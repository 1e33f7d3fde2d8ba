package dev.toolpolicy;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tools that must have succeeded in a session before another tool may be called. Without a key, all of them must
 * have succeeded. With a key, one or all of them must have succeeded with the same key. Immutable.
 */
public final class Requirement {
    private final List<String> tools;
    private final @Nullable Key key;
    private final boolean external;

    private Requirement(List<String> tools, @Nullable Key key, boolean external) {
        if (tools.isEmpty()) {
            throw new IllegalArgumentException("a requirement names at least one tool");
        }
        this.tools = List.copyOf(tools);
        this.key = key;
        this.external = external;
    }

    /**
     * Creates a requirement that all of these tools succeeded, with any arguments.
     *
     * @param tools the tool names, at least one
     * @throws IllegalArgumentException if {@code tools} is empty
     */
    public static Requirement allOf(List<String> tools) {
        return new Requirement(tools, null, false);
    }

    /**
     * Creates a requirement that these tools succeeded with the same key.
     *
     * @param tools the tool names, at least one
     * @param key the argument that the calls must share
     * @throws IllegalArgumentException if {@code tools} is empty
     */
    public static Requirement sameKey(List<String> tools, Key key) {
        return new Requirement(tools, Objects.requireNonNull(key, "key"), false);
    }

    /**
     * Returns the required tools.
     *
     * @return the tool names, in the order given
     */
    public List<String> tools() {
        return tools;
    }

    /**
     * Returns the argument that the calls must share.
     *
     * @return the key, or empty if any successful call counts
     */
    public Optional<Key> key() {
        return Optional.ofNullable(key);
    }

    /**
     * Allows that the required tools come later, such as those of a server. Until then the requirement isn't met.
     *
     * @return a copy that names tools that may come later
     */
    public Requirement asExternal() {
        return new Requirement(tools, key, true);
    }

    /**
     * Returns whether the required tools may come later.
     *
     * @return false unless it was said
     */
    public boolean isExternal() {
        return external;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Requirement that
                && tools.equals(that.tools)
                && Objects.equals(key, that.key)
                && external == that.external;
    }

    @Override
    public int hashCode() {
        return Objects.hash(tools, key, external);
    }

    @Override
    public String toString() {
        String joined = key == null || key.match() == Match.ALL ? " and " : " or ";
        return String.join(joined, tools) + (key == null ? "" : " with " + key) + (external ? " (external)" : "");
    }

    /**
     * The argument that the calls of a requirement must share, such as a file.
     *
     * @param argument the place of the key in the tool that has the requirement
     * @param requiredArgument the place of the key in the required tools
     * @param match how many of the required tools must have succeeded with the key
     * @param denyWhenMissing whether a call without the key is denied
     * @param allowsNewFiles whether a call with the path of a file that doesn't exist needs nothing
     * @param requiresFresh whether the file at the key must not have changed since the required call
     */
    public record Key(
            ArgumentPointer argument,
            ArgumentPointer requiredArgument,
            Match match,
            boolean denyWhenMissing,
            boolean allowsNewFiles,
            boolean requiresFresh) {
        /**
         * Creates a key.
         *
         * @param argument the place of the key in the tool that has the requirement
         * @param requiredArgument the place of the key in the required tools
         * @param match how many of the required tools must have succeeded with the key
         * @param denyWhenMissing true to deny a call without the key, false to allow it
         */
        public Key(ArgumentPointer argument, ArgumentPointer requiredArgument, Match match, boolean denyWhenMissing) {
            this(argument, requiredArgument, match, denyWhenMissing, false, false);
        }

        /**
         * Requires nothing of a call whose key is the path of a file that doesn't exist. The engine needs a view of
         * files.
         *
         * @return a copy with this setting
         */
        public Key allowingNewFiles() {
            return new Key(argument, requiredArgument, match, denyWhenMissing, true, requiresFresh);
        }

        /**
         * Requires that the file at the key hasn't changed since the required call. The engine needs a view of files.
         *
         * @return a copy with this setting
         */
        public Key requiringFresh() {
            return new Key(argument, requiredArgument, match, denyWhenMissing, allowsNewFiles, true);
        }

        /**
         * Creates a key for one parameter that both tools have. One call of one required tool is enough, and a call
         * without the key is denied.
         *
         * @param pointer a JSON Pointer
         */
        public static Key at(String pointer) {
            ArgumentPointer place = ArgumentPointer.parse(pointer);
            return new Key(place, place, Match.ANY, true);
        }

        @Override
        public String toString() {
            boolean same = argument.equals(requiredArgument);
            return (same ? "the same " + argument : requiredArgument + " equal to " + argument)
                    + (denyWhenMissing ? "" : ", unless that is missing")
                    + (allowsNewFiles ? ", unless the file is new" : "")
                    + (requiresFresh ? ", and the file unchanged since" : "");
        }
    }
}

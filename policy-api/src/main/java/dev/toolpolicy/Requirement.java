package dev.toolpolicy;

import dev.toolpolicy.rule.Match;
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
     */
    public static final class Key {
        private final ArgumentPointer argument;
        private final ArgumentPointer requiredArgument;
        private final Match match;
        private final boolean denyWhenMissing;
        private final boolean unlessNew;
        private final boolean fresh;

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

        private Key(
                ArgumentPointer argument,
                ArgumentPointer requiredArgument,
                Match match,
                boolean denyWhenMissing,
                boolean unlessNew,
                boolean fresh) {
            this.argument = argument;
            this.requiredArgument = requiredArgument;
            this.match = match;
            this.denyWhenMissing = denyWhenMissing;
            this.unlessNew = unlessNew;
            this.fresh = fresh;
        }

        /**
         * Requires nothing of a call whose key is the path of a file that doesn't exist. The engine needs a view of
         * files.
         *
         * @return a copy with this setting
         */
        public Key allowingNewFiles() {
            return new Key(argument, requiredArgument, match, denyWhenMissing, true, fresh);
        }

        /**
         * Requires that the file at the key hasn't changed since the required call. The engine needs a view of files.
         *
         * @return a copy with this setting
         */
        public Key requiringFresh() {
            return new Key(argument, requiredArgument, match, denyWhenMissing, unlessNew, true);
        }

        /** Returns the place of the key in the tool that has the requirement. */
        public ArgumentPointer argument() {
            return argument;
        }

        /** Returns the place of the key in the required tools. */
        public ArgumentPointer requiredArgument() {
            return requiredArgument;
        }

        /** Returns how many of the required tools must have succeeded with the key. */
        public Match match() {
            return match;
        }

        /** Returns whether a call without the key is denied. If not, it is allowed. */
        public boolean denyWhenMissing() {
            return denyWhenMissing;
        }

        /** Returns whether a call with the path of a file that doesn't exist needs nothing. */
        public boolean allowsNewFiles() {
            return unlessNew;
        }

        /** Returns whether the file at the key must not have changed since the required call. */
        public boolean requiresFresh() {
            return fresh;
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

        private List<Object> parts() {
            return List.of(argument, requiredArgument, match, denyWhenMissing, unlessNew, fresh);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && parts().equals(that.parts());
        }

        @Override
        public int hashCode() {
            return parts().hashCode();
        }

        @Override
        public String toString() {
            boolean same = argument.equals(requiredArgument);
            return (same ? "the same " + argument : requiredArgument + " equal to " + argument)
                    + (denyWhenMissing ? "" : ", unless that is missing")
                    + (unlessNew ? ", unless the file is new" : "")
                    + (fresh ? ", and the file unchanged since" : "");
        }
    }
}

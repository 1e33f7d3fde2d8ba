package dev.toolpolicy;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Optional;

/**
 * The tools that must have succeeded in a session before another tool may be called. Without a key, all of them must
 * have succeeded. With a key, one or all of them must have succeeded with the same key. Immutable.
 *
 * @param tools the tool names, at least one, in the order given
 * @param key the argument that the calls must share; empty if any successful call counts
 * @param isExternal whether the required tools may come later; false unless it was said
 * @param reason one line that follows the message of a denial; empty if there is none
 */
public record Requirement(List<String> tools, Optional<Key> key, boolean isExternal, Optional<String> reason) {
    /** Checks and copies the components. */
    public Requirement {
        if (tools.isEmpty()) {
            throw new IllegalArgumentException("a requirement names at least one tool");
        }
        tools = List.copyOf(tools);
    }

    /**
     * Creates a requirement that all of these tools succeeded, with any arguments.
     *
     * @param tools the tool names, at least one
     * @throws IllegalArgumentException if {@code tools} is empty
     */
    public static Requirement allOf(List<String> tools) {
        return new Requirement(tools, Optional.empty(), false, Optional.empty());
    }

    /**
     * Creates a requirement that these tools succeeded with the same key.
     *
     * @param tools the tool names, at least one
     * @param key the argument that the calls must share
     * @throws IllegalArgumentException if {@code tools} is empty
     */
    public static Requirement sameKey(List<String> tools, Key key) {
        return new Requirement(tools, Optional.of(key), false, Optional.empty());
    }

    /**
     * Creates a requirement that one of these tools succeeded with the same argument, such as the same file. A call
     * without the argument is denied.
     *
     * @param pointer the argument of all these tools and of the one that has the requirement, as a JSON Pointer
     * @param tools the tool names, at least one
     * @throws IllegalArgumentException if there is no tool, or the text is not a JSON Pointer
     */
    public static Requirement sameArgument(String pointer, String... tools) {
        return sameKey(List.of(tools), Key.at(pointer));
    }

    /**
     * Allows that the required tools come later, such as those of a server. Until then the requirement isn't met.
     *
     * @return a copy that names tools that may come later
     */
    public Requirement asExternal() {
        return new Requirement(tools, key, true, reason);
    }

    /**
     * Gives the reason for the model whose call is denied, and for people who look at it.
     *
     * @param text one line, which follows the message that says what is missing
     * @return a copy with this reason
     */
    public Requirement because(String text) {
        return new Requirement(tools, key, isExternal, Optional.of(text));
    }

    @Override
    public String toString() {
        String joined = key.isEmpty() || key.get().match() == Match.ALL ? " and " : " or ";
        return String.join(joined, tools)
                + key.map(shared -> " with " + shared).orElse("")
                + (isExternal ? " (external)" : "");
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
            return at(pointer, pointer);
        }

        /**
         * Creates a key for parameters that the tools call by different names. One call of one required tool is enough,
         * and a call without the key is denied.
         *
         * @param argument the place in the tool that has the requirement, as a JSON Pointer
         * @param requiredArgument the place in the required tools
         */
        public static Key at(String argument, String requiredArgument) {
            return new Key(ArgumentPointer.parse(argument), ArgumentPointer.parse(requiredArgument), Match.ANY, true);
        }

        /**
         * Sets how many of the required tools must have succeeded with the key.
         *
         * @return a copy with this setting
         */
        public Key matching(Match number) {
            return new Key(argument, requiredArgument, number, denyWhenMissing, allowsNewFiles, requiresFresh);
        }

        /**
         * Allows a call without the key.
         *
         * @return a copy with this setting
         */
        public Key allowingMissing() {
            return new Key(argument, requiredArgument, match, false, allowsNewFiles, requiresFresh);
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

package dev.toolpolicy.runtime.internal.approve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.Fragment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call for people, growing while they arrive, as a function call or as JSON. Long strings and
 * containers are cut and their size is shown, but values that decided are never cut. Strings are quoted, with escapes
 * for invisible characters, so that they can't look like the display's own words. A path that isn't in its normal form
 * is shown in both forms.
 *
 * <p>It keeps the text of the arguments. Not thread-safe.
 */
public final class ArgumentDisplay {
    /** The name in pointers of guards for any member of a map. */
    private static final String ANY_NAME = "*";

    private final String tool;
    private final ToolSchema schema;
    private final Settings settings;
    private final Set<List<String>> deciding = new HashSet<>();
    private ShownValue root = new ShownValue();
    /** The path of the last fragment, since the next usually has the same. */
    private Fragment.@Nullable Path lastPath;

    private ShownValue last = root;

    /**
     * Returns the known arguments of a request for people.
     *
     * @param request the request
     * @param settings how much is shown; paths have the engine's form
     * @return a new display, with the values that decided marked
     */
    public static ArgumentDisplay of(ApprovalRequest request, Settings settings) {
        return new ArgumentDisplay(request.tool().name(), request.tool().schema(), settings.withPaths(request.paths()))
                .decidedBy(request.reason().decidedBy())
                .show(request.arguments(), request.complete());
    }

    /**
     * Creates the display of a call without arguments.
     *
     * @param tool the tool's name
     * @param schema its parameters
     * @param settings how much is shown
     */
    public ArgumentDisplay(String tool, ToolSchema schema, Settings settings) {
        this.tool = tool;
        this.schema = schema;
        this.settings = settings;
        root.container(false);
    }

    /**
     * Replaces the arguments.
     *
     * @param arguments the arguments, all or those that are complete
     * @param complete whether these are all
     * @return this display
     */
    public ArgumentDisplay show(ObjectNode arguments, boolean complete) {
        root = ShownValue.of(arguments);
        if (!complete) {
            root.reopen();
        }
        lastPath = null;
        last = root;
        return this;
    }

    /**
     * Adds a piece of the arguments.
     *
     * @param fragment the piece, in the order of the text
     * @return this display
     */
    public ArgumentDisplay add(Fragment fragment) {
        ShownValue value = at(fragment.path());
        switch (fragment.kind()) {
            case PIECE -> value.text(fragment.text());
            case NUMBER, BOOLEAN, NULL -> value.literal(fragment.text());
            case EMPTY_ARRAY -> value.container(true);
            case EMPTY_OBJECT -> value.container(false);
            case DONE -> value.end();
        }
        return this;
    }

    private ShownValue at(Fragment.Path path) {
        if (path != lastPath) {
            Deque<Fragment.Path> way = new ArrayDeque<>();
            for (Fragment.Path step = path;
                    step.parent().isPresent();
                    step = step.parent().get()) {
                way.push(step);
            }
            ShownValue value = root;
            for (Fragment.Path step : way) {
                value = value.at(step.name().orElse(null), step.index());
            }
            lastPath = path;
            last = value;
        }
        return last;
    }

    /**
     * Marks the arguments that decided. They are never cut.
     *
     * @param pointers the argument of the deciding rule, and the path that needs approval; {@code *} is any name
     * @return this display
     */
    public ArgumentDisplay decidedBy(List<ArgumentPointer> pointers) {
        pointers.forEach(pointer -> deciding.add(pointer.segments()));
        return this;
    }

    /**
     * Returns the call on one line, such as {@code Calling tool fs_create_file(path: "src/main.rs", content: … 12.4 kB
     * so far)}.
     *
     * @return the line
     */
    public String functionCall() {
        return "Calling tool " + ShownText.name(tool)
                + new FunctionText(settings, this::decides).arguments(root, place());
    }

    /**
     * Returns the arguments one by one, for a table.
     *
     * @return an unmodifiable map from escaped names to values, as {@link #functionCall} shows them, in the order of
     *     arrival
     */
    public Map<String, String> parameters() {
        return new FunctionText(settings, this::decides).parameters(root, place());
    }

    /**
     * Returns whether an argument contains a value that decided.
     *
     * @param name the parameter's name, as {@link #parameters} shows it
     * @return true if a pointer of {@link #decidedBy} leads into it
     */
    public boolean isDeciding(String name) {
        return deciding.stream().anyMatch(each -> ShownText.name(each.get(0)).equals(name));
    }

    /**
     * Returns the known arguments as JSON, with notes on what is missing from it.
     *
     * @return the JSON text and notes
     */
    public Json json() {
        return new JsonText(settings, this::decides).of(root, place());
    }

    private Place place() {
        return Place.root(schema.root());
    }

    /** Returns whether a value decided, contains one that did, or is contained in one. */
    private boolean decides(Place place) {
        return deciding.stream().anyMatch(each -> isOneWay(each, place.names()));
    }

    /** Returns whether one of two paths is a prefix of the other. */
    private static boolean isOneWay(List<String> pointer, List<String> names) {
        int shared = Math.min(pointer.size(), names.size());
        return shared > 0
                && IntStream.range(0, shared)
                        .allMatch(i -> pointer.get(i).equals(names.get(i))
                                || pointer.get(i).equals(ANY_NAME));
    }

    /**
     * The arguments as JSON, with notes beside it and never in it, so that no argument can look like a note. Immutable.
     *
     * @param json valid JSON text, indented, with escapes for invisible characters
     * @param notes what is still arriving, what was cut, and the normal forms of paths; one line each
     */
    public record Json(String json, List<String> notes) {

        /**
         * Copies the components.
         *
         * @param json valid JSON text
         * @param notes the notes
         */
        public Json {
            notes = List.copyOf(notes);
        }

        /**
         * Creates the display of any JSON value, such as a result, or arguments for an edit.
         *
         * @param value the value
         * @param settings how much is shown; the text is valid JSON in any case
         * @return the JSON text, and what was cut
         */
        public static Json of(JsonNode value, Settings settings) {
            return new JsonText(settings, place -> false).of(ShownValue.of(value), Place.root(ParameterType.any()));
        }

        @Override
        public String toString() {
            return notes.isEmpty() ? json : json + "\n" + String.join("\n", notes);
        }
    }

    /**
     * The settings of how arguments are shown. Immutable.
     *
     * @param text the maximum number of characters (UTF-16 code units) of a string, at least 2
     * @param members the maximum number of elements of an array or members of an object, at least 1; the call's
     *     parameters are all shown
     * @param paths the normal form of paths; a path in another form is shown in both
     */
    public record Settings(int text, int members, NormalPath.Form paths) {
        private static final int TEXT = 80;
        private static final int MEMBERS = 20;

        /**
         * Checks the components.
         *
         * @param text the maximum number of characters of a string, at least 2
         * @param members the maximum number of elements of an array or members of an object, at least 1
         * @param paths the normal form of paths
         * @throws IllegalArgumentException if a limit is too small
         */
        public Settings {
            Objects.requireNonNull(paths, "paths");
            if (text < 2 || members < 1) {
                throw new IllegalArgumentException(
                        "at least 2 characters and 1 member are shown, not " + text + " and " + members);
            }
        }

        /**
         * Returns settings that fit a terminal: 80 characters of a string, 20 members, plain paths.
         *
         * @return the settings
         */
        public static Settings defaults() {
            return new Settings(TEXT, MEMBERS, NormalPath.Form.PLAIN);
        }

        /**
         * Returns settings that show everything.
         *
         * @return the settings
         */
        public static Settings whole() {
            return new Settings(Integer.MAX_VALUE, Integer.MAX_VALUE, NormalPath.Form.PLAIN);
        }

        /**
         * Returns these settings with another maximum length of strings.
         *
         * @param characters the maximum number of characters of a string, at least 2
         * @return the changed settings
         * @throws IllegalArgumentException if it is less
         */
        public Settings withText(int characters) {
            return new Settings(characters, members, paths);
        }

        /**
         * Returns these settings with another normal form of paths.
         *
         * @param form the form, as the engine's
         * @return the changed settings
         */
        public Settings withPaths(NormalPath.Form form) {
            return new Settings(text, members, form);
        }
    }
}

package dev.toolpolicy.runtime.display;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.Fragment;
import dev.toolpolicy.stream.FragmentPath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final DisplaySettings settings;
    private final Set<List<String>> deciding = new HashSet<>();
    private ShownValue root = new ShownValue();
    /** The path of the last fragment, since the next usually has the same. */
    private @Nullable FragmentPath lastPath;

    private ShownValue last = root;

    /**
     * Creates the display of a call without arguments.
     *
     * @param tool the tool's name
     * @param schema its parameters
     * @param settings how much is shown
     */
    public ArgumentDisplay(String tool, ToolSchema schema, DisplaySettings settings) {
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
        fragment.passTo(new Shown(at(fragment.path())));
        return this;
    }

    /** Shows each kind of fragment at its place. */
    private record Shown(ShownValue value) implements Fragment.Receiver {
        @Override
        public void piece(Fragment.Piece piece) {
            value.text(piece.text());
        }

        @Override
        public void number(Fragment.NumberValue number) {
            value.literal(number.literal());
        }

        @Override
        public void bool(Fragment.BooleanValue bool) {
            value.literal(String.valueOf(bool.value()));
        }

        @Override
        public void nullValue(Fragment.NullValue none) {
            value.literal("null");
        }

        @Override
        public void emptyArray(Fragment.EmptyArray array) {
            value.container(true);
        }

        @Override
        public void emptyObject(Fragment.EmptyObject object) {
            value.container(false);
        }

        @Override
        public void done(Fragment.Done done) {
            value.end();
        }
    }

    private ShownValue at(FragmentPath path) {
        if (path != lastPath) {
            Deque<FragmentPath> way = new ArrayDeque<>();
            for (FragmentPath step = path;
                    step.parent().isPresent();
                    step = step.parent().get()) {
                way.push(step);
            }
            ShownValue value = root;
            for (FragmentPath step : way) {
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
     * @param name the parameter's name
     * @return true if a pointer of {@link #decidedBy} leads into it
     */
    public boolean isDeciding(String name) {
        return deciding.stream().anyMatch(each -> each.get(0).equals(name));
    }

    /**
     * Returns the known arguments as JSON, with notes on what is missing from it.
     *
     * @return the JSON text and notes
     */
    public JsonDisplay json() {
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
        for (int i = 0; i < shared; i++) {
            if (!pointer.get(i).equals(names.get(i)) && !pointer.get(i).equals(ANY_NAME)) {
                return false;
            }
        }
        return shared > 0;
    }
}

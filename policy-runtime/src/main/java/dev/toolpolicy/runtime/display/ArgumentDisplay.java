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
 * The arguments of one call for people, growing as they come, in two styles: like a function's call, and as JSON. Strings
 * and containers that are long are cut and their size is told, but never one that decided; strings are in quotes with
 * escapes for all that can't be seen, so that nothing in them passes for the display's own words; a path that isn't in
 * its normal form is shown in both.
 *
 * <p>It keeps the text it is given, as the arguments do. Not thread-safe.
 */
public final class ArgumentDisplay {
    /** How guards name the members of a map. */
    private static final String ANY_NAME = "*";

    private final String tool;
    private final ToolSchema schema;
    private final DisplaySettings settings;
    private final Set<List<String>> deciding = new HashSet<>();
    private ShownValue root = new ShownValue();
    /** Where the last fragment went, since the next mostly goes there too. */
    private @Nullable FragmentPath lastPath;
    private ShownValue last = root;

    /**
     * A call without arguments yet.
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
     * Arguments that are known, in place of all before.
     *
     * @param arguments the arguments, all or those that are complete
     * @param complete whether there will be no more
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
     * One more piece of the arguments.
     *
     * @param fragment the piece, in the order of the text
     * @return this display
     */
    public ArgumentDisplay add(Fragment fragment) {
        ShownValue value = at(fragment.path());
        if (fragment instanceof Fragment.Piece piece) {
            value.text(piece.text());
        } else if (fragment instanceof Fragment.NumberValue number) {
            value.literal(number.literal());
        } else if (fragment instanceof Fragment.BooleanValue bool) {
            value.literal(String.valueOf(bool.value()));
        } else if (fragment instanceof Fragment.NullValue) {
            value.literal("null");
        } else if (fragment instanceof Fragment.EmptyArray) {
            value.container(true);
        } else if (fragment instanceof Fragment.EmptyObject) {
            value.container(false);
        } else if (fragment instanceof Fragment.Done) {
            value.end();
        }
        return this;
    }

    private ShownValue at(FragmentPath path) {
        if (path != lastPath) {
            Deque<FragmentPath> way = new ArrayDeque<>();
            for (FragmentPath step = path; step.parent().isPresent(); step = step.parent().get()) {
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
     * The arguments at these pointers have decided: they are never cut, however long they are.
     *
     * @param pointers the place that the deciding rule looks at, and the path that keeps the call from running unattended;
     *     {@code *} is any name
     * @return this display
     */
    public ArgumentDisplay decidedBy(List<ArgumentPointer> pointers) {
        pointers.forEach(pointer -> deciding.add(pointer.segments()));
        return this;
    }

    /**
     * One line such as {@code Calling tool fs_create_file(path: "src/main.rs", content: … 12.4 kB so far)}.
     *
     * @return the line
     */
    public String functionCall() {
        return "Calling tool " + VisibleText.name(tool) + new FunctionText(settings, this::decides).arguments(root, place());
    }

    /**
     * The arguments one by one, for a table.
     *
     * @return by their names, made safe to look at, the values as {@link #functionCall} shows them; in the order in which
     *     they came, unmodifiable
     */
    public Map<String, String> parameters() {
        return new FunctionText(settings, this::decides).parameters(root, place());
    }

    /**
     * Whether an argument holds what decided.
     *
     * @param name the parameter's name
     * @return true if a pointer of {@link #decidedBy} leads into it
     */
    public boolean isDeciding(String name) {
        return deciding.stream().anyMatch(each -> each.get(0).equals(name));
    }

    /**
     * The arguments that are known as JSON, and what isn't in it.
     *
     * @return the JSON text and notes
     */
    public JsonDisplay json() {
        return new JsonText(settings, this::decides).of(root, place());
    }

    private Place place() {
        return Place.root(schema.root());
    }

    /** Whether a value is one that decided, or holds one, or is held by one. */
    private boolean decides(Place place) {
        return deciding.stream().anyMatch(each -> isOneWay(each, place.names()));
    }

    /** Whether one of two ways goes on where the other ends. */
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

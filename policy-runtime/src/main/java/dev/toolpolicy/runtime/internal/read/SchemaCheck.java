package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The check of arguments against their tool's schema while they arrive. It passes on the meaning of the call: numbers
 * are rounded to their parameter's precision, optional parameters that are null are left out, and defaults are added at
 * the end of their object. Invalid values are rejected as early as possible.
 *
 * <p>A declared name is passed on when its value starts, since a null can mean that the parameter is absent.
 *
 * <p>Not thread-safe.
 */
public final class SchemaCheck implements FragmentVisitor {
    private static final int INITIAL_CAPACITY = 8;
    private static final int NOT_DECLARED = -1;
    private static final Shape ANY = new Shape.Any();

    private final Shape root;
    private final CheckedVisitor downstream;

    /** The shapes of the open containers, from the root inwards; of those inside an {@code any} only the outermost. */
    private Shape[] open = new Shape[INITIAL_CAPACITY];
    /** The declared properties that each open object has told of, by index. */
    private BitSet[] told = new BitSet[INITIAL_CAPACITY];

    private int depth;
    /** How many containers are open inside a value that is not looked into. */
    private int unchecked;

    private @Nullable String heldName;
    private int heldIndex = NOT_DECLARED;
    private Shape heldShape = ANY;

    /** The names of the arguments so far that aren't declared. */
    private final Set<String> undeclaredNames = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    private final WatchedText watched = new WatchedText();

    /**
     * Creates a check of one call, for a schema that isn't used for many.
     *
     * @param schema the tool's schema
     * @param downstream gets what is let through
     * @throws IllegalArgumentException if a default doesn't fit its parameter
     * @throws NullPointerException if an argument is null
     */
    public SchemaCheck(ToolSchema schema, CheckedVisitor downstream) {
        this(CompiledSchema.of(schema), downstream);
    }

    /**
     * Creates a check of one call.
     *
     * @param schema the tool's schema, prepared
     * @param downstream gets what is let through
     * @throws NullPointerException if an argument is null
     */
    public SchemaCheck(CompiledSchema schema, CheckedVisitor downstream) {
        this(schema.root(), downstream);
    }

    SchemaCheck(Shape root, CheckedVisitor downstream) {
        this.root = root;
        this.downstream = Objects.requireNonNull(downstream, "downstream");
    }

    private Shape expected() {
        if (unchecked > 0) {
            return ANY;
        }
        if (depth == 0) {
            return root;
        }
        return open[depth - 1] instanceof Shape.Elements elements ? elements.items() : heldShape;
    }

    private FragmentVisitor.RefusedException mismatch(Shape expected, String got) {
        DiagnosticCode code = depth == 0 ? DiagnosticCode.NOT_AN_OBJECT : DiagnosticCode.TYPE_MISMATCH;
        return new FragmentVisitor.RefusedException(code, "expected " + expected.expected() + ", got " + got);
    }

    private void tellHeldName() {
        if (heldName != null) {
            if (heldIndex != NOT_DECLARED) {
                told[depth - 1].set(heldIndex);
            }
            downstream.name(heldName);
            heldName = null;
        }
    }

    private void startContainer(Shape shape, boolean fits, String got) {
        if (!fits && !(shape instanceof Shape.Any)) {
            throw mismatch(shape, got);
        }
        tellHeldName();
        if (fits) {
            open(shape);
        } else {
            unchecked++;
        }
    }

    private void open(Shape shape) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            told = Arrays.copyOf(told, depth * 2);
        }
        if (told[depth] == null) {
            told[depth] = new BitSet();
        }
        told[depth].clear();
        open[depth++] = shape;
    }

    @Override
    public void objectStart() {
        Shape shape = expected();
        startContainer(shape, shape instanceof Shape.Members, "an object");
        downstream.objectStart();
    }

    @Override
    public void name(String name) {
        if (unchecked > 0) {
            downstream.name(name);
            return;
        }
        Shape.Members members = (Shape.Members) open[depth - 1];
        heldIndex = members.indexOf(name);
        heldShape = heldIndex == NOT_DECLARED
                ? undeclared(name, members)
                : members.member(heldIndex).shape();
        heldName = name;
    }

    /**
     * Returns the shape of an undeclared property. Some programs read names without case, so it can't differ from a
     * declared one only in case, nor from another argument.
     */
    private Shape undeclared(String name, Shape.Members members) {
        Shape shape = members.additional();
        if (shape == null) {
            throw unknown(name, members);
        }
        if (members.isDeclaredInOtherCase(name) || depth == 1 && !undeclaredNames.add(name)) {
            throw new FragmentVisitor.RefusedException(
                    DiagnosticCode.UNKNOWN_PARAMETER,
                    "the name " + Words.quoted(name) + " differs from another one only in case");
        }
        return shape;
    }

    private static FragmentVisitor.RefusedException unknown(String name, Shape.Members members) {
        String known =
                members.size() == 0 ? "this object has none" : "the parameters are " + Words.list(members.names());
        return new FragmentVisitor.RefusedException(
                DiagnosticCode.UNKNOWN_PARAMETER, "there is no parameter " + Words.quoted(name) + "; " + known);
    }

    @Override
    public void objectEnd() {
        if (unchecked > 0) {
            unchecked--;
        } else {
            Shape.Members members = (Shape.Members) open[depth - 1];
            BitSet given = told[depth - 1];
            requireAll(members, given);
            tellUngiven(members, given);
            depth--;
        }
        downstream.objectEnd();
    }

    private static void requireAll(Shape.Members members, BitSet given) {
        for (int i = given.nextClearBit(0); i < members.size(); i = given.nextClearBit(i + 1)) {
            if (members.member(i).isRequired()) {
                throw new FragmentVisitor.RefusedException(
                        DiagnosticCode.MISSING_PARAMETER,
                        "the required parameter "
                                + Words.quoted(members.member(i).name()) + " is missing");
            }
        }
    }

    private void tellUngiven(Shape.Members members, BitSet given) {
        boolean first = true;
        for (int i = given.nextClearBit(0); i < members.size(); i = given.nextClearBit(i + 1)) {
            Shape.Member member = members.member(i);
            EventTape defaultValue = member.defaultValue();
            if (defaultValue == null) {
                downstream.absent(member.name());
                continue;
            }
            if (first) {
                downstream.defaults();
                first = false;
            }
            downstream.name(member.name());
            defaultValue.replay(downstream);
        }
    }

    @Override
    public void arrayStart() {
        Shape shape = expected();
        startContainer(shape, shape instanceof Shape.Elements, "an array");
        downstream.arrayStart();
    }

    @Override
    public void arrayEnd() {
        if (unchecked > 0) {
            unchecked--;
        } else {
            depth--;
        }
        downstream.arrayEnd();
    }

    @Override
    public void stringStart() {
        Shape shape = expected();
        Shape.Text text = shape.string();
        if (text == null) {
            throw mismatch(shape, "a string");
        }
        watched.start(text);
        tellHeldName();
        downstream.stringStart();
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        watched.add(buffer, start, end);
        downstream.text(buffer, start, end);
    }

    @Override
    public void stringEnd() {
        watched.end();
        downstream.stringEnd();
    }

    @Override
    public void number(CharSequence literal) {
        Shape shape = expected();
        CharSequence value = shape.number(literal);
        if (value == null) {
            throw mismatch(shape, VisibleText.line(literal, VisibleText.NAME));
        }
        tellHeldName();
        downstream.number(value);
    }

    @Override
    public void bool(boolean value) {
        Shape shape = expected();
        if (!shape.takesBooleans()) {
            throw mismatch(shape, String.valueOf(value));
        }
        tellHeldName();
        downstream.bool(value);
    }

    @Override
    public void nullValue() {
        if (isNullForAbsent()) {
            tellAbsent();
            return;
        }
        Shape shape = expected();
        if (!(shape instanceof Shape.Any)) {
            throw mismatch(shape, "null");
        }
        tellHeldName();
        downstream.nullValue();
    }

    private boolean isNullForAbsent() {
        return heldName != null
                && heldIndex != NOT_DECLARED
                && !((Shape.Members) open[depth - 1]).member(heldIndex).isRequired();
    }

    private void tellAbsent() {
        Shape.Member member = ((Shape.Members) open[depth - 1]).member(heldIndex);
        heldName = null;
        if (member.defaultValue() == null) {
            told[depth - 1].set(heldIndex);
            downstream.absent(member.name());
        }
    }
}

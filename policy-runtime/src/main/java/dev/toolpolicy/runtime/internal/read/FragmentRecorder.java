package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.stream.Fragment;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A visitor that creates immutable fragments. All fragments of one value share one path, so the cost of a fragment
 * doesn't depend on its depth.
 *
 * <p>Not thread-safe; the fragments are.
 */
public final class FragmentRecorder implements FragmentVisitor {
    private static final int INITIAL_CAPACITY = 8;

    private final Consumer<? super Fragment> consumer;
    /** The paths of the open containers, from the root inwards. */
    private Fragment.Path[] open = new Fragment.Path[INITIAL_CAPACITY];
    /** In an array the index of the next element; in an object how many names came. */
    private int[] counts = new int[INITIAL_CAPACITY];

    private boolean[] arrays = new boolean[INITIAL_CAPACITY];
    private int depth;
    private Fragment.Path path = Fragment.Path.ROOT;
    private boolean pieceTold;

    /**
     * Creates a recorder for one text.
     *
     * @param consumer gets each fragment, on the thread that feeds the text
     * @throws NullPointerException if it is null
     */
    public FragmentRecorder(Consumer<? super Fragment> consumer) {
        this.consumer = Objects.requireNonNull(consumer, "consumer");
    }

    private void startValue() {
        if (depth > 0 && arrays[depth - 1]) {
            path = open[depth - 1].element(counts[depth - 1]++);
        }
    }

    private void tell(Fragment.Kind kind, String text) {
        consumer.accept(new Fragment(kind, path, text));
    }

    private void endValue() {
        tell(Fragment.Kind.DONE, "");
    }

    private void open(boolean array) {
        startValue();
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            counts = Arrays.copyOf(counts, depth * 2);
            arrays = Arrays.copyOf(arrays, depth * 2);
        }
        open[depth] = path;
        counts[depth] = 0;
        arrays[depth++] = array;
    }

    private boolean closeEmpty() {
        path = open[--depth];
        return counts[depth] == 0;
    }

    @Override
    public void objectStart() {
        open(false);
    }

    @Override
    public void name(String name) {
        counts[depth - 1]++;
        path = open[depth - 1].property(name);
    }

    @Override
    public void objectEnd() {
        if (closeEmpty()) {
            tell(Fragment.Kind.EMPTY_OBJECT, "");
        }
        endValue();
    }

    @Override
    public void arrayStart() {
        open(true);
    }

    @Override
    public void arrayEnd() {
        if (closeEmpty()) {
            tell(Fragment.Kind.EMPTY_ARRAY, "");
        }
        endValue();
    }

    @Override
    public void stringStart() {
        startValue();
        pieceTold = false;
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        pieceTold = true;
        tell(Fragment.Kind.PIECE, buffer.subSequence(start, end).toString());
    }

    @Override
    public void stringEnd() {
        if (!pieceTold) {
            tell(Fragment.Kind.PIECE, "");
        }
        endValue();
    }

    @Override
    public void number(CharSequence literal) {
        startValue();
        tell(Fragment.Kind.NUMBER, literal.toString());
        endValue();
    }

    @Override
    public void bool(boolean value) {
        startValue();
        tell(Fragment.Kind.BOOLEAN, String.valueOf(value));
        endValue();
    }

    @Override
    public void nullValue() {
        startValue();
        tell(Fragment.Kind.NULL, "null");
        endValue();
    }
}

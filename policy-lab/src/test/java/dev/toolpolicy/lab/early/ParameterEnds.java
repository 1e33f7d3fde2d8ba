package dev.toolpolicy.lab.early;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.FragmentVisitor;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The offsets at which a call's parameters are complete. The last one is the end of the text. */
final class ParameterEnds implements FragmentVisitor {
    private final NavigableSet<Integer> ends = new TreeSet<>();
    private int read;
    private int depth;

    /** Finds them in the text of a valid call. A number is complete with the character after it. */
    static NavigableSet<Integer> of(String text) {
        ParameterEnds ends = new ParameterEnds();
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), ends);
        while (ends.read < text.length()) {
            ends.read++;
            parser.append(text.substring(ends.read - 1, ends.read));
        }
        ends.ends.add(text.length());
        return ends.ends;
    }

    private void valueEnded() {
        if (depth == 1) {
            ends.add(read);
        }
    }

    @Override
    public void objectStart() {
        depth++;
    }

    @Override
    public void objectEnd() {
        depth--;
        valueEnded();
    }

    @Override
    public void arrayStart() {
        depth++;
    }

    @Override
    public void arrayEnd() {
        depth--;
        valueEnded();
    }

    @Override
    public void stringEnd() {
        valueEnded();
    }

    @Override
    public void number(CharSequence literal) {
        valueEnded();
    }

    @Override
    public void bool(boolean value) {
        valueEnded();
    }

    @Override
    public void nullValue() {
        valueEnded();
    }
}

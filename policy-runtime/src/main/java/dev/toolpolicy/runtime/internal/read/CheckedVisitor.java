package dev.toolpolicy.runtime.internal.read;

/**
 * A visitor of arguments that passed a {@link SchemaCheck}. Every value has its declared type, numbers are rounded to
 * the precision of theirs, and an optional parameter is never null. Defaults come like values of the text, just before
 * the end of their object.
 */
public interface CheckedVisitor extends FragmentVisitor {

    /**
     * Reports that a declared optional parameter of the innermost open object has no value in this call: it was null, or
     * the object is about to end without it. Called once for each such parameter without a default, in place of its name
     * and value.
     *
     * @param name the parameter's name
     */
    default void absent(String name) {}

    /**
     * Reports that the properties that follow until the end of the innermost open object are defaults. Called once for
     * an object, before the first of them; never inside a default.
     */
    default void defaults() {}

    /**
     * Returns a visitor that ignores what only checked arguments have.
     *
     * @param visitor gets everything else
     * @return a visitor that passes everything on but {@link #absent} and {@link #defaults}
     */
    static CheckedVisitor of(FragmentVisitor visitor) {
        return visitor instanceof CheckedVisitor checked ? checked : new Both(visitor, new CheckedVisitor() {});
    }

    /**
     * Combines two visitors. Each event goes to the first and then to the second, unless the first refused it.
     *
     * @param first hears first
     * @param second hears what the first didn't refuse
     * @return a visitor that passes everything on to both
     */
    static CheckedVisitor both(CheckedVisitor first, CheckedVisitor second) {
        return new Both(first, second);
    }

    /** Two visitors as one: each event goes to the first and then to the second. */
    record Both(FragmentVisitor first, CheckedVisitor second) implements CheckedVisitor {

        @Override
        public void absent(String name) {
            if (first instanceof CheckedVisitor checked) {
                checked.absent(name);
            }
            second.absent(name);
        }

        @Override
        public void defaults() {
            if (first instanceof CheckedVisitor checked) {
                checked.defaults();
            }
            second.defaults();
        }

        @Override
        public void objectStart() {
            first.objectStart();
            second.objectStart();
        }

        @Override
        public void name(String name) {
            first.name(name);
            second.name(name);
        }

        @Override
        public void objectEnd() {
            first.objectEnd();
            second.objectEnd();
        }

        @Override
        public void arrayStart() {
            first.arrayStart();
            second.arrayStart();
        }

        @Override
        public void arrayEnd() {
            first.arrayEnd();
            second.arrayEnd();
        }

        @Override
        public void stringStart() {
            first.stringStart();
            second.stringStart();
        }

        @Override
        public void text(CharSequence buffer, int start, int end) {
            first.text(buffer, start, end);
            second.text(buffer, start, end);
        }

        @Override
        public void stringEnd() {
            first.stringEnd();
            second.stringEnd();
        }

        @Override
        public void number(CharSequence literal) {
            first.number(literal);
            second.number(literal);
        }

        @Override
        public void bool(boolean value) {
            first.bool(value);
            second.bool(value);
        }

        @Override
        public void nullValue() {
            first.nullValue();
            second.nullValue();
        }
    }
}

package dev.toolpolicy.runtime.internal.json;

/** Two visitors as one: each event goes to the first and then to the second. */
record BothVisitor(FragmentVisitor first, CheckedVisitor second) implements CheckedVisitor {

    @Override
    public void absent(String name) {
        if (first instanceof CheckedVisitor checked) {
            checked.absent(name);
        }
        second.absent(name);
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

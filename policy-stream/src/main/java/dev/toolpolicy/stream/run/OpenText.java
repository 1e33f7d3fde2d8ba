package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.CompletedUnit;

/** A text that may still grow. */
final class OpenText implements OpenUnit {
    private final int choice;
    private final StringBuilder text = new StringBuilder();

    OpenText(int choice) {
        this.choice = choice;
    }

    void append(String piece) {
        text.append(piece);
    }

    @Override
    public CompletedUnit complete(boolean truncated) {
        return CompletedUnit.text(choice, text.toString(), truncated);
    }
}

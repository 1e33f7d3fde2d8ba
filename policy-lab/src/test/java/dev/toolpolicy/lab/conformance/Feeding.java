package dev.toolpolicy.lab.conformance;

import java.util.List;

/** The way in which a text is fed to the parser. */
enum Feeding {
    CHUNKS("by its chunks") {
        @Override
        List<String> pieces(List<String> chunks) {
            return chunks;
        }
    },
    UNITS("unit by unit") {
        @Override
        List<String> pieces(List<String> chunks) {
            return String.join("", chunks)
                    .chars()
                    .mapToObj(unit -> String.valueOf((char) unit))
                    .toList();
        }
    };

    private final String words;

    Feeding(String words) {
        this.words = words;
    }

    abstract List<String> pieces(List<String> chunks);

    @Override
    public String toString() {
        return words;
    }
}

package dev.toolpolicy.cli.internal.tools;

import java.util.ArrayList;
import java.util.List;

/** The words of a command line: separated by blanks, kept together by single or double quotes. */
final class Words {
    private Words() {}

    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isOpen = false;
        char quote = 0;
        for (char c : line.toCharArray()) {
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                isOpen = true;
            } else if (c == ' ' || c == '\t') {
                if (isOpen) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                isOpen = false;
            } else {
                word.append(c);
                isOpen = true;
            }
        }
        if (isOpen) {
            words.add(word.toString());
        }
        return words;
    }
}

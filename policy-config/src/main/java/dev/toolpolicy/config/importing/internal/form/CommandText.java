package dev.toolpolicy.config.importing.internal.form;

import java.util.ArrayList;
import java.util.List;

/**
 * A text of a list as the words of one command. A star of the text is {@link #STAR} in a word.
 *
 * @param words the words before what can't be read; all if everything is read
 * @param obstacle what can't be read word by word; empty if everything is
 */
record CommandText(List<String> words, String obstacle) {
    /** Stands for any characters in a word. A private character, which no list has a use for. */
    static final char STAR = '\uE000';

    private static final String SOLID = "_-./,+@%:^=";

    CommandText {
        words = List.copyOf(words);
    }

    /** Reads a text as a shell would, and takes {@code *} for any characters, in quotes too. */
    static CommandText of(String text) {
        return new Reader(text).read();
    }

    boolean isRead() {
        return obstacle.isEmpty();
    }

    private static final class Reader {
        private final String text;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean inWord;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        CommandText read() {
            for (at = 0; at < text.length(); ) {
                String obstacle = next(text.charAt(at));
                if (!obstacle.isEmpty()) {
                    return new CommandText(words, obstacle);
                }
            }
            end();
            return new CommandText(words, "");
        }

        private void end() {
            if (inWord) {
                words.add(word.toString());
            }
            word.setLength(0);
            inWord = false;
        }

        private String next(char c) {
            if (c == ' ' || c == '\t') {
                end();
                at++;
                return "";
            } else if (c == '\'' || c == '"') {
                return quoted(c);
            } else if (c == STAR) {
                return "a private character";
            } else if (c == '*') {
                return take(STAR);
            } else if (c == '[' && !inWord && words.isEmpty() && endsWordAt(at + 1)) {
                return take(c);
            }
            return isSolid(c) || (c == '~' || c == '#') && inWord && !afterSeparator() ? take(c) : obstacle(c);
        }

        private boolean afterSeparator() {
            return word.length() > 0 && "=:".indexOf(word.charAt(word.length() - 1)) >= 0;
        }

        private boolean endsWordAt(int index) {
            return index >= text.length() || text.charAt(index) == ' ' || text.charAt(index) == '\t';
        }

        private String take(char c) {
            word.append(c);
            inWord = true;
            at++;
            return "";
        }

        private String quoted(char quote) {
            int close = text.indexOf(quote, at + 1);
            if (close < 0) {
                return "an open quote";
            }
            String inner = text.substring(at + 1, close);
            for (int i = 0; i < inner.length(); i++) {
                char c = inner.charAt(i);
                if (c < ' ' || c == STAR || c >= 0x7F && c < 0xA0) {
                    return "a control character";
                } else if (quote == '"' && "$`\\!".indexOf(c) >= 0) {
                    return "an expansion or escape in quotes";
                }
                word.append(c == '*' ? STAR : c);
            }
            inWord = true;
            at = close + 1;
            return "";
        }

        private static boolean isSolid(char c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || SOLID.indexOf(c) >= 0;
        }

        private static String obstacle(char c) {
            return switch (c) {
                case ';', '&', '|', '\n' -> "an operator";
                case '<', '>' -> "a redirect";
                case '(', ')', '`' -> "a substitution";
                case '$' -> "a variable";
                case '~' -> "a tilde";
                case '\\' -> "an escape";
                default -> "a character that a shell reads";
            };
        }
    }
}

package dev.toolpolicy.agents.importing.internal.rule;

import java.util.ArrayList;
import java.util.List;

/**
 * A text of a list as the words of one command. A star of the text is {@link #STAR} in a word.
 *
 * @param words the words before what can't be read; all if everything is read
 * @param obstacle what can't be read word by word; empty if everything is
 * @param isClosed whether the text ends in a star in quotes, which ends its word
 */
record CommandText(List<String> words, String obstacle, boolean isClosed) {
    /** Stands for any characters in a word. A private character, which no list has a use for. */
    static final char STAR = '\uE000';

    private static final String SOLID = "_-./,+@%:^=";

    CommandText {
        words = List.copyOf(words);
    }

    /**
     * Reads a text as a shell would, and takes {@code *} for any characters, in quotes too.
     *
     * @param narrow whether a star right behind a quote is a word of its own: what follows a quote may belong to its word
     */
    static CommandText of(String text, boolean narrow) {
        return new Reader(text, narrow).read();
    }

    boolean isRead() {
        return obstacle.isEmpty();
    }

    /** Returns whether a character stands for itself in a word without quotes. */
    static boolean isSolid(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || SOLID.indexOf(c) >= 0;
    }

    private static final class Reader {
        private final String text;
        private final boolean narrow;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean inWord;
        private boolean behindQuote;
        private boolean closed;
        private int at;

        Reader(String text, boolean narrow) {
            this.text = text;
            this.narrow = narrow;
        }

        CommandText read() {
            for (at = 0; at < text.length(); ) {
                String obstacle = next(text.charAt(at));
                if (!obstacle.isEmpty()) {
                    return new CommandText(words, obstacle, false);
                }
            }
            end();
            return new CommandText(words, "", closed);
        }

        private void end() {
            if (inWord) {
                words.add(word.toString());
                closed = behindQuote && endsInStar();
            }
            word.setLength(0);
            inWord = false;
        }

        private boolean endsInStar() {
            return word.length() > 0 && word.charAt(word.length() - 1) == STAR;
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
                return star();
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
            behindQuote = false;
            at++;
            return "";
        }

        /** Takes a star; several are one. */
        private String star() {
            if (narrow && behindQuote && inWord) {
                end();
            } else if (endsInStar()) {
                at++;
                return "";
            }
            return take(STAR);
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
                if (c != '*' || !endsInStar()) {
                    word.append(c == '*' ? STAR : c);
                }
            }
            inWord = true;
            behindQuote = true;
            at = close + 1;
            return "";
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

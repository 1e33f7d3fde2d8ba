package dev.toolpolicy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of CONTRIBUTING for prose that a program can check. */
final class Prose {
    static final int LONGEST_TEST_NAME = 70;
    private static final int LONGEST_SENTENCE = 35;
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])\\s+");
    private static final Pattern LIST_ITEM = Pattern.compile("\\s*(?:-|\\d+\\.) ");
    private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

    private static final Pattern BANNED = Pattern.compile(
            "\\b(?:who(?:ever|mever)|whatever(?!-follows)|somebody|nobody(?! is there to give it)|anew|unless said|if"
                    + " not said|in force)\\b|(?<!\\bthere )\\b(?:is|are|was|were) no"
                    + " (?!longer\\b|more\\b|less\\b|other\\b)\\w+",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern CLAUSE = Pattern.compile("(?<![\\w+#/.-])[A-Z]\\d{1,2}(?![\\w.-])");
    /** Names that look like the number of a clause: a database, and a column of a spreadsheet. */
    private static final Set<String> NOT_CLAUSES = Set.of("H2", "B4");

    private static final Pattern INSIDE = Pattern.compile("\\b(?:rooms?|houses?)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern VERB = Pattern.compile("[A-Z][a-z]+s[,:.]?");
    /** Comments, text blocks, strings and characters. */
    private static final Pattern PROSE = Pattern.compile("//.*"
            + "|/\\*(?s:.*?)\\*/"
            + "|\"\"\"(?s:.*?)(?<!\\\\)\"\"\""
            + "|\"(?:[^\"\\\\]|\\\\.)*+\""
            + "|'(?:[^'\\\\]|\\\\.)++'");

    private static final Set<String> NOT_VERBS = Set.of("This", "Its", "As", "Is", "Has", "Was", "Always", "Thus");
    private static final Set<String> NOT_NOUNS =
            Set.of("What", "Whether", "Who", "Whose", "How", "Which", "Where", "When", "Why");

    private Prose() {}

    /** Returns the words that neither code nor documentation uses, with the line of each. */
    static List<String> bannedWords(String text) {
        List<String> found = find(BANNED, text);
        find(CLAUSE, text).stream()
                .filter(each -> !NOT_CLAUSES.contains(each.substring(each.indexOf('"') + 1, each.length() - 1)))
                .forEach(found::add);
        return found;
    }

    /** Returns the words that only the project's own notes use, with the line of each. */
    static List<String> insideWords(String text) {
        return find(INSIDE, text);
    }

    private static List<String> find(Pattern words, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = words.matcher(text);
        while (matcher.find()) {
            long before = text.substring(0, matcher.start())
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            found.add("line " + (before + 1) + ": \"" + matcher.group() + '"');
        }
        return found;
    }

    /** Returns the first word if a method's Javadoc doesn't begin with a verb in the third person. */
    static Optional<String> missingVerb(String doc) {
        String first = firstWord(doc);
        boolean verb = VERB.matcher(first).matches() && !NOT_VERBS.contains(first);
        return verb || first.startsWith("{@inheritDoc") ? Optional.empty() : Optional.of(first);
    }

    /** Returns the first word if a type's Javadoc begins with a question word. */
    static Optional<String> questionWord(String doc) {
        return Optional.of(firstWord(doc)).filter(NOT_NOUNS::contains);
    }

    private static String firstWord(String doc) {
        return doc.strip().split("\\s+", 2)[0];
    }

    /** Returns a Java file with spaces in place of its code, so that comments and strings remain on their lines. */
    static String proseOf(String java) {
        Matcher matcher = PROSE.matcher(java);
        StringBuilder prose = new StringBuilder();
        int end = 0;
        while (matcher.find()) {
            blank(java, end, matcher.start(), prose);
            boolean character = matcher.group().startsWith("'");
            prose.append(character ? " " : matcher.group());
            end = matcher.end();
        }
        blank(java, end, java.length(), prose);
        return prose.toString();
    }

    private static void blank(String java, int from, int to, StringBuilder prose) {
        prose.append(' ');
        java.substring(from, to).chars().filter(c -> c == '\n').forEach(c -> prose.append('\n'));
    }

    /** Returns the sentences of a page, outside of code and tables, that have too many words. */
    static List<String> longSentences(String page) {
        List<String> found = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        boolean code = false;
        for (String line : (page + "\n\n").split("\n", -1)) {
            boolean fence = line.startsWith("```");
            boolean item = LIST_ITEM.matcher(line).lookingAt();
            if (fence || item || line.isBlank() || line.startsWith("|") || line.startsWith("#")) {
                SENTENCE_END
                        .splitAsStream(paragraph)
                        .filter(sentence -> WORD.matcher(sentence).results().count() > LONGEST_SENTENCE)
                        .forEach(found::add);
                paragraph.setLength(0);
            }
            code ^= fence;
            if (item || !code && !fence && !line.startsWith("|") && !line.startsWith("#")) {
                paragraph
                        .append(line.replaceAll("`[^`]*`", "code").replaceAll("\\]\\([^)]*\\)", "]"))
                        .append(' ');
            }
        }
        return found;
    }
}

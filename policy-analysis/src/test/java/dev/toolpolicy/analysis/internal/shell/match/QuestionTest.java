package dev.toolpolicy.analysis.internal.shell.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.match.Question.Kind;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandCover;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Comparisons of what the patterns of two questions show with the verdicts of both questions about random lines. */
class QuestionTest {
    private static final List<String> PATTERNS = List.of(
            "qa",
            "qa *",
            "q*",
            "q* *",
            "qa x",
            "qa x *",
            "qa x*",
            "qa q/*",
            "qa q/* *",
            "qa q/x/*",
            "qa q/../x",
            "qa * x",
            "qa a* x *",
            "qab",
            "qab *",
            "'qa b'",
            "'qa b' *",
            "X=1 qa",
            "X=* qa",
            "Y=1 qa",
            "qa X=1",
            "> q",
            "> *",
            "> q*",
            "> q/*",
            "< q",
            "< *",
            "<< E",
            "qa *b",
            "qa *");
    private static final int PAIRS = 20_000;
    private static final int LINES = 12;

    private final long seed = Long.getLong("toolpolicy.seed", 20_261);
    private final Random random = new Random(seed);

    @Test
    void whatIsKnownHoldsForEachLine() {
        int known = 0;
        int held = 0;
        for (int i = 0; i < PAIRS; i++) {
            Question one = question();
            Question other = random.nextInt(5) == 0 ? new Question(one.set(), kind()) : question();
            Set<Verdict> verdicts = verdicts();
            Set<Verdict> others = random.nextBoolean() ? verdicts : verdicts();
            if (!one.isKnownWithin(verdicts, other, others)) {
                continue;
            }
            known++;
            for (int line = 0; line < LINES; line++) {
                String text = line(one.set());
                Verdict verdict = machine(one).verdict(text);
                String where = "seed " + seed + ": " + text + " " + one + verdicts + " " + other + others;
                if (verdicts.contains(verdict)) {
                    held++;
                    assertThat(others).as(where).contains(machine(other).verdict(text));
                }
            }
        }
        assertThat(known).isGreaterThan(PAIRS / 100);
        assertThat(held).isGreaterThan(known * 2);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        EVERY, qa,       TRUE,          EVERY, qa *,  TRUE,          true
        EVERY, qa *,     TRUE,          EVERY, qa,    TRUE,          false
        EVERY, qa,       TRUE,          ALL,   qa *,  TRUE,          true
        ALL,   qa,       TRUE,          EVERY, qa *,  TRUE,          false
        EVERY, qa,       TRUE,          SOME,  qa *,  TRUE,          true
        ALL,   qa,       TRUE,          SOME,  qa,    TRUE,          true
        SOME,  qa,       TRUE,          ALL,   qa,    TRUE,          false
        SOME,  qa,       TRUE,          SOME,  qa *,  TRUE,          true
        SOME,  qa x,     TRUE,          SOME,  qa *,  TRUE,          true
        SOME,  qa x,     TRUE,          SOME,  q*,    TRUE,          false
        SOME,  qa x,     TRUE,          SOME,  qab *, TRUE,          false
        EVERY, qa;qab,   TRUE,          EVERY, q* *,  TRUE,          true
        EVERY, qa;x,     TRUE,          EVERY, q* *,  TRUE,          false
        EVERY, qa,       UNKNOWN,       EVERY, qa,    UNKNOWN,       false
        EVERY, qa,       TRUE|UNKNOWN,  EVERY, qa,    TRUE|UNKNOWN,  false
        ALL,   qa,       TRUE|UNKNOWN,  ALL,   qa,    TRUE|UNKNOWN,  true
        ALL,   qa,       TRUE|UNKNOWN,  ALL,   qa,    TRUE,          false
        ALL,   qa,       TRUE,          ALL,   qa,    TRUE|UNKNOWN,  true
        ALL,   qa,       TRUE|UNKNOWN,  SOME,  qa,    TRUE|UNKNOWN,  false
        ALL,   qa,       FALSE|TRUE,    ALL,   qa,    FALSE|TRUE,    false
        """)
    void someInclusionsAreKnown(
            Kind kind, String set, String verdicts, Kind otherKind, String other, String others, boolean known) {
        Question one = new Question(CommandSet.of(List.of(set.split(";"))), kind);
        Question two = new Question(CommandSet.of(List.of(other.split(";"))), otherKind);
        assertThat(one.isKnownWithin(verdicts(verdicts), two, verdicts(others))).isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
        qa *,      qa *,      true
        qa,        qa *,      true
        qa *,      qa,        true
        qa *,      qa x *,    true
        qa,        qa x,      true
        qa x,      qa,        false
        q*,        qa,        false
        q*,        q*,        true
        q*,        q* x,      true
        q*,        q,         false
        q,         q*,        false
        q x*,      q x* y,    true
        q,         q x* y,    true
        'qa b',    'qa b' x,  false
        'qa b',    'qa b',    true
        > q,       > q,       true
        > *,       > q,       false
        > q,       < q,       false
        > q,       q,         false
        X=1 q,     X=1 q,     true
        X=* q,     X=1 q,     false
        """)
    void aSearchFindsOneWithTheOther(String wide, String narrow, boolean found) {
        assertThat(CommandCover.isFoundWith(CommandPattern.of(wide), CommandPattern.of(narrow)))
                .isEqualTo(found);
    }

    @Test
    void aQuestionIsTheSameOfOneSet() {
        CommandSet set = CommandSet.of(List.of("qa"));
        Question question = new Question(set, Kind.ALL);
        assertThat(question.isSameAs(new Question(set, Kind.ALL))).isTrue();
        assertThat(question.isSameAs(new Question(set, Kind.SOME))).isFalse();
        assertThat(question.isSameAs(new Question(CommandSet.of(List.of("qa")), Kind.ALL)))
                .isFalse();
    }

    private static CommandMachine machine(Question question) {
        return switch (question.kind()) {
            case EVERY -> question.set().every();
            case SOME -> question.set().some();
            case ALL -> question.set().all();
        };
    }

    private Question question() {
        List<String> patterns = Stream.generate(() -> PATTERNS.get(random.nextInt(PATTERNS.size())))
                .limit(1 + random.nextInt(2))
                .toList();
        return new Question(CommandSet.of(patterns), kind());
    }

    private Kind kind() {
        return Kind.values()[random.nextInt(Kind.values().length)];
    }

    private Set<Verdict> verdicts() {
        Set<Verdict> verdicts = new HashSet<>();
        for (Verdict verdict : EnumSet.complementOf(EnumSet.of(Verdict.OPEN))) {
            if (random.nextBoolean()) {
                verdicts.add(verdict);
            }
        }
        return verdicts;
    }

    private static Set<Verdict> verdicts(String names) {
        return Stream.of(names.split("\\|")).map(Verdict::valueOf).collect(Collectors.toSet());
    }

    /** Returns a line with some of the commands that patterns match, sometimes one that can't be read. */
    private String line(CommandSet set) {
        StringBuilder line = new StringBuilder(random.nextInt(3) == 0 ? "` " : "");
        for (int i = random.nextInt(2); i >= 0; i--) {
            CommandPattern pattern =
                    set.patterns().get(random.nextInt(set.patterns().size()));
            line.append(pattern.target().sign()).append(' ');
            for (PatternWord word : pattern.words()) {
                line.append(random.nextInt(6) == 0 ? "$Y" : word(word)).append(' ');
            }
            line.append(pattern.rest() && random.nextBoolean() ? any() : "").append(i > 0 ? ";" : "");
        }
        return line.toString();
    }

    private String word(PatternWord word) {
        String text = word.symbols().stream()
                .map(symbol -> symbol == PatternWord.STAR ? any() : Character.toString(symbol))
                .collect(Collectors.joining());
        return text.indexOf(' ') >= 0 ? "'" + text + "'" : text;
    }

    private String any() {
        return List.of("", "x", "b", "../x", "q/x", "y").get(random.nextInt(6));
    }
}

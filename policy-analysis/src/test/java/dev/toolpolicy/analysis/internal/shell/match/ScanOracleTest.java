package dev.toolpolicy.analysis.internal.shell.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comparisons of the scan with {@link ScanOracle} on random texts, character by character. */
class ScanOracleTest {
    private static final List<String> PATTERNS = List.of(
            "rm *",
            "rm",
            "git push *",
            "git p* x",
            "git 'p q' r",
            "g*",
            "a a a a a a a b",
            "A=1 rm *",
            "/bin/rm *",
            "'r m' *",
            "'a;b' *",
            "'x\t\ty' z",
            "'é' '\uD83D\uDE00' *",
            "> out",
            "> o*",
            "> *",
            "> *x",
            "> 'p q'",
            "< in",
            "< *",
            "<< E",
            "A=* rm");
    private static final List<String> PARTS = List.of(
            ("rm git p q push pu sh r m a b x y z A A= 1 A+= A[ ]= ] [ =1 _9= / /bin/ bin rm / sudo env - then ]] ! do"
                + " -exec -okdir -ok su th en out o in E ' \" \\ ; & | ( ) { } ` < > >& <& >| $ * ? ~ é \uD83D\uDE00")
                    .split(" "));
    private static final List<String> BLANKS = List.of(" ", " ", " ", "  ", "\t", "\n", "\\\n", "\\\\\n");
    private static final int TEXTS = 20_000;
    /** The index of the state in its array. The scan must not change what is around it. */
    private static final int AT = 12;

    private final long seed = Long.getLong("toolpolicy.seed", 20_261);
    private final Random random = new Random(seed);

    @Test
    void findsWhatTheSpecificationSays() {
        int found = 0;
        for (int i = 0; i < TEXTS; i++) {
            List<CommandPattern> patterns = patterns();
            boolean wild = random.nextInt(4) == 0;
            boolean forced = wild && random.nextBoolean();
            int[] text = text(patterns);
            String where = "seed " + seed + " " + patterns + (wild ? " wild " : " ") + (forced ? "forced " : "")
                    + new String(text, 0, text.length);
            found += compare(patterns, wild, forced, text, where) ? 1 : 0;
        }
        assertThat(found).isBetween(TEXTS / 8, TEXTS / 2);
    }

    /** A long text of one letter has a place at each of them. */
    @Test
    void moreThanSixPlacesCountAsFound() {
        for (String pattern : List.of("aaaaaaaaaab *", "a a a a a a a a b", "aaaaa *", "a *")) {
            for (int letters = 1; letters < 12; letters++) {
                for (String each : List.of("a", "a ", "a'", "'a")) {
                    int[] text = each.repeat(letters).codePoints().toArray();
                    List<CommandPattern> patterns = List.of(CommandPattern.of(pattern), CommandPattern.of("> aaaaaa"));
                    compare(patterns, true, true, text, pattern + " in " + each.repeat(letters));
                    compare(patterns, false, false, text, pattern + " in " + each.repeat(letters));
                }
            }
        }
    }

    private boolean compare(List<CommandPattern> patterns, boolean wild, boolean forced, int[] text, String where) {
        Scan scan = new Scan(new ScanTrie(patterns));
        ScanOracle oracle = new ScanOracle(patterns, wild, forced);
        int[] state = IntStream.generate(() -> 7).limit(2 * AT + Scan.SIZE).toArray();
        scan.start(state, AT, wild);
        List<int[]> states = new ArrayList<>();
        for (int i = 0; i <= text.length; i++) {
            states.add(state.clone());
            boolean atEnd = scan.end(state, AT);
            assertThat(atEnd).as(where + " ends at " + i).isEqualTo(oracle.isFoundAtEnd());
            if (atEnd) {
                checkLeast(scan, states, text, i, where);
            }
            if (i == text.length) {
                break;
            }
            boolean found = scan.step(state, AT, text[i], forced);
            oracle.step(text[i]);
            assertThat(found).as(where + " at " + i).isEqualTo(oracle.isFound());
            if (found) {
                checkLeast(scan, states, text, i + 1, where);
                return true;
            }
        }
        for (int i = 0; i < AT; i++) {
            assertThat(state[i]).as(where).isEqualTo(7);
            assertThat(state[AT + Scan.SIZE + i]).as(where).isEqualTo(7);
        }
        return scan.end(state, AT);
    }

    /** Checks that no text is found with fewer characters than the scan's bound. */
    private static void checkLeast(Scan scan, List<int[]> states, int[] text, int end, String where) {
        for (int i = 0; i < end; i++) {
            assertThat(scan.least(states.get(i), AT, false))
                    .as(where + " least at " + i)
                    .isLessThanOrEqualTo(end - i);
            if (text[i] == ' ') {
                assertThat(scan.least(states.get(i), AT, true))
                        .as(where + " least behind the blank at " + i)
                        .isLessThanOrEqualTo(end - i - 1);
            }
        }
    }

    private List<CommandPattern> patterns() {
        return random.ints(1 + random.nextInt(4), 0, PATTERNS.size())
                .mapToObj(PATTERNS::get)
                .map(CommandPattern::of)
                .toList();
    }

    /** Returns a text of parts, of which some are words of a pattern or the beginnings of words. */
    private int[] text(List<CommandPattern> patterns) {
        List<String> words = patterns.get(random.nextInt(patterns.size())).words().stream()
                .flatMap(word -> Stream.of(
                        word.start(),
                        word.start() + " ",
                        word.start()
                                .codePoints()
                                .limit(1)
                                .mapToObj(Character::toString)
                                .collect(Collectors.joining())))
                .toList();
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            List<String> from = List.of(BLANKS, PARTS, words, words).get(random.nextInt(4));
            text.append(from.get(random.nextInt(from.size())));
        }
        return text.codePoints().toArray();
    }
}

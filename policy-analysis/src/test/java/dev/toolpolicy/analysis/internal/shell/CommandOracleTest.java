package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.line.ReadCommands;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Machines against pattern matching word by word, and what is certain early against all continuations. */
class CommandOracleTest {
    private static final List<String> PATTERNS = List.of(
            "qa *",
            "qa",
            "q* *",
            "qa x *",
            "qa * x",
            "qa q*b",
            "qb -x *",
            "X=1 qa *",
            "X=*",
            "A=* X=1 qa",
            "> qf",
            "> *",
            "< q*",
            "qa 'a b' *",
            "./q *",
            "qa * * x *",
            "test *",
            "qb ''",
            "/q* x",
            "qa q/*",
            "> q/*x",
            "q/* *",
            "X=q/*",
            "qb /*/q",
            "qab* *",
            "qa {} *",
            "q *",
            "<< *",
            "<< E*",
            "qb *");
    /** The wrappers that random lines name. Some are reserved names too, but not behind a path. */
    private static final Set<String> WRAPPERS = Set.of("-", "time", "repeat");

    private static final int LINES = 5_000;
    private static final int FOLDERS = 200 * Integer.getInteger("toolpolicy.rounds", 20);
    private static final List<String> CONTINUATIONS = Stream.of(
                    "", " ", ";", "&", "|", "x", "a", "'", "\"", "\\", "\n", ")", "\nEOF\n", "\nEOF\n)\"")
            .flatMap(a -> Stream.of("", "qa", "=", "$X", ">", " x", "'", "\u0001", "b", "`", "\nqa x", " $(qb x)", ")")
                    .map(b -> a + b))
            .toList();

    @Test
    void plainLinesMatchWordByWord() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        RandomLine lines = new RandomLine(random);
        for (int i = 0; i < LINES; i++) {
            String line = lines.next();
            CommandSet set = randomSet(random);
            Optional<List<List<@Nullable String>>> read = ReadCommands.of(line);
            String where = "seed " + seed + ": " + line + " " + set.patterns();
            if (read.isEmpty()) {
                assertThat(set.every().verdict(line)).as(where).isNotEqualTo(Verdict.TRUE);
                assertThat(set.all().verdict(line)).as(where).isEqualTo(Verdict.UNKNOWN);
                assertThat(set.some().verdict(line)).as(where).isNotEqualTo(Verdict.FALSE);
                continue;
            } else if (!isTold(read.get())) {
                continue;
            }
            boolean every = read.get().stream().allMatch(words -> matches(set, words, false));
            boolean all = read.get().stream().allMatch(words -> matches(set, words, true));
            boolean some = read.get().stream().anyMatch(words -> matches(set, words, true));
            assertThat(set.every().verdict(line)).as(where).isEqualTo(every ? Verdict.TRUE : Verdict.FALSE);
            assertThat(set.all().verdict(line)).as(where).isEqualTo(all ? Verdict.TRUE : Verdict.FALSE);
            boolean wrapped = isWrapped(read.get());
            assertThat(set.some().verdict(line) == Verdict.TRUE || wrapped)
                    .as(where)
                    .isEqualTo(some || wrapped);
        }
    }

    /** Random words of what paths are made of, as argument, name, value and file. */
    @Test
    void starsBehindAFolderStayThere() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        List<String> parts = List.of("/", "/", ".", "..", "/..", "/../", "q", "x", ".x");
        List<String> patterns = List.of("q/*", "q/*x", "./*/q", "q/..*", "q/.*", "../*/x/*", "*", "*/x", "/*", "q/x");
        int climbed = 0;
        for (int i = 0; i < FOLDERS; i++) {
            String word = random.ints(1 + random.nextInt(5), 0, parts.size())
                    .mapToObj(parts::get)
                    .collect(Collectors.joining());
            List<String> words =
                    random.ints(2, 0, patterns.size()).mapToObj(patterns::get).toList();
            String form = List.of("qa %s", "p/%s", "X=%s", "qa %s x", "> %s").get(random.nextInt(5));
            CommandSet set = CommandSet.of(words.stream()
                    .flatMap(each -> Stream.of(form.formatted(each), "qb"))
                    .toList());
            String line = (form.startsWith(">") ? "qb " : "") + form.formatted(word);
            List<List<@Nullable String>> read = ReadCommands.of(line).orElseThrow();
            boolean every = read.stream().allMatch(command -> matches(set, command, false));
            boolean all = read.stream().allMatch(command -> matches(set, command, true));
            String where = "seed " + seed + ": " + line + " " + set.patterns();
            assertThat(set.every().verdict(line)).as(where).isEqualTo(every ? Verdict.TRUE : Verdict.FALSE);
            assertThat(set.all().verdict(line)).as(where).isEqualTo(all ? Verdict.TRUE : Verdict.FALSE);
            climbed += all && !every ? 1 : 0;
        }
        assertThat(climbed).isGreaterThan(FOLDERS / 200);
    }

    private static boolean matches(CommandSet set, List<@Nullable String> words, boolean possible) {
        return set.patterns().stream().anyMatch(pattern -> matches(pattern, words, possible));
    }

    private static boolean matches(CommandPattern pattern, List<@Nullable String> words, boolean possible) {
        String first = words.get(0);
        boolean file = List.of(">", "<", "<<").contains(String.valueOf(first));
        if (file || pattern.target() != Target.COMMAND) {
            String file1 = words.size() > 1 ? words.get(1) : null;
            boolean same = file && pattern.target().sign().equals(first);
            PatternWord word = pattern.words().get(0);
            return same && (file1 == null ? possible || word.isStar() : matches(word, file1, possible));
        }
        int name = nameOf(words);
        List<@Nullable String> named = words.subList(name, words.size());
        List<PatternWord> own =
                pattern.words().subList(pattern.assignments(), pattern.words().size());
        boolean assigned = pattern.assignments() == 0 && possible && pattern.hasName()
                || assignments(pattern, words.subList(0, name), possible);
        if (!assigned || named.isEmpty() != own.isEmpty()) {
            return false;
        } else if (named.isEmpty()) {
            return true;
        }
        String text = String.valueOf(named.get(0));
        String part = text.substring(text.lastIndexOf('/') + 1);
        boolean byPart = possible && !own.get(0).has('/') && own.get(0).matches(part);
        return (matches(own.get(0), text, possible) || byPart)
                && arguments(own.subList(1, own.size()), pattern.rest(), named.subList(1, named.size()), possible);
    }

    /** Where a match must be sure, a star behind a folder doesn't leave it. */
    private static boolean matches(PatternWord word, String text, boolean possible) {
        return word.matches(text) && (possible || !climbs(word, text));
    }

    private static boolean climbs(PatternWord word, String text) {
        int star = word.start().length();
        boolean isFree = word.text().isPresent() || !word.start().contains("/");
        return !isFree
                && IntStream.range(1, text.length() - 1)
                        .filter(at -> text.startsWith("/..", at - 1) && at + 2 >= star)
                        .anyMatch(at -> at + 2 == text.length() || text.charAt(at + 2) == '/');
    }

    private static boolean assignments(CommandPattern pattern, List<@Nullable String> words, boolean possible) {
        if (words.size() != pattern.assignments()) {
            return false;
        }
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word == null || !matches(pattern.words().get(i), word, possible)) {
                return false;
            }
        }
        return true;
    }

    private static boolean arguments(
            List<PatternWord> patterns, boolean rest, List<@Nullable String> words, boolean possible) {
        if (patterns.isEmpty() && rest) {
            return true;
        } else if (words.isEmpty()) {
            return patterns.isEmpty();
        }
        String word = words.get(0);
        List<@Nullable String> others = words.subList(1, words.size());
        if (word == null) {
            return possible
                    && (arguments(patterns, rest, others, true)
                            || !patterns.isEmpty()
                                    && arguments(patterns.subList(1, patterns.size()), rest, words, true));
        }
        return !patterns.isEmpty()
                && matches(patterns.get(0), word, possible)
                && arguments(patterns.subList(1, patterns.size()), rest, others, possible);
    }

    @Test
    void whatIsCertainStaysSo() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        RandomLine lines = new RandomLine(random);
        for (int i = 0; i < LINES / 5; i++) {
            String line = lines.next();
            CommandSet set = randomSet(random);
            String where = "seed " + seed + ": " + set.patterns();
            checkCertainty(set, set.every(), Verdict.FALSE, line, where);
            checkCertainty(set, set.every(), Verdict.UNKNOWN, line, where);
            checkCertainty(set, set.all(), Verdict.UNKNOWN, line, where);
            checkCertainty(set, set.some(), Verdict.TRUE, line, where);
        }
    }

    /** Checks what is certain after each start of a line against many whole lines, which are read word by word. */
    private static void checkCertainty(
            CommandSet set, CommandMachine machine, Verdict settled, String line, String where) {
        int[] state = new int[machine.size()];
        machine.start(state, 0);
        int at = 0;
        while (at < line.length() && machine.verdict(state, 0) == Verdict.OPEN) {
            machine.step(state, 0, line.charAt(at++));
        }
        if (machine.verdict(state, 0) != settled) {
            return;
        }
        for (String continuation : CONTINUATIONS) {
            String whole = line.substring(0, at) + continuation;
            Optional<List<List<@Nullable String>>> read = ReadCommands.of(whole);
            if (read.isPresent() && isTold(read.get())) {
                boolean every = read.get().stream().allMatch(words -> matches(set, words, false));
                boolean some = read.get().stream().anyMatch(words -> matches(set, words, true));
                boolean confirmed = settled == Verdict.FALSE && !every
                        || settled == Verdict.TRUE && (some || isWrapped(read.get()));
                assertThat(confirmed)
                        .as("%s: %s certain in %s", where, settled, whole)
                        .isTrue();
            }
        }
    }

    private static CommandSet randomSet(Random random) {
        return CommandSet.of(random.ints(1 + random.nextInt(4), 0, PATTERNS.size())
                .mapToObj(PATTERNS::get)
                .toList());
    }

    /** Returns whether no assignment has an unknown value, of which the reader doesn't tell the name. */
    private static boolean isTold(List<List<@Nullable String>> commands) {
        return commands.stream()
                .allMatch(words -> words.get(0) != null
                        && words.subList(0, nameOf(words)).stream().noneMatch(word -> word == null));
    }

    private static int nameOf(List<@Nullable String> words) {
        int name = 0;
        while (name < words.size()
                && (words.get(name) == null || String.valueOf(words.get(name)).contains("="))) {
            name++;
        }
        return name;
    }

    /** Returns whether a word is the name of a wrapper, whose command is searched besides. */
    private static boolean isWrapped(List<List<@Nullable String>> commands) {
        return commands.stream()
                .flatMap(List::stream)
                .anyMatch(word -> word != null && WRAPPERS.contains(word.substring(word.lastIndexOf('/') + 1)));
    }
}

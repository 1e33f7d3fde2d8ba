package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.TextSearch;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.number.NumberLine;
import dev.toolpolicy.analysis.internal.number.Numbers;
import dev.toolpolicy.analysis.internal.read.TypedEquality;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The test of one value: that it is in some fixed sets, and in the set that facts list. Immutable.
 */
final class ValueCheck {
    /** The limits of the construction of a table of commands with other tests: milliseconds. */
    private static final AutomatonLimits TABLE = new AutomatonLimits(200, 10_000, 5_000, 60_000, 500_000, 2_000);

    private static final int MOST_STATES = 1_000;
    /** The limit of a search for a line that passes all tests: milliseconds. */
    private static final int STEPS = 50_000;

    private final List<ValueSet> sets;
    private final List<CommandMachine> lines;
    private final List<VectorMachine> vectors;
    /** Languages whose common texts are the strings, or normal forms of paths, in all sets; none if all texts are. */
    private final List<TextLanguage> texts;

    private final ParameterType type;
    private final Set<Verdict> passing;
    private final boolean path;
    private final boolean linked;
    private final boolean allows;
    private final Late<List<Language>> languages;

    ValueCheck(List<ValueSet> alone, Commands commands, ParameterType type, Mode mode, PathSettings paths) {
        Optional<Language> table = table(alone, commands);
        sets = table.<List<ValueSet>>map(one -> List.of(new ValueSet.Matching(one)))
                .orElse(alone);
        lines = commands.lines().stream()
                .filter(machine -> table.isEmpty() || !machine.isOnPlainLines())
                .toList();
        this.vectors = List.copyOf(commands.vectors());
        texts = intersection(sets.stream().map(ValueSet::texts).toList());
        this.type = type;
        passing = commands.possible() ? Set.of(Verdict.TRUE, Verdict.UNKNOWN) : Set.of(Verdict.TRUE);
        path = type.kind() == ParameterType.Kind.PATH;
        linked = paths.resolvesLinks();
        allows = mode == Mode.ALLOW;
        languages = new Late<>(() -> texts.stream()
                .map(each -> Language.of(each, AutomatonLimits.DEFAULT))
                .toList());
    }

    /**
     * Returns the plain lines that pass several tests as one table, which knows as soon as no line can pass them all. A
     * search goes on to the end of any line, so it isn't part of it, nor does it matter for what can't be read.
     *
     * @return empty for one test, or if the table would be too large
     */
    private static Optional<Language> table(List<ValueSet> sets, Commands commands) {
        List<Language> tests = new ArrayList<>();
        for (CommandMachine machine : commands.lines()) {
            if (machine.isOnPlainLines() && !commands.possible()) {
                tests.add(machine.lines(Set.of(Verdict.TRUE)));
            }
        }
        if (tests.isEmpty() || tests.size() + sets.size() == 1) {
            return Optional.empty();
        }
        try {
            sets.forEach(set -> tests.add(Language.of(set.texts(), TABLE)));
            Language all = tests.stream().reduce(Language.everything(TABLE), Language::and);
            return Optional.of(all).filter(table -> table.states() <= MOST_STATES);
        } catch (PatternTooComplexException e) {
            return Optional.empty();
        }
    }

    /** Returns one language in place of several, unless it would be too large. */
    private static List<TextLanguage> intersection(List<TextLanguage> languages) {
        if (languages.size() < 2) {
            return languages;
        }
        List<Language> compiled = languages.stream()
                .map(each -> Language.of(each, AutomatonLimits.DEFAULT))
                .toList();
        for (TextLanguage each : languages) {
            if (each instanceof TextLanguage.Words words) {
                Set<String> common = words.texts().stream()
                        .filter(text -> compiled.stream().allMatch(other -> other.contains(text)))
                        .collect(Collectors.toSet());
                return List.of(new TextLanguage.Words(common));
            }
        }
        try {
            return List.of(compiled.stream().reduce(Language::and).orElseThrow());
        } catch (PatternTooComplexException e) {
            return languages;
        }
    }

    /** Returns the languages that a string must be in, or the normal form of a path if no links are resolved. */
    List<TextLanguage> texts() {
        return linked && path ? List.of() : texts;
    }

    /**
     * The machines that read commands.
     *
     * @param lines read those of a string
     * @param vectors read the one in an array of words
     * @param possible whether commands pass that can't be read
     */
    record Commands(List<CommandMachine> lines, List<VectorMachine> vectors, boolean possible) {}

    /** Returns the machines that read the command in an array of words that passes. */
    List<VectorMachine> vectors() {
        return vectors;
    }

    /** Returns how many machines an array of words goes through; one more if it must also be in fixed sets. */
    int vectorParts() {
        return vectors.size() + (sets.isEmpty() ? 0 : 1);
    }

    /** Returns whether the command in an array of words passes. */
    boolean vector(JsonNode value) {
        List<@Nullable String> words = new ArrayList<>();
        value.forEach(word -> words.add(word.textValue()));
        return vectors.stream().allMatch(machine -> holds(machine.verdict(words)));
    }

    /** Returns whether commands match, or may match. */
    boolean holds(Verdict verdict) {
        return passing.contains(verdict);
    }

    /** Returns what reads the commands of a string that passes. */
    List<CommandMachine> lines() {
        return lines;
    }

    /** Returns whether the commands of a string match. */
    boolean commands(String text) {
        return lines.stream().allMatch(machine -> holds(machine.verdict(text)));
    }

    boolean isPath() {
        return path;
    }

    /** Returns whether it is certain that no value passes the fixed sets. */
    boolean isImpossible() {
        return switch (type.kind()) {
            case STRING, PATH -> hasEmptyLanguage() || hasNoLine();
            case INTEGER, NUMBER -> hasNoNumber();
            default -> passing.size() == 1 && vectors.stream().anyMatch(machine -> !machine.mayHold());
        };
    }

    private boolean hasEmptyLanguage() {
        for (Language language : languages.get()) {
            if (language.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether no line passes a test of commands, or a short search shows that none passes all tests. */
    private boolean hasNoLine() {
        if (passing.size() == 1 && lines.stream().anyMatch(machine -> !machine.mayHold())) {
            return true;
        }
        List<Language> all = new ArrayList<>(lines.isEmpty() ? List.of() : languages.get());
        lines.forEach(machine -> all.add(machine.lines(passing)));
        try {
            return all.size() > 1
                    && new TextSearch(STEPS, STEPS).any(all, List.of()).isEmpty();
        } catch (PatternTooComplexException e) {
            return false;
        }
    }

    /** Returns whether the fixed sets have no number in common. */
    private boolean hasNoNumber() {
        Numbers common = new Numbers(NumberLine.of(type));
        sets.forEach(common::keep);
        return common.isEmpty();
    }

    /** Returns whether the fixed sets have all numbers of the type in common. */
    private boolean hasEachNumber() {
        Numbers others = new Numbers(NumberLine.of(type));
        others.remove(sets);
        return others.isEmpty();
    }

    /** Returns whether it is certain that each value passes the fixed sets. */
    boolean isCertain() {
        return lines.isEmpty()
                && vectors.isEmpty()
                && switch (type.kind()) {
                    case STRING -> languages.get().stream().allMatch(Language::isEverything);
                    case PATH -> sets.isEmpty();
                    case INTEGER, NUMBER -> hasEachNumber();
                    default -> false;
                };
    }

    /** Returns the values of a set that may pass. */
    FactSet narrowed(FactSet listed) {
        return switch (type.kind()) {
            case STRING -> listed.withTexts(text -> text(text) && commands(text));
            case INTEGER, NUMBER -> listed.withNumbers(number -> number(number, null));
            case PATH -> listed.asPaths();
            default -> listed;
        };
    }

    /** Returns whether a set has no value of this kind. */
    boolean isEmpty(FactSet listed) {
        return switch (type.kind()) {
            case STRING -> listed.size() == 0;
            case INTEGER, NUMBER -> listed.hasNoNumbers();
            case PATH -> listed.hasNoPaths();
            default -> false;
        };
    }

    /** Returns whether the fixed sets contain a string. */
    boolean text(String text) {
        return languages.get().stream().allMatch(each -> each.contains(text));
    }

    private boolean inAllSets(Object value) {
        for (ValueSet set : sets) {
            if (!set.contains(value)) {
                return false;
            }
        }
        return true;
    }

    boolean number(ExactNumber number, @Nullable FactSet listed) {
        return lines.isEmpty() && vectors.isEmpty() && (listed == null || listed.contains(number)) && inAllSets(number);
    }

    boolean bool(boolean value) {
        return lines.isEmpty() && vectors.isEmpty() && inAllSets(BooleanNode.valueOf(value));
    }

    /** Returns whether a container that is open now may still pass. */
    boolean takesContainers() {
        return lines.isEmpty()
                && (vectors.isEmpty() || !sets.isEmpty())
                && sets.stream().allMatch(set -> containers(set).findAny().isPresent());
    }

    private static Stream<JsonNode> containers(ValueSet set) {
        return set.values().values().stream().filter(JsonNode::isContainerNode);
    }

    /** Tests a container with the fixed sets. Paths in it count like others: where links are resolved, in both forms. */
    boolean container(JsonNode value, PathJudge judge) {
        TypedEquality equality =
                new TypedEquality((own, path) -> isSame(judge.form().of(own), judge.judge(path)));
        return sets.stream().allMatch(set -> containers(set).anyMatch(own -> equality.equal(type, own, value)));
    }

    private boolean isSame(NormalPath own, JudgedPath path) {
        boolean asWritten = path.written().equals(own);
        return asWritten == allows ? path.real().filter(own::equals).isPresent() : asWritten;
    }

    /**
     * Tests a path in both forms: to allow, both must pass, for anything else one is enough.
     *
     * @param found whether a form stands in the session's sets that it must stand in
     */
    boolean path(JudgedPath value, @Nullable FactSet listed, Predicate<NormalPath> found) {
        boolean asWritten = form(value.written(), listed, found);
        if (!linked || asWritten != allows) {
            return asWritten;
        }
        return value.real().map(real -> form(real, listed, found)).orElse(false);
    }

    private boolean form(NormalPath form, @Nullable FactSet listed, Predicate<NormalPath> found) {
        return (listed == null || listed.contains(form)) && found.test(form) && inAllSets(form);
    }
}

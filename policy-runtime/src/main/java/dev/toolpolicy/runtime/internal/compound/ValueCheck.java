package dev.toolpolicy.runtime.internal.compound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.internal.place.JudgedPath;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.runtime.internal.place.ValueTest;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The test of one value: that it is in some fixed sets, and in the set that facts list. Immutable.
 */
final class ValueCheck {
    private final List<ValueSet> sets;
    private final List<CommandMachine> lines;
    private final List<VectorMachine> vectors;
    private final ValueTest fixed;
    private final ParameterType.Kind kind;
    private final boolean path;
    private final boolean linked;
    private final boolean allows;
    /** Made on first use; if two threads make them at once, both are right. */
    private volatile @Nullable List<Language> languages;

    ValueCheck(List<ValueSet> sets, Commands commands, ParameterType type, Mode mode, PathSettings paths) {
        this.sets = sets;
        this.lines = List.copyOf(commands.lines());
        this.vectors = List.copyOf(commands.vectors());
        fixed = ValueTest.of(sets, type, mode, paths);
        kind = type.kind();
        path = kind == ParameterType.Kind.PATH;
        linked = paths.resolvesLinks();
        allows = mode == Mode.ALLOW;
    }

    /** Returns the languages that a string must be in, or the normal form of a path if no links are resolved. */
    List<TextLanguage> texts() {
        return linked && path ? List.of() : fixed.texts();
    }

    /**
     * The machines that read commands.
     *
     * @param lines read those of a string
     * @param vectors read the one in an array of words
     */
    record Commands(List<CommandMachine> lines, List<VectorMachine> vectors) {}

    /** Returns the machines that read the command in an array of words that passes. */
    List<VectorMachine> vectors() {
        return vectors;
    }

    /** Returns how many machines an array of words goes through; one more if it must also be in fixed sets. */
    int vectorParts() {
        return vectors.size() + (sets.isEmpty() ? 0 : 1);
    }

    /** Returns whether the command in an array of words passes. */
    boolean vector(JsonNode value, boolean possible) {
        List<@Nullable String> words = new ArrayList<>();
        value.forEach(word -> words.add(word.textValue()));
        return vectors.stream().allMatch(machine -> holds(machine.verdict(words), possible));
    }

    /** Returns whether commands match, or may match. */
    boolean holds(Verdict verdict, boolean possible) {
        return verdict == Verdict.TRUE || possible && verdict == Verdict.UNKNOWN;
    }

    /** Returns what reads the commands of a string that passes. */
    List<CommandMachine> lines() {
        return lines;
    }

    /** Returns whether the commands of a string match. */
    boolean commands(String text, boolean possible) {
        return lines.stream().allMatch(machine -> holds(machine.verdict(text), possible));
    }

    boolean isPath() {
        return path;
    }

    /** Returns whether it is certain that no value passes the fixed sets. */
    boolean isImpossible() {
        return switch (kind) {
            case STRING, PATH -> hasEmptyLanguage();
            case INTEGER, NUMBER -> !isSatisfiedByNumbers();
            default -> false;
        };
    }

    private boolean hasEmptyLanguage() {
        for (Language language : languages()) {
            if (language.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Tries a number of each kind that the fixed sets tell apart: below the first they name, equal to it, and so on. */
    private boolean isSatisfiedByNumbers() {
        List<ExactNumber> named = fixed.numbers().stream().sorted().toList();
        return IntStream.rangeClosed(0, 2 * named.size())
                .anyMatch(region -> fixed.number(point -> Integer.compare(region, 2 * named.indexOf(point) + 1)));
    }

    /** Returns the values of a set that may pass. */
    FactSet narrowed(FactSet listed) {
        return switch (kind) {
            case STRING -> listed.withTexts(this::text);
            case INTEGER, NUMBER -> listed.withNumbers(number -> number(number, null));
            case PATH -> listed.asPaths();
            default -> listed;
        };
    }

    /** Returns whether a set has no value of this kind. */
    boolean isEmpty(FactSet listed) {
        return switch (kind) {
            case STRING -> listed.size() == 0;
            case INTEGER, NUMBER -> listed.hasNoNumbers();
            case PATH -> listed.hasNoPaths();
            default -> false;
        };
    }

    /** Returns whether the fixed sets contain a string. */
    boolean text(String text) {
        return languages().stream().allMatch(each -> each.contains(text));
    }

    private List<Language> languages() {
        List<Language> made = languages;
        if (made == null) {
            List<Language> all = new ArrayList<>();
            for (TextLanguage each : fixed.texts()) {
                all.add(Language.of(each, AutomatonLimits.DEFAULT));
            }
            made = List.copyOf(all);
            languages = made;
        }
        return made;
    }

    boolean number(ExactNumber number, @Nullable FactSet listed) {
        return lines.isEmpty()
                && vectors.isEmpty()
                && (listed == null || listed.contains(number))
                && fixed.number(number::compareTo);
    }

    /** Returns the numbers that it compares with. */
    Set<ExactNumber> numbers() {
        return fixed.numbers();
    }

    /** Tests a number against the fixed sets, by how it compares with the numbers in them. */
    boolean numberAt(ToIntFunction<ExactNumber> order) {
        return lines.isEmpty() && vectors.isEmpty() && fixed.number(order);
    }

    boolean bool(boolean value) {
        return lines.isEmpty() && vectors.isEmpty() && fixed.bool(value);
    }

    boolean takesContainers() {
        return lines.isEmpty() && (vectors.isEmpty() || !sets.isEmpty()) && fixed.takesContainers();
    }

    boolean container(JsonNode value, PathJudge judge) {
        return fixed.container(value, judge);
    }

    /** Tests a path in both forms: to allow, both must pass, for anything else one is enough. */
    boolean path(JudgedPath value, @Nullable FactSet listed) {
        boolean asWritten = form(value.written(), listed);
        if (!linked || asWritten != allows) {
            return asWritten;
        }
        return value.real().map(real -> form(real, listed)).orElse(false);
    }

    private boolean form(NormalPath form, @Nullable FactSet listed) {
        if (listed != null && !listed.contains(form)) {
            return false;
        }
        for (ValueSet set : sets) {
            if (!set.contains(form)) {
                return false;
            }
        }
        return true;
    }
}

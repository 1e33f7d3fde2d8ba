package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.runtime.internal.decide.KleeneOracle.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The answers of a condition on commands, for one whole line or array of words after the other. */
final class CommandOracle {
    private static final Map<Key, CommandMachine> LINES = new ConcurrentHashMap<>();
    private static final Map<Key, VectorMachine> VECTORS = new ConcurrentHashMap<>();

    private final Key key;

    private record Key(List<String> patterns, boolean allows, boolean all) {
        CommandMachine machine() {
            CommandSet set = CommandSet.of(patterns);
            return allows ? set.every() : all ? set.all() : set.some();
        }

        VectorMachine vector() {
            CommandSet set = CommandSet.of(patterns);
            return allows ? set.everyOfVector() : all ? set.allOfVector() : set.someOfVector();
        }
    }

    private CommandOracle(Key key) {
        this.key = key;
    }

    /** Returns the oracle of a condition; null if it isn't about commands. */
    static @Nullable CommandOracle of(Condition condition, Mode mode) {
        for (Matcher matcher : condition.matchers()) {
            if (matcher.kind() == Matcher.Kind.COMMANDS) {
                boolean all = condition.match().orElse(Match.ANY) == Match.ALL;
                return new CommandOracle(new Key(matcher.texts(), mode == Mode.ALLOW, all));
            }
        }
        return null;
    }

    Truth line(String line) {
        return truth(LINES.computeIfAbsent(key, Key::machine).verdict(line));
    }

    Truth vector(JsonNode words) {
        if (!words.isArray()) {
            return Truth.FALSE;
        }
        List<String> texts = new ArrayList<>();
        words.forEach(word -> texts.add(word.textValue()));
        return truth(VECTORS.computeIfAbsent(key, Key::vector).verdict(texts));
    }

    private static Truth truth(Verdict verdict) {
        return switch (verdict) {
            case TRUE -> Truth.TRUE;
            case FALSE -> Truth.FALSE;
            case UNKNOWN -> Truth.UNKNOWN;
            case OPEN -> throw new IllegalStateException("a whole line has a verdict");
        };
    }
}

package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The character at which a decision is certain, and that at which it is made. */
final class Earliest {
    private Earliest() {}

    /** Returns after how many characters of a text all texts that go on so have one answer. */
    static int of(String text, Map<String, RuleDecision> answers) {
        List<Map.Entry<String, RuleDecision>> left = List.copyOf(answers.entrySet());
        for (int length = 0; ; length++) {
            String start = text.substring(0, length);
            left = left.stream().filter(each -> each.getKey().startsWith(start)).toList();
            long different =
                    left.stream().map(Map.Entry::getValue).distinct().limit(2).count();
            if (different == 1 && !isWaiting(text, length)) {
                return length;
            }
        }
    }

    /** Returns whether a place is inside of a null or of a path, which are known with their last character. */
    private static boolean isWaiting(String text, int place) {
        for (int i = 1; i <= 3; i++) {
            if (text.startsWith("null", place - i)) {
                return true;
            }
        }
        int start = text.lastIndexOf('"', place - 1);
        boolean inside = text.substring(0, place).chars().filter(c -> c == '"').count() % 2 == 1;
        return inside && text.substring(start, text.indexOf('"', place)).contains("./");
    }

    /** Returns after how many characters of a text the decision is made. */
    static int decidedAt(ToolSchema schema, CompiledRules rules, Facts facts, String text) {
        RuleEvaluation evaluation = rules.begin(new TextPosition(), facts, false);
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, evaluation.visitor()));
        for (int i = 0; ; i++) {
            if (evaluation.verdict().isPresent()) {
                assertEquals(Optional.empty(), parser.error());
                return i;
            }
            parser.append(text.substring(i, i + 1));
        }
    }
}

package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Rules with several conditions, facts and unreadable values, as their specification reads: yes, no or unknown. */
final class NaiveTruth {
    static final char YES = 'y';
    static final char NO = 'n';
    static final char UNKNOWN = '?';
    /** Good for the few URLs of these tests, not for others. */
    private static final Pattern URL =
            Pattern.compile("https?://([a-z.]+?)[.]?(?:[:/?#].*)?", Pattern.CASE_INSENSITIVE);

    private final ToolSchema parameters;
    private final ToolSchema facts;

    NaiveTruth(ToolSchema parameters, ToolSchema facts) {
        this.parameters = parameters;
        this.facts = facts;
    }

    /** What a list decides: a mode and the number of its rule, -1 if none does, or why it asks instead. */
    record Decision(Mode mode, int rule, boolean marked) {}

    /** The decision, given what each rule answers. */
    static Decision decide(RuleList list, String answers) {
        boolean marked = false;
        for (int i = 0; i < answers.length(); i++) {
            Mode mode = list.rules().get(i).mode();
            if (answers.charAt(i) == YES) {
                boolean asks = marked && mode == Mode.ALLOW;
                return new Decision(asks ? Mode.ASK : mode, i, asks);
            }
            marked |= answers.charAt(i) == UNKNOWN && mode != Mode.ALLOW;
        }
        return new Decision(Mode.ASK, -1, false);
    }

    String answers(RuleList list, JsonNode call, JsonNode known) {
        StringBuilder answers = new StringBuilder();
        list.rules().forEach(rule -> answers.append(answer(rule, call, known)));
        return answers.toString();
    }

    char answer(RuleSpec rule, JsonNode call, JsonNode known) {
        if (rule.isUnreadable()) {
            return UNKNOWN;
        }
        if (rule.each().isEmpty()) {
            return all(rule, call, parameters.root(), known);
        }
        List<JsonNode> elements = new ArrayList<>();
        List<String> names = rule.each().get().array().segments();
        ParameterType type = NaiveRules.collect(call, parameters.root(), names, elements);
        List<Character> answers = new ArrayList<>();
        elements.forEach(element -> answers.add(all(rule, element, type, known)));
        return counted(answers, rule.each().get().match() == Match.ALL);
    }

    private char all(RuleSpec rule, JsonNode root, ParameterType type, JsonNode known) {
        List<Character> answers = new ArrayList<>();
        rule.conditions().forEach(condition -> answers.add(answer(condition, root, type, known)));
        return conjunction(answers);
    }

    private char answer(Condition condition, JsonNode root, ParameterType type, JsonNode known) {
        if (condition.isOnFact() && !known.has(condition.pointer().parameter())) {
            return UNKNOWN;
        }
        List<JsonNode> values = new ArrayList<>();
        ParameterType leaf = NaiveRules.collect(
                condition.isOnFact() ? known : root,
                condition.isOnFact() ? facts.root() : type,
                condition.pointer().segments(),
                values);
        List<Character> answers = new ArrayList<>();
        for (JsonNode value : values) {
            List<Character> each = new ArrayList<>();
            condition.matchers().forEach(matcher -> each.add(answer(matcher, value, leaf, known)));
            answers.add(conjunction(each));
        }
        return counted(answers, condition.match().orElse(Match.ANY) == Match.ALL);
    }

    private char answer(Matcher matcher, JsonNode value, ParameterType type, JsonNode known) {
        if (matcher.kind() == Matcher.Kind.HOST) {
            var url = URL.matcher(value.textValue());
            return url.matches() ? yes(matcher.texts().contains(url.group(1).toLowerCase(Locale.ROOT))) : UNKNOWN;
        } else if (matcher.kind() == Matcher.Kind.IN_FACT) {
            if (!known.has(matcher.fact().orElseThrow().parameter())) {
                return UNKNOWN;
            }
            List<JsonNode> members = new ArrayList<>();
            NaiveRules.collect(known, facts.root(), matcher.fact().orElseThrow().segments(), members);
            return yes(
                    members.stream().anyMatch(member -> NaiveRules.satisfies(value, Matcher.constant(member), type)));
        }
        return yes(NaiveRules.satisfies(value, matcher, type));
    }

    private static char yes(boolean holds) {
        return holds ? YES : NO;
    }

    private static char conjunction(List<Character> answers) {
        return answers.contains(NO) ? NO : answers.contains(UNKNOWN) ? UNKNOWN : YES;
    }

    private static char counted(List<Character> answers, boolean every) {
        if (answers.isEmpty()) {
            return NO;
        } else if (every) {
            return conjunction(answers);
        }
        return answers.contains(YES) ? YES : answers.contains(UNKNOWN) ? UNKNOWN : NO;
    }
}

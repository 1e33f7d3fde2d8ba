package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The possible answers of random rules on strings, found by trying all continuations.
 *
 * <p>Why it may stop where it does: the rules name only the characters {@code a} and {@code b} and can't tell one other
 * from another, so {@code c} stands for all of them. Their words have at most {@value #LONGEST_WORD} characters, so
 * they don't tell apart two strings that begin with the same {@code LONGEST_WORD + 1}. A list has at most one pattern,
 * whose automaton has at most {@value #STATES} states; where one leads to another, it does so within {@code STATES - 1}
 * characters. So strings of {@code LONGEST_WORD + STATES} characters, or of the beginning's length and {@code STATES -
 * 1} more, show whatever a longer one could. Of an array's further elements at most one matters to each rule (one that
 * satisfies an {@code any}, or fails an {@code all}), so as many as there are rules are enough.
 */
final class StringOracle {
    static final int LONGEST_WORD = 3;
    static final int STATES = 3;
    private static final List<String> STRINGS = strings(LONGEST_WORD + STATES);
    private static final List<String> PATTERNS =
            List.of("a", "b$", "^a", "ab", "bb", "^$", "^(?:ab)*$", "[^a]$", "^[^b]", "^[ab]*$", "a|b", "^(?:a|b)+$");

    private final RuleList rules;
    private final Map<String, List<Boolean>> satisfied = new HashMap<>();
    private final Map<String, Set<List<Boolean>>> beginning = new HashMap<>();

    StringOracle(RuleList rules) {
        this.rules = rules;
    }

    private static List<String> strings(int longest) {
        List<String> strings = new ArrayList<>(List.of(""));
        for (int i = 0; strings.get(i).length() < longest; i++) {
            for (char c = 'a'; c <= 'c'; c++) {
                strings.add(strings.get(i) + c);
            }
        }
        return strings;
    }

    static RuleList rules(Random random, List<String> pointers, boolean repeated) {
        List<RuleSpec> rules = new ArrayList<>();
        int pattern = random.nextInt(4);
        for (int i = random.nextInt(3); i >= 0; i--) {
            Match match = repeated && random.nextBoolean() ? Match.ALL : Match.ANY;
            ArgumentPointer pointer = ArgumentPointer.parse(pointers.get(random.nextInt(pointers.size())));
            Matcher matcher =
                    i == pattern ? Matcher.pattern(PATTERNS.get(random.nextInt(PATTERNS.size()))) : matcher(random);
            rules.add(RuleSpec.when(Condition.onArgument(pointer, matcher).match(match), Mode.DENY));
        }
        return new RuleList(rules);
    }

    private static Matcher matcher(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> Matcher.constant(TextNode.valueOf(ruleWord(random, LONGEST_WORD)));
            case 1 ->
                Matcher.oneOf(Stream.<JsonNode>generate(() -> TextNode.valueOf(ruleWord(random, LONGEST_WORD)))
                        .limit(1 + random.nextInt(3))
                        .toList());
            default -> Matcher.prefix("ab".charAt(random.nextInt(2)) + ruleWord(random, LONGEST_WORD - 1));
        };
    }

    private static String ruleWord(Random random, int longest) {
        return word(random, longest).replace('c', 'a');
    }

    static String word(Random random, int longest) {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(longest + 1); i > 0; i--) {
            word.append("aabbc".charAt(random.nextInt(5)));
        }
        return word.toString();
    }

    /** Which rules a string satisfies. */
    List<Boolean> of(String text) {
        return satisfied.computeIfAbsent(
                text,
                unused -> rules.rules().stream()
                        .map(rule -> satisfies(rule, text))
                        .toList());
    }

    /** Which rules a string can satisfy that begins so. */
    Set<List<Boolean>> beginning(String start) {
        return beginning.computeIfAbsent(start, this::tryAll);
    }

    private Set<List<Boolean>> tryAll(String start) {
        Stream<String> strings = start.length() > LONGEST_WORD
                ? STRINGS.stream().filter(each -> each.length() < STATES).map(each -> start + each)
                : STRINGS.stream().filter(each -> each.startsWith(start));
        return strings.map(this::of).collect(Collectors.toSet());
    }

    /** Every answer of calls with a first and a second string of these kinds; two of them, if there are more. */
    Set<Optional<Integer>> answers(String firstPointer, Set<List<Boolean>> firsts, Set<List<Boolean>> seconds) {
        Set<Optional<Integer>> answers = new HashSet<>();
        for (List<Boolean> first : firsts) {
            for (List<Boolean> second : seconds) {
                answers.add(answer(rule -> (pointer(rule).equals(firstPointer) ? first : second).get(rule)));
                if (answers.size() > 1) {
                    return answers;
                }
            }
        }
        return answers;
    }

    private String pointer(int rule) {
        return rules.rules().get(rule).conditions().get(0).pointer().toString();
    }

    /** Every answer of calls with an array that begins so; its next element, if there is one, is of these kinds. */
    Set<Optional<Integer>> answers(List<String> whole, Set<List<Boolean>> open) {
        Set<Optional<Integer>> answers = new HashSet<>();
        List<List<Boolean>> array = new ArrayList<>(whole.stream().map(this::of).toList());
        if (open.isEmpty()) {
            collect(array, rules.rules().size(), answers);
        }
        for (List<Boolean> next : open) {
            array.add(next);
            collect(array, rules.rules().size(), answers);
            array.remove(array.size() - 1);
        }
        return answers;
    }

    private void collect(List<List<Boolean>> array, int more, Set<Optional<Integer>> answers) {
        answers.add(answer(array));
        for (List<Boolean> kind : more == 0 || answers.size() > 1 ? Set.<List<Boolean>>of() : beginning("")) {
            array.add(kind);
            collect(array, more - 1, answers);
            array.remove(array.size() - 1);
        }
    }

    /** The answer of a call with an array of such strings. */
    Optional<Integer> answer(List<List<Boolean>> array) {
        return answer(
                rule -> rules.rules().get(rule).conditions().get(0).match().orElse(Match.ANY) == Match.ALL
                        ? !array.isEmpty() && array.stream().allMatch(element -> element.get(rule))
                        : array.stream().anyMatch(element -> element.get(rule)));
    }

    private Optional<Integer> answer(IntPredicate holds) {
        for (int i = 0; i < rules.rules().size(); i++) {
            if (holds.test(i)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static boolean satisfies(RuleSpec rule, String value) {
        Matcher matcher = rule.conditions().get(0).matchers().get(0);
        if (matcher.kind() == Matcher.Kind.CONST) {
            return matcher.values().get(0).textValue().equals(value);
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            return matcher.values().stream().anyMatch(each -> each.textValue().equals(value));
        } else if (matcher.kind() == Matcher.Kind.PATTERN) {
            return Pattern.compile(matcher.text()).matcher(value).find();
        }
        return value.startsWith(matcher.text());
    }
}

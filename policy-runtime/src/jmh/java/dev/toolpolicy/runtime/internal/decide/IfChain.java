package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The policy as one would write it by hand: the arguments are taken out once, patterns are compiled, and the conditions
 * asked one after the other. It means what the rules mean.
 */
final class IfChain {
    private static final Path GIT = Path.of(".git");
    private static final Path ENV = Path.of(".env");
    private static final Path SRC = Path.of("src");
    private static final Pattern RM = Pattern.compile("\\brm\\s+-\\w*[rf]");
    private static final Pattern SUDO = Pattern.compile("\\b(?:sudo|doas)\\b");
    private static final Pattern PUSH = Pattern.compile("^git\\s+push\\b.*--force");
    private static final Set<String> HARMLESS = Set.of("ls", "pwd", "git status", "git diff");

    private IfChain() {}

    /** The ten rules, where a path is a path; -1 if none holds. */
    static int paths(ObjectNode arguments) {
        Path path = Path.of(arguments.get("path").textValue()).normalize();
        String command = arguments.get("command").textValue();
        JsonNode lines = arguments.get("lines");
        JsonNode force = arguments.get("force");
        if (path.startsWith(GIT)) {
            return 0;
        }
        if (path.equals(ENV)) {
            return 1;
        }
        int rule = command(command, lines, force);
        return rule < 0 && path.startsWith(SRC) ? 9 : rule;
    }

    /** The ten rules, where a path is a text. */
    static int texts(ObjectNode arguments) {
        String path = arguments.get("path").textValue();
        String command = arguments.get("command").textValue();
        JsonNode lines = arguments.get("lines");
        JsonNode force = arguments.get("force");
        if (path.startsWith(".git")) {
            return 0;
        }
        if (path.equals(".env")) {
            return 1;
        }
        int rule = command(command, lines, force);
        return rule < 0 && path.startsWith("src") ? 9 : rule;
    }

    private static int command(String command, JsonNode lines, JsonNode force) {
        if (RM.matcher(command).find()) {
            return 2;
        }
        if (SUDO.matcher(command).find()) {
            return 3;
        }
        if (PUSH.matcher(command).find()) {
            return 4;
        }
        if (lines != null && lines.longValue() >= 1000) {
            return 5;
        }
        if (force != null && force.booleanValue()) {
            return 6;
        }
        if (HARMLESS.contains(command)) {
            return 7;
        }
        return command.startsWith("cargo test") ? 8 : -1;
    }

    /** A call's arguments, taken out once. */
    private record Extracted(Path path, String pathText, String command, JsonNode lines, JsonNode force) {
        static Extracted of(ObjectNode arguments, boolean paths) {
            String text = arguments.get("path").textValue();
            return new Extracted(
                    paths ? Path.of(text).normalize() : Path.of(""),
                    text,
                    arguments.get("command").textValue(),
                    arguments.get("lines"),
                    arguments.get("force"));
        }
    }

    /** A list of any length as such a chain, which is then a loop over its conditions. */
    static final class Long {
        private final Predicate<Extracted>[] conditions;
        private final boolean paths;

        @SuppressWarnings("unchecked")
        Long(RuleList rules, boolean paths) {
            this.paths = paths;
            this.conditions = DecisionPolicy.conditions(rules).stream()
                    .map(condition -> test(condition, paths))
                    .toArray(Predicate[]::new);
        }

        int decide(ObjectNode arguments) {
            Extracted extracted = Extracted.of(arguments, paths);
            for (int i = 0; i < conditions.length; i++) {
                if (conditions[i].test(extracted)) {
                    return i;
                }
            }
            return -1;
        }

        private static Predicate<Extracted> test(Condition condition, boolean paths) {
            return switch (condition.pointer().toString()) {
                case "/path" ->
                    paths
                            ? onPath(condition.matchers().get(0))
                            : onText(condition.matchers().get(0), Extracted::pathText);
                case "/command" -> onText(condition.matchers().get(0), Extracted::command);
                case "/lines" -> onLines(condition.matchers().get(0));
                default -> call -> call.force() != null && call.force().booleanValue();
            };
        }

        private static Predicate<Extracted> onPath(Matcher matcher) {
            if (matcher.kind() == Matcher.Kind.PREFIX) {
                Path path = Path.of(matcher.text());
                return call -> call.path().startsWith(path);
            }
            Path path = Path.of(matcher.values().get(0).textValue());
            return call -> call.path().equals(path);
        }

        private static Predicate<Extracted> onText(
                Matcher matcher, java.util.function.Function<Extracted, String> text) {
            if (matcher.kind() == Matcher.Kind.PREFIX) {
                return call -> text.apply(call).startsWith(matcher.text());
            } else if (matcher.kind() == Matcher.Kind.PATTERN) {
                Pattern compiled = Pattern.compile(matcher.text());
                return call -> compiled.matcher(text.apply(call)).find();
            } else if (matcher.kind() == Matcher.Kind.ENUM) {
                Set<String> words = new HashSet<>(
                        matcher.values().stream().map(JsonNode::textValue).toList());
                return call -> words.contains(text.apply(call));
            }
            String word = matcher.values().get(0).textValue();
            return call -> text.apply(call).equals(word);
        }

        private static Predicate<Extracted> onLines(Matcher matcher) {
            boolean minimum = matcher.kind() == Matcher.Kind.BOUND;
            long limit = minimum
                    ? java.lang.Long.parseLong(matcher.limit().orElseThrow().toString())
                    : matcher.values().get(0).longValue();
            return call -> call.lines() != null
                    && (minimum
                            ? call.lines().longValue() >= limit
                            : call.lines().longValue() == limit);
        }
    }

    /** The list asked anew at each rule by a JSON Pointer, as interpreters of policies do it. */
    static int interpret(List<Condition> conditions, List<Pattern> patterns, ObjectNode arguments) {
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            JsonNode value = arguments.at(condition.pointer().toString());
            if (!value.isMissingNode() && holds(condition.matchers().get(0), patterns.get(i), value)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean holds(Matcher matcher, Pattern pattern, JsonNode value) {
        if (matcher.kind() == Matcher.Kind.PREFIX) {
            return value.textValue().startsWith(matcher.text());
        } else if (matcher.kind() == Matcher.Kind.PATTERN) {
            return pattern.matcher(value.textValue()).find();
        } else if (matcher.kind() == Matcher.Kind.CONST) {
            return matcher.values().get(0).equals(value);
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            return matcher.values().contains(value);
        }
        return matcher.bound()
                .orElseThrow()
                .holds(dev.toolpolicy.schema.ExactNumber.of(value)
                        .compareTo(matcher.limit().orElseThrow()));
    }
}

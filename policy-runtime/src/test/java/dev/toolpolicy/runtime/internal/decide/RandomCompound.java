package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Random rules with several conditions, commands, globs, elements, facts and URLs, and calls and facts for them. */
final class RandomCompound {
    private static final ParameterType ELEMENT = ParameterType.objectOf(
            Parameter.required("a", ParameterType.string()),
            Parameter.optional("n", ParameterType.number()),
            Parameter.optional("ys", ParameterType.arrayOf(ParameterType.string())));
    static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("s", ParameterType.string()),
            Parameter.optional("t", ParameterType.string()),
            Parameter.optional("n", ParameterType.number()),
            Parameter.optional("f", ParameterType.bool()),
            Parameter.optional("p", ParameterType.path()),
            Parameter.optional("c", ParameterType.string()),
            Parameter.optional("v", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("ls", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("xs", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("os", ParameterType.arrayOf(ELEMENT)));
    static final ToolSchema FACTS = ToolSchema.of(
            Parameter.required("role", ParameterType.string()),
            Parameter.optional("done", ParameterType.string()),
            Parameter.optional("paths", ParameterType.arrayOf(ParameterType.path())),
            Parameter.optional("level", ParameterType.number()),
            Parameter.optional("list", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("numbers", ParameterType.arrayOf(ParameterType.number())));
    private static final List<String> LABELS = List.of("untrusted", "private");
    private static final List<String> WORDS = List.of(
            "",
            "a",
            "A",
            "aB",
            "ab",
            "b",
            "\u00c9\ud83d\ude00",
            "http://x",
            "http://x/",
            "http://x.y",
            "ftp://x",
            "http://x y",
            "\u00e9\ud83d\ude00");
    private static final List<String> PATHS = List.of(
            "a",
            "A",
            "a/b",
            "a/./B",
            "b",
            "src/a.md",
            "src/x/../b.md",
            "src",
            "../a",
            "../../src/a.md",
            "/w/a",
            "/w/src/b",
            "/x/a.md",
            "/w",
            ".",
            "src/a/b/c.MD");
    private static final List<String> GLOBS = List.of(
            "*.md",
            "src/**",
            "src/",
            "a*",
            "?",
            "**/b",
            "src/*.md",
            "[ab]",
            "{a,src}/{a,b}*",
            "src/**/c.md",
            "./a",
            "[!a]*");
    private static final List<String> TEXT_GLOBS = List.of("a*", "*b", "?", "[ab]*", "{a,http*}", "*", "[!a]*x*");
    private static final List<List<String>> COMMANDS = List.of(
            List.of("ls", "ls *"),
            List.of("git status", "git diff *"),
            List.of("rm *"),
            List.of("git *", "> out"),
            List.of("A=* make", "make *"),
            List.of("npm run test*"),
            List.of("ls * b", "cat *"));
    private static final List<String> PARTS = List.of(
            "ls",
            "ls -l a b",
            "git diff",
            "git status",
            "git -C x diff",
            "rm -rf x",
            "'r'm x",
            "/bin/rm a",
            "cat x > out",
            "make",
            "A=1 make all",
            "A=$B make",
            "npm run test:unit",
            "ls $X b",
            "git \"di\"ff",
            "sudo rm x",
            "cat",
            "ls *",
            "x 2>&1",
            "[ -f a ]",
            "");
    private static final List<String> BETWEEN = List.of(" && ", "; ", " | ", "\n", " || ", "&");
    private static final List<String> UNREADABLE =
            List.of("$(rm x)", " `ls`", " # rm", " {", "\"", " <<X", " (ls)", " \ud83d\ude00", " ~", "$'rm'", "\u00a0");
    private static final List<String> VECTOR =
            List.of("ls", "git", "diff", "rm", "-rf", "bash", "-c", "ls; rm x", "/bin/sh", "git diff", "-lc", "b", "");
    private static final List<String> PATTERNS = List.of("a", "^a", "b$", "^h", "x", "^[^a]*$");

    private final Random random;
    private final JsonNodeFactory nodes = JsonNodeFactory.instance;

    RandomCompound(Random random) {
        this.random = random;
    }

    RuleList rules() {
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            rules.add(rule());
        }
        if (random.nextBoolean()) {
            rules.add(RuleSpec.otherwise(mode()));
        }
        return new RuleList(rules);
    }

    private Mode mode() {
        return random.nextBoolean() ? Mode.ALLOW : pick(List.of(Mode.values()));
    }

    private RuleSpec rule() {
        List<Condition> conditions = new ArrayList<>();
        boolean each = random.nextInt(3) == 0;
        for (int i = random.nextInt(3); i >= 0; i--) {
            conditions.add(random.nextInt(5) == 0 ? onFact() : each ? inElement() : onArgument());
        }
        if (each) {
            Match match = random.nextInt(3) == 0 ? null : pick(List.of(Match.values()));
            return RuleSpec.whenEach(
                    new RuleSpec.Each(ArgumentPointer.parse("/os"), match), conditions, modeOf(conditions));
        }
        if (random.nextInt(6) == 0) {
            conditions.add(Condition.onLabel(pick(LABELS)));
        }
        if (conditions.size() > 1) {
            conditions.replaceAll(condition -> random.nextInt(3) == 0 ? orAbsent(condition) : condition);
        }
        return RuleSpec.whenAll(conditions, modeOf(conditions));
    }

    /** Returns a mode: only rules that allow look into sets, and only others at labels. */
    private Mode modeOf(List<Condition> conditions) {
        if (conditions.stream().anyMatch(condition -> condition.label().isPresent())) {
            conditions.removeIf(condition -> looksIntoSets(condition) && conditions.size() > 1);
            return pick(List.of(Mode.ASK, Mode.DENY, Mode.EDIT));
        }
        return conditions.stream().anyMatch(RandomCompound::looksIntoSets) ? Mode.ALLOW : mode();
    }

    private static boolean looksIntoSets(Condition condition) {
        return condition.matchers().stream().anyMatch(each -> each.kind() == Matcher.Kind.FROM);
    }

    private Condition orAbsent(Condition condition) {
        String place = condition.pointer().toString();
        boolean isLine = condition.matchers().stream().anyMatch(each -> each.kind() == Matcher.Kind.COMMANDS);
        if (condition.isOnFact() || isLine || place.equals("/s")) {
            return condition;
        }
        boolean array = place.startsWith("/os") || place.equals("/xs");
        return array ? condition.match(Match.ALL).orAbsent() : condition.orAbsent();
    }

    /** Returns the labels and sets of a session, as hidden facts. */
    ObjectNode flows() {
        ObjectNode flows = nodes.objectNode();
        for (String label : LABELS) {
            flows.put("label:" + label, random.nextBoolean());
        }
        flows.set("from:one", array(() -> nodes.textNode(pick(random.nextBoolean() ? WORDS : PATHS))));
        flows.set("from:two", array(() -> nodes.numberNode(random.nextInt(3))));
        return flows;
    }

    private static Matcher from(Random random) {
        return Matcher.from(random.nextBoolean() ? List.of("one") : List.of("two", "one"));
    }

    private Condition inElement() {
        return random.nextInt(3) == 0
                ? number("/n", false)
                : random.nextBoolean() ? text("/a", false) : text("/ys", true);
    }

    private Condition onArgument() {
        if (random.nextInt(3) == 0) {
            return onCommandOrPath();
        } else if (random.nextInt(6) == 0) {
            Matcher flag = Matcher.constant(nodes.booleanNode(random.nextBoolean()));
            return Condition.onArgument(ArgumentPointer.parse("/f"), flag);
        } else if (random.nextInt(3) == 0) {
            String place = pick(List.of("/n", "/os/n"));
            return number(place, place.startsWith("/os"));
        }
        String place = pick(List.of("/s", "/t", "/xs", "/os/a", "/os/ys"));
        return text(place, place.length() > 2);
    }

    private Condition onCommandOrPath() {
        return switch (random.nextInt(6)) {
            case 0 -> commands(Condition.onArgument(ArgumentPointer.parse("/v"), commands(false)));
            case 1 -> commands(Condition.onArgument(ArgumentPointer.parse("/ls"), commands(true)));
            case 2, 3 -> {
                Condition line = commands(Condition.onArgument(ArgumentPointer.parse("/c"), commands(false)));
                yield random.nextInt(4) == 0 ? line.and(Matcher.prefix("g")) : line;
            }
            default -> {
                Condition path = Condition.onArgument(ArgumentPointer.parse("/p"), pathMatcher());
                yield cased(random.nextInt(3) == 0 ? path.and(pathMatcher()) : path);
            }
        };
    }

    private Matcher commands(boolean lines) {
        List<String> patterns = new ArrayList<>(pick(COMMANDS));
        if (random.nextInt(3) == 0) {
            patterns.addAll(pick(COMMANDS));
        }
        return Matcher.commands(patterns, lines);
    }

    private Condition commands(Condition condition) {
        return random.nextInt(4) == 0 ? condition.match(pick(List.of(Match.values()))) : condition;
    }

    private Matcher pathMatcher() {
        return switch (random.nextInt(6)) {
            case 0 -> Matcher.constant(nodes.textNode(pick(List.of("a", "src/b.md", "src"))));
            case 1 -> Matcher.prefix(pick(List.of("src", "a", ".")));
            case 2 -> random.nextBoolean() ? from(random) : Matcher.inFact(ArgumentPointer.parse("/paths"));
            default -> Matcher.glob(pick(GLOBS));
        };
    }

    private Condition cased(Condition condition) {
        boolean fits = condition.matchers().stream()
                .noneMatch(each -> each.kind() == Matcher.Kind.IN_FACT
                        || each.kind() == Matcher.Kind.FROM
                        || each.kind() == Matcher.Kind.HOST);
        return fits && random.nextInt(3) == 0 ? condition.ignoringCase() : condition;
    }

    private Condition text(String place, boolean array) {
        Condition condition = Condition.onArgument(ArgumentPointer.parse(place), textMatcher());
        return matched(cased(random.nextInt(3) == 0 ? condition.and(textMatcher()) : condition), array);
    }

    private Condition number(String place, boolean array) {
        Condition condition = Condition.onArgument(ArgumentPointer.parse(place), numberMatcher());
        return matched(random.nextInt(3) == 0 ? condition.and(numberMatcher()) : condition, array);
    }

    private Condition matched(Condition condition, boolean array) {
        return array && random.nextBoolean() ? condition.match(pick(List.of(Match.values()))) : condition;
    }

    private Condition onFact() {
        return switch (random.nextInt(4)) {
            case 0 -> Condition.onFact(ArgumentPointer.parse("/role"), textMatcher());
            case 3 -> commands(Condition.onFact(ArgumentPointer.parse("/done"), commands(false)));
            case 1 -> Condition.onFact(ArgumentPointer.parse("/level"), numberMatcher());
            default -> matched(Condition.onFact(ArgumentPointer.parse("/list"), textMatcher()), true);
        };
    }

    private Matcher textMatcher() {
        return switch (random.nextInt(7)) {
            case 6 -> Matcher.glob(pick(TEXT_GLOBS));
            case 0 -> Matcher.constant(nodes.textNode(pick(WORDS)));
            case 1 -> Matcher.oneOf(List.of(nodes.textNode(pick(WORDS)), nodes.textNode(pick(WORDS))));
            case 2 -> Matcher.prefix(pick(List.of("a", "h", "http://x", "f")));
            case 3 -> Matcher.pattern(pick(PATTERNS));
            case 4 -> random.nextBoolean() ? from(random) : Matcher.inFact(ArgumentPointer.parse("/list"));
            default -> Matcher.host(List.of(pick(List.of("x", "x.y", "z"))), List.of(), List.of());
        };
    }

    private Matcher numberMatcher() {
        return switch (random.nextInt(4)) {
            case 0 -> Matcher.constant(nodes.numberNode(random.nextInt(3)));
            case 1 -> random.nextBoolean() ? from(random) : Matcher.inFact(ArgumentPointer.parse("/numbers"));
            default -> Matcher.bound(pick(List.of(Matcher.Bound.values())), ExactNumber.of("" + random.nextInt(3)));
        };
    }

    ObjectNode facts() {
        ObjectNode facts = nodes.objectNode();
        maybe(facts, "role", nodes.textNode(pick(WORDS)), false);
        maybe(facts, "done", nodes.textNode(line()), true);
        maybe(facts, "paths", array(() -> nodes.textNode(pick(PATHS))), true);
        maybe(facts, "level", nodes.numberNode(random.nextInt(3)), true);
        maybe(facts, "list", array(() -> nodes.textNode(pick(WORDS))), true);
        maybe(facts, "numbers", array(() -> nodes.numberNode(random.nextInt(3))), true);
        return facts;
    }

    private void maybe(ObjectNode into, String name, JsonNode value, boolean nullable) {
        int kind = random.nextInt(6);
        if (kind > 1 || kind == 1 && !nullable) {
            into.set(name, value);
        } else if (kind == 1) {
            into.putNull(name);
        }
    }

    ObjectNode arguments() {
        ObjectNode all = nodes.objectNode();
        List<String> names = new ArrayList<>(List.of("s", "t", "n", "f", "xs", "os", "p", "c", "v", "ls"));
        Collections.shuffle(names, random);
        for (String name : names) {
            JsonNode value = switch (name) {
                case "n" -> nodes.numberNode(random.nextInt(3));
                case "f" -> nodes.booleanNode(random.nextBoolean());
                case "xs" -> array(() -> nodes.textNode(pick(WORDS)));
                case "os" -> array(this::element);
                case "p" -> nodes.textNode(pick(PATHS));
                case "c" -> nodes.textNode(line());
                case "v" -> array(() -> nodes.textNode(pick(VECTOR)));
                case "ls" -> array(() -> nodes.textNode(line()));
                default -> nodes.textNode(pick(WORDS));
            };
            if (name.equals("s")) {
                all.set(name, value);
            } else {
                maybe(all, name, value, true);
            }
        }
        return all;
    }

    /** Returns a command line, which can't be read in one case of three. */
    String line() {
        StringBuilder line = new StringBuilder(pick(PARTS));
        for (int i = random.nextInt(3); i > 0; i--) {
            line.append(pick(BETWEEN)).append(pick(PARTS));
        }
        if (random.nextInt(3) == 0) {
            line.insert(random.nextInt(line.length() + 1), pick(UNREADABLE));
        }
        return line.toString();
    }

    private ObjectNode element() {
        ObjectNode element = nodes.objectNode();
        List<String> names = new ArrayList<>(List.of("a", "n", "ys"));
        Collections.shuffle(names, random);
        for (String name : names) {
            if (name.equals("a")) {
                element.put("a", pick(WORDS));
            } else if (name.equals("n")) {
                maybe(element, "n", nodes.numberNode(random.nextInt(3)), true);
            } else {
                maybe(element, "ys", array(() -> nodes.textNode(pick(WORDS))), true);
            }
        }
        return element;
    }

    private ArrayNode array(Supplier<JsonNode> each) {
        return nodes.arrayNode()
                .addAll(Stream.generate(each).limit(random.nextInt(4)).toList());
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}

package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.testing.compile.Compilation;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.decide.CompiledRules;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A rule list means the same as annotations, TOML, JSON and code: the same problems in the same words at
 * the same rules, and the same rules in the end.
 */
class PolicyTwinsTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20261);
    private static final int TOOLS = Integer.getInteger("toolpolicy.tools", 100);
    private static final List<String> MODES = List.of("ask", "allow", "edit", "deny");
    private static final List<String> PATHS = List.of("src", "src/a", "./src/a", ".env", "docs");
    private static final List<String> TEXTS = List.of("git ", "git push", "rm", "a\"b\\c", "\u00e9");
    private static final List<String> GLOBS = List.of("src/**", "*.md", "[a-c]*", "**/a", "{x,y}");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final ToolSchema FACTS = ToolSchema.of(
            Parameter.required("role", ParameterType.string()),
            Parameter.required("known", ParameterType.arrayOf(ParameterType.string())));

    private final Random random = new Random(SEED);
    private final List<ArrayNode> lists = IntStream.range(0, TOOLS)
            .mapToObj(i -> i == 0 ? otherwise() : list())
            .toList();

    private static ArrayNode otherwise() {
        ArrayNode list = NODES.arrayNode();
        list.addObject().put("mode", "ask");
        return list;
    }

    private ArrayNode list() {
        ArrayNode list = NODES.arrayNode();
        boolean faulty = random.nextInt(4) == 0;
        for (int i = random.nextInt(5); i >= 0; i--) {
            ObjectNode rule = list.addObject();
            int form = random.nextInt(12);
            if (form > 8) {
                conditions(rule, faulty);
            } else if (form > 0) {
                condition(rule, faulty);
            }
            rule.put("mode", pick(MODES));
            describe(rule, i, faulty);
        }
        return list;
    }

    /** Adds several conditions, perhaps about one element. */
    private void conditions(ObjectNode rule, boolean faulty) {
        boolean each = random.nextInt(3) == 0;
        if (each) {
            rule.put("each", pick(faulty ? List.of("/edits", "/edit", "/tags") : List.of("/edits")));
            if (random.nextBoolean()) {
                rule.put("match", pick(List.of("any", "all")));
            }
        }
        ArrayNode all = rule.putArray("all");
        if (!each && random.nextInt(3) == 0) {
            all.addObject().put("arg", "/note").put("prefix", "a").put("or_absent", true);
        }
        for (int i = random.nextInt(faulty ? 3 : 2); i >= (faulty ? 1 : 0); i--) {
            ObjectNode condition = all.addObject();
            if (each) {
                condition.put("arg", pick(List.of("/file", "/op"))).put("glob", pick(GLOBS));
            } else {
                condition(condition, faulty);
            }
        }
        if (faulty && random.nextInt(4) == 0) {
            rule.put("arg", "/count").put("const", 1);
        }
    }

    private void describe(ObjectNode rule, int index, boolean faulty) {
        if (random.nextInt(4) == 0) {
            rule.put("name", faulty && random.nextInt(3) == 0 ? "A name" : "rule-" + index);
        }
        if (random.nextInt(6) == 0) {
            rule.put("reason", "It is said \"so\".");
        }
        if (faulty && random.nextInt(4) == 0 && rule.path("arg").asText().equals("/path")) {
            rule.putArray("examples").add("src/a");
        }
    }

    private void condition(ObjectNode rule, boolean faulty) {
        switch (random.nextInt(faulty ? 26 : 21)) {
            case 0, 1 -> rule.put("arg", "/path").put("prefix", pick(PATHS));
            case 2 -> rule.put("arg", "/path").put("const", pick(PATHS));
            case 3 -> rule.put("arg", "/command").put("pattern", pick(List.of("^git ", "push", "^rm\\b", "^git push")));
            case 4 ->
                rule.put("arg", "/command").putArray("enum").add(pick(TEXTS)).add(pick(TEXTS));
            case 5 -> rule.put("arg", "/count").put(pick(List.of("minimum", "maximum", "const")), random.nextInt(4));
            case 6 -> rule.put("arg", "/force").put("const", random.nextBoolean());
            case 7 -> rule.put("arg", "/tags").put("const", pick(TEXTS)).put("match", pick(List.of("any", "all")));
            case 8 -> rule.put("arg", "/path").put("glob", pick(GLOBS)).put("ignore_case", true);
            case 9 -> rule.put("arg", "/count").put("minimum", 1).put("maximum", 1 + random.nextInt(4));
            case 10 -> host(rule, faulty);
            case 11 -> rule.put("arg", "/command").put("prefix", pick(TEXTS)).put("pattern", "^[a-z ]*$");
            case 12 ->
                rule.put("arg", "/command")
                        .putArray("commands")
                        .add(pick(List.of("git *", "rm *", "npm test")))
                        .add("ls");
            case 13 ->
                rule.put("arg", "/tags").put("lines", true).putArray("commands").add("git push *");
            case 14 ->
                rule.put("arg", "/ratio")
                        .put("exclusive_minimum", new BigDecimal("0.1"))
                        .put("exclusive_maximum", new BigDecimal(pick(List.of("0.25", "1e3", "9007199254740993"))));
            case 15 -> rule.put("fact", "/role").putArray("enum").add("admin").add(pick(TEXTS));
            case 16 -> rule.put("arg", "/command").put("in_fact", "/known");
            case 17 ->
                rule.put("arg", "/count").putArray("enum").add(2147483647).add(-5);
            case 18 -> rule.put("arg", "/command").put("const", pick(TEXTS)).put("ignore_case", true);
            case 19 -> rule.put("arg", "/command").put("glob", pick(GLOBS));
            case 20 -> rule.put("arg", "/note").put("prefix", pick(TEXTS));
            case 21 -> rule.put("arg", "/pth").put("prefix", "src");
            case 22 -> rule.put("arg", "/count").put("prefix", "1");
            case 23 -> rule.put("arg", "/command").put("pattern", "(a");
            case 24 -> rule.put("arg", "/count").put("const", 1).put("ignore_case", true);
            default -> rule.put("arg", "/count").put("const", "x");
        }
    }

    private void host(ObjectNode rule, boolean faulty) {
        rule.put("arg", "/command")
                .putArray("host")
                .add(pick(List.of("docs.rs", "*.example.org")))
                .add(faulty ? "a..b" : "localhost");
        if (random.nextBoolean()) {
            rule.putArray("schemes").add("https");
            rule.putArray("ports").add(443).add(8443);
        }
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    // ---- annotations

    /** A source with a rule on each line, and what stands on which line: the tool and rule, or the tool and -1. */
    private record Source(String text, TreeMap<Integer, int[]> lines) {}

    private Source source(Set<Integer> tools) {
        StringBuilder text =
                new StringBuilder("package demo; import static dev.toolpolicy.annotation.Mode.*; import static"
                        + " dev.toolpolicy.annotation.Match.*; import dev.toolpolicy.annotation.*; final class Twins {"
                        + " record Edit(java.nio.file.Path file, String op) {}"
                        + " record Caller(String role, java.util.List<String> known) {}\n");
        TreeMap<Integer, int[]> lines = new TreeMap<>();
        int line = 2;
        for (int tool : tools) {
            lines.put(line + 1, new int[] {tool, -1});
            text.append("@Tool(name = \"t").append(tool).append("\")\n@Policy(facts = Caller.class, run = {\n");
            line += 2;
            for (int rule = 0; rule < lists.get(tool).size(); rule++) {
                lines.put(line++, new int[] {tool, rule});
                text.append(WrittenAnnotation.of(lists.get(tool).get(rule))).append(",\n");
            }
            text.append("})\nrecord T")
                    .append(tool)
                    .append("(java.nio.file.Path path, String command, int count, boolean force,"
                            + " java.util.List<String> tags, java.util.List<Edit> edits, double ratio,"
                            + " java.util.Optional<String> note) {}\n");
            line += 2;
        }
        return new Source(text.append("}\n").toString(), lines);
    }

    private Compilation compile(Source source) {
        return Compiling.javac()
                .withProcessors(new ToolProcessor(), new ToolsCatalogProcessor())
                .withOptions("-Xmaxerrs", "100000", "-Xmaxwarns", "100000")
                .compile(Compiling.source("Twins", source.text()));
    }

    private static Set<String> found(Source source, Compilation compilation) {
        Set<String> found = new TreeSet<>();
        compilation.diagnostics().forEach(each -> {
            String message = each.getMessage(Locale.ENGLISH).strip();
            int[] at = source.lines().get((int) each.getLineNumber());
            if (message.startsWith("[toolpolicy/") && !message.contains("this is rule")) {
                String first = message.lines().findFirst().orElseThrow();
                found.add("t" + at[0] + " " + at[1] + " "
                        + first.replace("\"constant\"", "\"const\"")
                                .replace("\"oneOf\"", "\"enum\"")
                                .replace("\"ignoreCase\"", "\"ignore_case\"")
                                .replace("\"orAbsent\"", "\"or_absent\"")
                                .replace("\"exclusiveMinimum\"", "\"exclusive_minimum\"")
                                .replace("\"exclusiveMaximum\"", "\"exclusive_maximum\"")
                                .replace("\"inFact\"", "\"in_fact\""));
            }
        });
        return found;
    }

    // ---- files

    private static ObjectNode facts() {
        ObjectNode facts = NODES.objectNode();
        facts.putObject("role").put("type", "string").put("required", true);
        ObjectNode known = facts.putObject("known").put("type", "array").put("required", true);
        known.putObject("items").put("type", "string");
        return facts;
    }

    private String json() {
        ObjectNode tools = NODES.objectNode();
        for (int i = 0; i < TOOLS; i++) {
            tools.putObject("t" + i).putObject("policy").set("run", lists.get(i));
        }
        return NODES.objectNode()
                .<ObjectNode>set("facts", facts())
                .<ObjectNode>set("tools", tools)
                .toString();
    }

    private String toml() {
        StringBuilder text = new StringBuilder("facts = " + toml(facts()) + "\n");
        for (int i = 0; i < TOOLS; i++) {
            text.append("[tools.t").append(i).append(".policy]\nrun = [\n");
            lists.get(i).forEach(rule -> text.append("  ").append(toml(rule)).append(",\n"));
            text.append("]\n");
        }
        return text.toString();
    }

    private static String toml(JsonNode value) {
        if (value.isObject()) {
            return value.properties().stream()
                    .map(member -> member.getKey() + " = " + toml(member.getValue()))
                    .collect(Collectors.joining(", ", "{ ", " }"));
        } else if (value.isArray()) {
            List<String> elements = new ArrayList<>();
            value.forEach(each -> elements.add(toml(each)));
            return "[" + String.join(", ", elements) + "]";
        }
        return value.toString();
    }

    private static ConfiguredCatalog configured(ToolSchema schema, ConfigurationFormat format, String text) {
        List<DeclaredTool> tools = IntStream.range(0, TOOLS)
                .mapToObj(i -> DeclaredTool.of("t" + i, schema))
                .toList();
        return ConfiguredCatalog.of(
                ToolCatalog.of(tools), List.of(PolicyConfiguration.of(format, "policy", text)), PathReading.PLAIN);
    }

    private static Set<String> found(ConfiguredCatalog catalog) {
        return catalog.problems().stream().map(PolicyTwinsTest::found).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String found(PolicyProblem problem) {
        Diagnostic diagnostic = problem.diagnostic();
        return problem.subject().split("/")[2] + " " + diagnostic.rule() + " [toolpolicy/" + diagnostic.code() + "] "
                + diagnostic.summary();
    }

    @Test
    void allFourNotationsAgree() throws ReflectiveOperationException {
        Source all = source(IntStream.range(0, TOOLS).boxed().collect(Collectors.toCollection(TreeSet::new)));
        Set<String> byAnnotations = found(all, compile(all));
        ToolSchema schema = generated(compile(source(Set.of(0))), 0).schema();
        ConfiguredCatalog fromToml = configured(schema, ConfigurationFormat.TOML, toml());
        assertThat(byAnnotations).as("seed %d", SEED).isEqualTo(found(fromToml));
        assertThat(found(configured(schema, ConfigurationFormat.JSON, json())))
                .as("seed %d", SEED)
                .isEqualTo(byAnnotations);
        assertThat(byAnnotations).as("problems").hasSizeGreaterThan(TOOLS / 2);

        Set<Integer> right = new TreeSet<>();
        for (int i = 0; i < TOOLS; i++) {
            String name = "t" + i;
            if (fromToml.problems().stream()
                    .noneMatch(
                            each -> each.diagnostic().isError() && found(each).startsWith(name + " "))) {
                right.add(i);
            }
        }
        assertThat(right).as("lists without an error").hasSizeGreaterThan(TOOLS / 5);
        Compilation compiled = compile(source(right));
        for (int i : right) {
            RuleList run = generated(compiled, i).run().orElseThrow();
            RuleList read = fromToml.tools().find("t" + i).orElseThrow().run().orElseThrow();
            assertThat(run).as("seed %d: %s", SEED, lists.get(i)).hasToString(read.toString());
            assertThat(verdicts(schema, run))
                    .as("seed %d: %s", SEED, lists.get(i))
                    .isEqualTo(verdicts(schema, read));
            CheckedRules byCode = RuleListCheck.check(new RuleScope(schema, FACTS, PathReading.PLAIN), run);
            assertThat(byCode.rules()).as("seed %d: %s", SEED, lists.get(i)).isPresent();
            assertThat(byCode.diagnostics().stream()
                            .map(each -> each.rule() + " [toolpolicy/" + each.code() + "] " + each.summary()))
                    .as("seed %d: %s", SEED, lists.get(i))
                    .containsExactlyInAnyOrderElementsOf(found(fromToml).stream()
                            .filter(each -> each.startsWith("t" + run(i)))
                            .map(each -> each.substring(run(i).length() + 1))
                            .toList());
        }
    }

    private static String run(int tool) {
        return tool + " ";
    }

    private static List<RuleDecision> verdicts(ToolSchema schema, RuleList list) {
        Random calls = new Random(SEED);
        CompiledRules rules = CompiledRules.of(schema, FACTS, list, PathSettings.plain());
        return IntStream.range(0, 40)
                .mapToObj(i -> {
                    ObjectNode call = NODES.objectNode()
                            .put("path", PATHS.get(calls.nextInt(PATHS.size())))
                            .put("command", TEXTS.get(calls.nextInt(TEXTS.size())))
                            .put("count", calls.nextInt(5))
                            .put("force", calls.nextBoolean())
                            .put("ratio", calls.nextInt(9) / 8.0);
                    if (calls.nextBoolean()) {
                        call.put("note", TEXTS.get(calls.nextInt(TEXTS.size())));
                    }
                    call.putArray("tags").add(TEXTS.get(calls.nextInt(TEXTS.size())));
                    call.putArray("edits")
                            .addObject()
                            .put("file", PATHS.get(calls.nextInt(PATHS.size())))
                            .put("op", TEXTS.get(calls.nextInt(TEXTS.size())));
                    return rules.evaluate(call, Facts.NONE);
                })
                .toList();
    }

    private static ToolSpec<?> generated(Compilation compilation, int tool) throws ReflectiveOperationException {
        return (ToolSpec<?>) Compiling.load(compilation)
                .loadClass("demo.Twins_T" + tool + "Tool")
                .getConstructor()
                .newInstance();
    }
}

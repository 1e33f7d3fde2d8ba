package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A rule list of the second edition and what is wrong with it, or declarations of facts that meet. */
final class RuleListVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        if (vector.has("facts_schemas")) {
            return facts(vector);
        }
        if (vector.has("lists")) {
            return lists(vector);
        } else if (vector.has("engine")) {
            return engine(vector);
        } else if (vector.has("facts")) {
            return offered(vector);
        }
        return rules(vector);
    }

    private static Optional<Mismatch> rules(Members vector) {
        ToolSchema tool = ToolReader.read(vector.value("tool")).schema();
        ToolSchema facts =
                vector.has("facts_schema") ? CallVectors.facts(vector.value("facts_schema")) : ToolSchema.of();
        CheckedRules checked = RuleListReader.read(new RuleScope(tool, facts, PathReading.PLAIN), vector.value("run"));
        Members expect = vector.object("expect");
        List<String> expected = errors(expect);
        List<String> got = errors(checked.diagnostics().stream());
        if (expect.has("unreachable")) {
            expect.list("unreachable").forEach(rule -> expected.add("unreachable at " + rule));
            checked.diagnostics().stream()
                    .filter(found -> found.code() == DiagnosticCode.UNREACHABLE_RULE)
                    .forEach(found -> got.add("unreachable at " + found.rule()));
        }
        if (expect.has("compared")) {
            addWarnings(expect, checked.diagnostics(), expected, got);
        }
        expect.end();
        return compared(expected, got);
    }

    /** Returns the errors that are expected. */
    static List<String> errors(Members expect) {
        List<String> errors = new ArrayList<>();
        for (Members error : expect.objects("errors")) {
            errors.add(error.text("code") + " at " + error.count("rule"));
            error.end();
        }
        return errors;
    }

    /** Returns the errors that were found, without those of unreachable rules. */
    private static List<String> errors(Stream<Diagnostic> diagnostics) {
        return diagnostics
                .filter(found -> found.isError() && found.code() != DiagnosticCode.UNREACHABLE_RULE)
                .map(found -> found.code() + " at " + found.rule())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Adds the warnings of some codes that are expected, and those that were found. */
    static void addWarnings(Members expect, List<Diagnostic> found, List<String> expected, List<String> got) {
        List<String> codes = expect.texts("compared");
        for (Members warning : expect.objects("warnings")) {
            String place = warning.has("rule") ? " at " + warning.count("rule") : "";
            expected.add("warning " + warning.text("code") + place);
            warning.end();
        }
        found.stream()
                .filter(each -> !each.isError() && codes.contains(each.code().id()))
                .map(RuleListVectors::warning)
                .distinct()
                .forEach(got::add);
    }

    private static String warning(Diagnostic found) {
        return "warning " + found.code() + (found.rule() < 0 ? "" : " at " + found.rule());
    }

    /** Compares the errors with which an engine with path settings isn't built. */
    private static Optional<Mismatch> engine(Members vector) {
        DeclaredTool tool = ToolReader.read(vector.value("tool"));
        JsonNode home = vector.value("engine").path("home");
        PathSettings paths =
                home.isTextual() ? PathSettings.plain().withHome(home.textValue(), false) : PathSettings.plain();
        Members expect = vector.object("expect");
        List<String> expected = errors(expect);
        expect.end();
        return compared(expected, problems(builder(tool, vector.value("run")).paths(paths)));
    }

    private static PolicyEngineBuilder builder(DeclaredTool tool, JsonNode run) {
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.withObject("/tools/" + tool.name() + "/policy").set("run", run);
        return builder(List.of(tool), file);
    }

    private static PolicyEngineBuilder builder(List<DeclaredTool> tools, ObjectNode file) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(tools))
                .configuration(PolicyConfiguration.of(ConfigurationFormat.JSON, "policy.json", file.toString()));
    }

    private static List<String> problems(PolicyEngineBuilder builder) {
        try {
            builder.build();
            return List.of();
        } catch (InvalidPolicyException e) {
            return errors(e.problems().stream().map(PolicyProblem::diagnostic));
        }
    }

    /** Compares whether a tool is offered with the facts of a session. */
    private static Optional<Mismatch> offered(Members vector) {
        DeclaredTool tool = ToolReader.read(vector.value("tool"));
        PolicySession session = builder(tool, vector.value("run"))
                .facts(CallVectors.facts(vector.value("facts_schema")))
                .unreachableRules(Diagnostic.Severity.WARNING)
                .build()
                .session("vector");
        session.facts((ObjectNode) vector.value("facts"));
        Members expect = vector.object("expect");
        String expected = expect.value("offered").asText();
        expect.end();
        boolean offered = session.offeredTools().find(tool.name()).isPresent();
        return compared(List.of(expected), List.of(Boolean.toString(offered)));
    }

    /** Compares under which name or pattern each tool's list stands. */
    private static Optional<Mismatch> lists(Members vector) {
        List<DeclaredTool> tools = vector.texts("tools").stream()
                .map(name -> DeclaredTool.of(name, ToolSchema.of()))
                .toList();
        List<String> names = vector.texts("lists");
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        ObjectNode sections = file.putObject("tools");
        for (int i = 0; i < names.size(); i++) {
            ObjectNode rule = JsonNodeFactory.instance.objectNode().put("mode", "ask");
            rule.put("name", "list-" + i);
            sections.withObject("/" + ArgumentPointer.escape(names.get(i)) + "/policy")
                    .putArray("run")
                    .add(rule);
        }
        Members expect = vector.object("expect");
        List<String> expected = new ArrayList<>();
        if (expect.has("error")) {
            expected.add(expect.text("error"));
        } else {
            expect.value("lists")
                    .properties()
                    .forEach(each -> expected.add(each.getKey() + " by "
                            + (each.getValue().isNull()
                                    ? "none"
                                    : each.getValue().asText())));
        }
        expect.end();
        return compared(expected, served(builder(tools, file), names));
    }

    private static List<String> served(PolicyEngineBuilder builder, List<String> names) {
        try {
            return builder.build().tools().tools().stream()
                    .map(tool -> tool.name() + " by "
                            + tool.run()
                                    .flatMap(list -> list.rules().get(0).name())
                                    .map(name -> names.get(Integer.parseInt(name.substring("list-".length()))))
                                    .orElse("none"))
                    .toList();
        } catch (InvalidPolicyException e) {
            return e.problems().stream()
                    .map(problem -> problem.diagnostic().code().id())
                    .distinct()
                    .toList();
        }
    }

    private static Optional<Mismatch> facts(Members vector) {
        List<ToolSchema> schemas = new ArrayList<>();
        vector.list("facts_schemas").forEach(schema -> schemas.add(CallVectors.facts(schema)));
        Members expect = vector.object("expect");
        List<String> expected = new ArrayList<>();
        for (Members error : expect.objects("errors")) {
            expected.add(error.text("code"));
            error.end();
        }
        expect.end();
        List<String> got = FactDeclarations.conflicts(schemas).stream()
                .map(found -> found.code().id())
                .toList();
        return compared(expected, got);
    }

    /** Compares problems, in any order. */
    static Optional<Mismatch> compared(List<String> expected, List<String> got) {
        return Mismatch.between(words(expected), words(got));
    }

    private static String words(List<String> problems) {
        return problems.isEmpty() ? "nothing" : new TreeSet<>(problems).toString();
    }
}

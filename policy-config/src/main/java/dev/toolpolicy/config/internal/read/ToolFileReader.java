package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerPlaces;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A reader of tools that a program has written down, with their lists. An engine checks the lists again, since a hand
 * may have changed the file. Stateless.
 */
public final class ToolFileReader {
    /** The member of a file that tells it from a list of JSON Schemas. */
    public static final String EDITION = "toolpolicy";

    private static final String TOOLS = "tools";
    private static final String FACTS = "facts";
    private static final String POLICY = "policy";
    private static final String RESULTS = "results";
    private static final String REQUIRES = "requires";
    private static final String LIMITS = "limits";

    private ToolFileReader() {}

    /** A tool as read. Immutable. */
    private record ReadTool(
            String name,
            String description,
            ToolSchema schema,
            ToolSchema facts,
            Optional<RuleList> run,
            Optional<RuleList> result,
            List<Requirement> requirements,
            List<CallLimit> limits,
            List<ResultSpec> results)
            implements ToolSpec<ObjectNode> {
        @Override
        public ObjectNode bind(ObjectNode arguments) {
            return arguments.deepCopy();
        }
    }

    /**
     * Reads a file.
     *
     * @throws InvalidPolicyException if anything in it is unknown or wrong
     * @throws IllegalArgumentException if two tools have the same name
     */
    public static ToolCatalog read(JsonNode file) {
        Problems problems = new Problems();
        problems.checkKeys("", "a file of tools", file, List.of(EDITION, TOOLS));
        if (!file.path(EDITION).isInt() || file.path(EDITION).intValue() != 1) {
            problems.add("/" + EDITION, Words.wrongShape(Words.quoted(EDITION), "1", file.path(EDITION)));
        }
        if (!file.path(TOOLS).isArray()) {
            problems.add("/" + TOOLS, Words.wrongShape(Words.quoted(TOOLS), "a list of tools", file.path(TOOLS)));
        }
        throwAny(problems);
        List<ToolSpec<?>> tools = new ArrayList<>();
        for (JsonNode each : file.path(TOOLS)) {
            try {
                tools.add(tool(each));
            } catch (InvalidPolicyException e) {
                String place = "/" + TOOLS + "/" + tools.size();
                throw new InvalidPolicyException(e.problems().stream()
                        .map(problem -> new PolicyProblem(place + problem.subject(), problem.diagnostic()))
                        .toList());
            }
        }
        return ToolCatalog.of(tools);
    }

    /**
     * Reads one tool.
     *
     * @throws InvalidPolicyException if anything in it is unknown or wrong
     */
    public static ToolSpec<?> tool(JsonNode written) {
        Problems problems = new Problems();
        JsonNode policy = written.path(POLICY);
        if (written.has(POLICY) && !policy.isObject()) {
            problems.add("/" + POLICY, Words.wrongShape(Words.quoted(POLICY), "an object", policy));
        }
        List<String> lists = List.of(ListKind.RUN.word(), ListKind.RESULT.word(), REQUIRES, LIMITS);
        problems.checkKeys("/" + POLICY, "a policy", policy, lists);
        ToolSchema facts = written.has(FACTS) ? ToolReader.schema(written, FACTS, problems) : ToolSchema.of();
        DeclaredTool tool = ToolReader.read(written, problems, List.of(FACTS, POLICY, RESULTS));
        RuleScope scope = new RuleScope(tool.schema(), facts, PathReading.PLAIN);
        ReadTool read = new ReadTool(
                tool.name(),
                tool.description(),
                tool.schema(),
                facts,
                list(policy, ListKind.RUN, scope, problems),
                list(policy, ListKind.RESULT, scope, problems),
                policy.has(REQUIRES)
                        ? RequirementsReader.read(policy.get(REQUIRES), "/" + POLICY + "/" + REQUIRES)
                        : List.of(),
                policy.has(LIMITS) ? LimitsReader.read(policy.get(LIMITS), "/" + POLICY + "/" + LIMITS) : List.of(),
                written.has(RESULTS) ? results(tool.name(), written.get(RESULTS), scope, problems) : List.of());
        throwAny(problems);
        return read;
    }

    private static Optional<RuleList> list(JsonNode policy, ListKind kind, RuleScope scope, Problems problems) {
        if (!policy.has(kind.word())) {
            return Optional.empty();
        }
        CheckedRules checked = RuleListReader.readEach(scope, policy.get(kind.word()));
        checked.diagnostics().stream()
                .filter(found -> found.isError())
                .forEach(found -> problems.add("/" + POLICY + "/" + kind.word() + found.pointer(), found));
        return checked.rules();
    }

    private static List<ResultSpec> results(String tool, JsonNode written, RuleScope scope, Problems problems) {
        List<PolicyProblem> found = new ArrayList<>();
        List<ResultSpec> entries = ResultsReader.read(tool, LayerPlaces.none(), written, "/" + RESULTS)
                .bind(scope, found);
        found.forEach(problem -> problems.add("/" + RESULTS, problem.diagnostic()));
        return entries;
    }

    private static void throwAny(Problems problems) {
        if (!problems.isEmpty()) {
            throw problems.exception();
        }
    }
}

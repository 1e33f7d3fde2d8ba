package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A call's text in chunks, the rules it meets, and how it ends: with which mode, by which rule, how early. */
final class CallVectors implements VectorCheck {
    private final boolean second;

    /**
     * Creates the check.
     *
     * @param second whether the vectors are of the second edition, with facts, settings and reasons
     */
    CallVectors(boolean second) {
        this.second = second;
    }

    @Override
    public Optional<Mismatch> run(Members vector) {
        DeclaredTool tool = ToolReader.read(vector.value("tool"));
        ToolSchema declared =
                second && vector.has("facts_schema") ? facts(vector.value("facts_schema")) : ToolSchema.of();
        PathSettings paths = second && vector.has("settings") ? paths(vector.object("settings")) : PathSettings.plain();
        JsonNode facts = second && vector.has("facts") ? vector.value("facts") : JsonNodeFactory.instance.objectNode();
        RuleScope scope = new RuleScope(tool.schema(), declared, new PathReading(paths.form(), false));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool.withRun(rules(scope, vector.value("run"))))))
                .facts(declared)
                .paths(paths)
                .unreachableRules(Severity.WARNING)
                .build();
        List<String> chunks = vector.texts("chunks");
        Expectation expected = Expectation.read(vector.object("expect"), second);
        List<Run> runs = new ArrayList<>();
        for (Feeding feeding : Feeding.values()) {
            try (PolicySession session = engine.session("vector")) {
                session.facts(facts);
                Run run = feed(session.calls().call("", tool.name()), feeding.pieces(chunks), expected.decidedAt());
                if (!run.meets(expected)) {
                    return Optional.of(new Mismatch(expected.toString(), run + ", fed " + feeding));
                }
                runs.add(run);
            }
        }
        return runs.get(0).isLike(runs.get(1))
                ? Optional.empty()
                : Optional.of(new Mismatch("the same for each way of feeding", runs.toString()));
    }

    /** Returns the facts that a vector declares as an object's schema. */
    static ToolSchema facts(JsonNode schema) {
        ObjectNode tool = JsonNodeFactory.instance.objectNode().put("name", "facts");
        tool.set("parameters", schema);
        return ToolReader.read(tool).schema();
    }

    static PathSettings paths(Members settings) {
        NormalPath.Form form = NormalPath.Form.PLAIN;
        if (settings.has("ignore_case") && settings.value("ignore_case").booleanValue()) {
            form = form.ignoringCase();
        }
        if (settings.has("workspace")) {
            form = form.inWorkspace(settings.text("workspace"));
        }
        boolean expands =
                settings.has("expand_home") && settings.value("expand_home").booleanValue();
        PathSettings paths = PathSettings.plain().withForm(form);
        PathSettings at = settings.has("home") ? paths.withHome(settings.text("home"), expands) : paths;
        settings.end();
        return at;
    }

    /** Reads a rule list, rule by rule: the engine checks it as a whole. These vectors may contain dead rules. */
    static RuleList rules(RuleScope scope, JsonNode run) {
        if (!run.isArray()) {
            return read(RuleListReader.read(scope, run));
        }
        List<RuleSpec> rules = new ArrayList<>();
        for (JsonNode rule : run) {
            Mode mode = Mode.of(rule.path("mode").asText())
                    .orElseThrow(() -> new VectorException("a rule has an unknown mode: " + rule));
            rules.addAll(read(RuleListReader.readCondition(scope, rule, mode)).rules());
        }
        return RuleList.of(rules.toArray(RuleSpec[]::new));
    }

    private static RuleList read(CheckedRules read) {
        return read.rules()
                .orElseThrow(() -> new VectorException(read.diagnostics().stream()
                        .map(problem -> "[" + problem.code() + "] " + problem.summary())
                        .collect(Collectors.joining("; ", "its rules are refused: ", ""))));
    }

    /** The expected outcome of a call: its error, or its decision and the latest place where that is known. */
    record Expectation(@Nullable String error, String decision, long decidedAt, long openAt) {

        static Expectation read(Members expect, boolean second) {
            String end = expect.text("final");
            Expectation expectation = switch (end) {
                case "invalid" -> new Expectation(expect.text("error"), "", -1, -1);
                case "complete" ->
                    new Expectation(
                            null,
                            decision(expect, second),
                            expect.count("decided_at"),
                            second && expect.has("open_at") ? expect.count("open_at") : -1);
                default -> throw new VectorException(expect.at("final") + " is unknown: " + end);
            };
            if (second && expect.has("labels")) {
                expect.value("labels"); // read with the script
            }
            expect.end();
            return expectation;
        }

        private static String decision(Members expect, boolean second) {
            Mode mode =
                    Mode.of(expect.text("mode")).orElseThrow(() -> new VectorException(expect.at("mode") + " is none"));
            String why = second ? expect.text("why") : "rule";
            return switch (why) {
                case "unread" -> unread(mode, expect.count("marked_by"));
                case "outside" -> outside(mode);
                case "rule", "no-rule" -> words(mode, rule(expect));
                default -> throw new VectorException(expect.at("why") + " is unknown: " + why);
            };
        }

        private static long rule(Members expect) {
            return expect.value("rule").isNull() ? -1 : expect.count("rule");
        }

        @Override
        public String toString() {
            return error != null ? "invalid, " + error : decision + ", decided at " + decidedAt;
        }
    }

    private static String words(Mode mode, long rule) {
        return mode.word() + (rule < 0 ? " by no rule" : " by rule " + rule);
    }

    private static String unread(Mode mode, long rule) {
        return mode.word() + ", since rule " + rule + " can't be read";
    }

    private static String outside(Mode mode) {
        return mode.word() + ", since a path is outside";
    }

    static String words(RuleDecision decision) {
        if (decision.unread()) {
            return unread(decision.mode(), decision.rule().orElseThrow());
        } else if (decision.guarded().isPresent()) {
            return outside(decision.mode());
        }
        return words(decision.mode(), decision.rule().orElse(-1));
    }

    /**
     * The outcome of a call.
     *
     * @param outcome its end in words
     * @param inTime whether the decision was known when it should have been
     * @param knownAt after how many units the decision was seen; -1 if never
     * @param decidedAt after how many units the decision says that it was certain; -1 without one
     * @param steady whether the decision stayed as it was first seen, and was seen only when it was certain
     */
    private record Run(String outcome, boolean inTime, long knownAt, long decidedAt, boolean steady) {

        boolean isLike(Run other) {
            return outcome.equals(other.outcome) && decidedAt == other.decidedAt;
        }

        boolean meets(Expectation expected) {
            return expected.error() != null
                    ? outcome.equals("invalid, " + expected.error()) && steady
                    : outcome.equals(expected.decision())
                            && inTime
                            && steady
                            && (decidedAt < 0 || decidedAt > expected.openAt());
        }

        @Override
        public String toString() {
            return outcome
                    + (knownAt < 0 ? ", never decided" : ", decided at " + knownAt)
                    + (steady ? "" : ", and the decision changed");
        }
    }

    /** Feeds a call; its decision is due when {@code decidedAt} units are fed, or at the end if those are all. */
    private static Run feed(ToolCallStream call, List<String> pieces, long decidedAt) {
        long total = pieces.stream().mapToLong(String::length).sum();
        Watch watch = new Watch(call);
        watch.look(0, decidedAt == 0 && total > 0);
        long fed = 0;
        for (String piece : pieces) {
            fed += piece.length();
            call.append(piece);
            watch.look(fed, fed >= decidedAt && fed < total);
        }
        boolean endsIt = call.decision().isEmpty();
        call.finish();
        watch.look(fed, true);
        long certainAt = call.decidedAt().orElse(-1);
        boolean steady = watch.steady && (endsIt || watch.isSound(certainAt));
        return new Run(outcome(call), watch.inTime, watch.knownAt, certainAt, steady);
    }

    /** Looks at a call's decision while the call is fed. */
    static final class Watch {
        private final ToolCallStream call;
        Optional<String> seen = Optional.empty();
        private long knownAt = -1;
        private long unknownAt = -1;
        boolean inTime = true;
        boolean steady = true;

        Watch(ToolCallStream call) {
            this.call = call;
        }

        void look(long fed, boolean due) {
            Optional<String> now = call.decision().map(CallVectors::words);
            steady &= seen.isEmpty() || now.equals(seen);
            inTime &= now.isPresent() || !due;
            knownAt = knownAt < 0 && now.isPresent() ? fed : knownAt;
            unknownAt = now.isPresent() ? unknownAt : fed;
            seen = now;
        }

        /**
         * Returns whether the decision was known as soon as it was certain, and not earlier: exactly there, if fed unit
         * by unit.
         */
        boolean isSound(long decidedAt) {
            return unknownAt < decidedAt && decidedAt <= knownAt || knownAt < 0 && decidedAt < 0;
        }
    }

    private static String outcome(ToolCallStream call) {
        ToolCallOutcome outcome = call.finish();
        if (outcome.kind() == ToolCallOutcome.Kind.INVALID) {
            return "invalid, " + outcome.error().orElseThrow().code();
        }
        RuleDecision decision = call.decision().orElseThrow();
        boolean fits = switch (decision.mode()) {
            case ALLOW -> outcome.kind() == ToolCallOutcome.Kind.APPROVED;
            case DENY -> outcome.kind() == ToolCallOutcome.Kind.DENIED;
            case ASK, EDIT -> outcome.kind() == ToolCallOutcome.Kind.NEEDS_APPROVAL;
        };
        return words(decision) + (fits ? "" : ", but " + outcome);
    }
}

package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The call vectors of the second edition, on the engine of rules alone. */
class CallVectors2Test {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    /**
     * They decide before a path parameter that may still name another user's home directory, which counts as outside of
     * the workspace where homes are expanded, also without a workspace.
     */
    private static final Set<String> IGNORING_OTHER_HOMES =
            Set.of("call2-2024-0242", "call2-2024-0403", "call2-2024-1011");

    /** Their lines have a here-document or a substitution, which is read now (docs/internal/shell-lines.md). */
    private static final Set<String> NOT_READ_THEN = Set.of(
            "L20-a-substitution-is-not-plain",
            "L20-denied:-not-found-in-a-line-that-is-not-plain-marks",
            "L20-match-all:-not-plain-marks",
            "L21-a-shell-line-that-is-not-plain",
            "call2-2024-0593");

    private static final Path FOLDER = Path.of("../../shared/conformance");

    @Test
    void everyVectorIsDecidedAsItSays() throws IOException {
        assumeTrue(Files.isDirectory(FOLDER));
        List<String> wrong = new ArrayList<>();
        int right = 0;
        for (String file : List.of("calls2-handmade.json", "calls2-2024.json")) {
            for (JsonNode vector : JSON.readTree(FOLDER.resolve(file).toFile())) {
                Optional<String> found = run(vector);
                String id = vector.get("id").textValue();
                if (IGNORING_OTHER_HOMES.contains(id) || NOT_READ_THEN.contains(id)) {
                    found = found.isPresent() ? Optional.empty() : Optional.of("should be decided otherwise");
                }
                found.ifPresent(what -> wrong.add(id + ": " + what));
                right += found.isEmpty() ? 1 : 0;
            }
        }
        assertThat(right).isPositive();
        assertThat(wrong).isEmpty();
    }

    private static Optional<String> run(JsonNode vector) {
        ToolSchema schema = ToolReader.read(vector.get("tool")).schema();
        ToolSchema declared = vector.has("facts_schema")
                ? ToolReader.read(JsonNodeFactory.instance
                                .objectNode()
                                .put("name", "facts")
                                .set("parameters", vector.get("facts_schema")))
                        .schema()
                : ToolSchema.of();
        RuleList list = VectorRules.read(vector.get("run"));
        CompiledRules rules = CompiledRules.of(schema, declared, list, settings(vector.path("settings")));
        Facts facts = vector.has("facts") ? Facts.of((ObjectNode) vector.get("facts")) : Facts.NONE;
        List<String> chunks = new ArrayList<>();
        vector.get("chunks").forEach(chunk -> chunks.add(chunk.textValue()));
        JsonNode expect = vector.get("expect");
        List<String> units = String.join("", chunks)
                .chars()
                .mapToObj(unit -> String.valueOf((char) unit))
                .toList();
        Fed first = feed(schema, rules, facts, units);
        Fed cut = feed(schema, rules, facts, chunks);
        if (expect.get("final").textValue().equals("invalid")) {
            return first.invalid && cut.invalid ? Optional.empty() : Optional.of("should be invalid");
        } else if (first.invalid || first.verdict == null) {
            return Optional.of("should be valid and decided");
        }
        return compare(list, expect, first, cut).or(() -> {
            RuleDecision whole = rules.evaluate(first.arguments, facts);
            RuleDecision second = rules.secondOpinion(first.arguments, facts);
            return words(whole).equals(words(first.verdict)) && words(second).equals(words(whole))
                    ? Optional.empty()
                    : Optional.of("complete " + words(whole) + ", streamed " + words(first.verdict)
                            + ", second opinion " + words(second));
        });
    }

    private static Optional<String> compare(RuleList list, JsonNode expect, Fed first, Fed second) {
        String expected =
                expect.get("mode").textValue() + " " + expect.get("why").textValue()
                        + (expect.path("rule").isNumber() ? " " + expect.get("rule") : "")
                        + (expect.has("marked_by") ? " " + expect.get("marked_by") : "");
        String got = words(first.verdict);
        if (!got.equals(expected)) {
            return Optional.of("expected " + expected + ", got " + got + " by " + list.rules());
        } else if (!words(second.verdict).equals(got) || first.decidedAt != second.decidedAt) {
            return Optional.of("by chunks " + second + ", by units " + first);
        } else if (first.knownAt > expect.get("decided_at").longValue()) {
            return Optional.of("known at " + first.knownAt + ", not " + expect + " by " + list.rules());
        } else if (expect.has("open_at")
                && first.knownAt <= expect.get("open_at").longValue()) {
            return Optional.of("known at " + first.knownAt + ", too early: " + expect + " by " + list.rules());
        }
        return Optional.empty();
    }

    private static String words(RuleDecision decision) {
        String mode = decision.mode().word();
        if (decision.unread()) {
            return mode + " unread " + decision.rule().orElseThrow();
        } else if (decision.guarded().isPresent()) {
            return mode + " outside";
        }
        return mode + (decision.rule().isPresent() ? " rule " + decision.rule().getAsInt() : " no-rule");
    }

    private static PathSettings settings(JsonNode settings) {
        NormalPath.Form form = NormalPath.Form.PLAIN;
        if (settings.path("ignore_case").asBoolean()) {
            form = form.ignoringCase();
        }
        if (settings.has("home")) {
            form = form.withHome(settings.get("home").textValue())
                    .expandingHome(settings.path("expand_home").asBoolean());
        }
        if (settings.has("workspace")) {
            form = form.inWorkspace(settings.get("workspace").textValue());
        }
        return PathSettings.plain().withForm(form);
    }

    private record Fed(RuleDecision verdict, long decidedAt, long knownAt, boolean invalid, ObjectNode arguments) {}

    private static Fed feed(ToolSchema schema, CompiledRules rules, Facts facts, List<String> pieces) {
        TextPosition position = new TextPosition();
        RuleEvaluation evaluation = rules.begin(position, facts, true);
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(),
                new SchemaCheck(schema, CheckedVisitor.both(evaluation.visitor(), values)),
                position);
        long knownAt = evaluation.verdict().isPresent() ? 0 : -1;
        long fed = 0;
        for (int i = 0; i < pieces.size(); i++) {
            parser.append(pieces.get(i));
            if (i == pieces.size() - 1) {
                parser.finish();
            }
            fed += pieces.get(i).length();
            knownAt = knownAt < 0 && evaluation.verdict().isPresent() ? fed : knownAt;
        }
        boolean invalid = parser.error().isPresent();
        return new Fed(
                evaluation.verdict().orElse(null),
                evaluation.decidedAt(),
                knownAt,
                invalid,
                invalid ? null : (ObjectNode) values.value().orElseThrow());
    }
}

package dev.toolpolicy;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.examples.tools.files.ModifyFileTool;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.approve.ApprovalSubject;
import dev.toolpolicy.runtime.internal.approve.ShownRequest;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.Fragment;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values with equal parts are equal and hash alike; values that differ in a part are not equal. */
class EqualityTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static Stream<Arguments> values() {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        ApprovalSubject subject =
                new ApprovalSubject("s", 1, "c", DeclaredTool.of("t", ToolSchema.of()), NormalPath.Form.PLAIN);
        return Stream.of(
                pair("ToolCall", () -> call("c", IntNode.valueOf(1)), call("d", IntNode.valueOf(1))),
                pair("ToolCall arguments", () -> call("c", IntNode.valueOf(1)), call("c", IntNode.valueOf(2))),
                pair(
                        "ToolResult",
                        () -> ToolResult.success(TextNode.valueOf("a")),
                        ToolResult.success(TextNode.valueOf("b"))),
                pair("ToolSelector", () -> ToolSelector.named(Set.of("a")), ToolSelector.named(Set.of("b"))),
                pair("PolicyDecision", () -> PolicyDecision.deny("no"), PolicyDecision.deny("never")),
                pair("Requirement", () -> Requirement.allOf(List.of("a")), Requirement.allOf(List.of("b"))),
                pair("Requirement.Key", () -> Requirement.Key.at("/a"), Requirement.Key.at("/b")),
                pair("generated definition", ModifyFileTool::new, DeclaredTool.of("fs_modify_file", schema)),
                pair("DeclaredTool", () -> DeclaredTool.of("t", schema), DeclaredTool.of("u", schema)),
                pair(
                        "DeclaredTool rules",
                        () -> DeclaredTool.of("t", schema).withRun(RuleList.always(Mode.ASK)),
                        DeclaredTool.of("t", schema)),
                pair("ToolSchema", () -> ToolSchema.of(Parameter.required("a", ParameterType.string())), schema),
                pair("ArgumentPointer", () -> ArgumentPointer.parse("/a"), ArgumentPointer.parse("/b")),
                pair("Step.Property", () -> new Step.Property("a"), new Step.Property("b")),
                pair("Step.Elements", Step.Elements::new, new Step.Property("a")),
                pair("ExactNumber", () -> ExactNumber.of("1e2"), ExactNumber.of("101")),
                pair("NormalPath", () -> NormalPath.of("a/b"), NormalPath.of("a/c")),
                pair("ArgumentError", () -> error("x"), error("y")),
                pair("RuleList", () -> RuleList.always(Mode.ASK), RuleList.always(Mode.DENY)),
                pair("RuleSpec", () -> rule("a"), rule("b")),
                pair("CallRecord", () -> new CallRecord("s", 1, "c", "t"), new CallRecord("s", 2, "c", "t")),
                pair("CallStep", () -> step(1), step(2)),
                pair("PolicyEvent", () -> allowed("1"), allowed("2")),
                pair("StreamEvent", () -> closed(1), closed(2)),
                pair("StreamRequest", () -> StreamRequest.of("a"), StreamRequest.of("b")),
                pair("StreamChunk", () -> StreamChunk.text("a"), StreamChunk.text("b")),
                pair("CompletedUnit", () -> unit("{}"), unit("")),
                pair("Fragment.Path", () -> Fragment.Path.ROOT.property("a"), Fragment.Path.ROOT.element(0)),
                pair(
                        "Diagnostic",
                        () -> Diagnostic.error(DiagnosticCode.INTERNAL, "a"),
                        Diagnostic.warning(DiagnosticCode.INTERNAL, "a")),
                pair("RuleListDiff.Change", () -> change(Mode.DENY), change(Mode.ALLOW)),
                pair(
                        "RuleListDiff.Decision",
                        () -> change(Mode.DENY).after(),
                        change(Mode.DENY).before()),
                pair("PolicyProblem.Place", () -> PolicyProblem.Place.whole("a"), PolicyProblem.Place.whole("b")),
                pair("RuleDecision", () -> RuleDecision.by(0, Mode.ASK), RuleDecision.by(1, Mode.ASK)),
                pair("RuleDecision guard", () -> RuleDecision.IMPLICIT.guardedBy("/a"), RuleDecision.IMPLICIT),
                pair("RuleDecision rule", () -> RuleDecision.by(0, Mode.ASK), RuleDecision.unreadBy(0)),
                pair("PolicyDenial", () -> new PolicyDenial("p", "r", Map.of()), new PolicyDenial("q", "r", Map.of())),
                pair("ArgumentLimits", () -> new ArgumentLimits(1, 1, 1, 1, 1), ArgumentLimits.defaults()),
                pair("Answer", () -> Answer.waitForAll(1), Answer.waitForAll(2)),
                pair(
                        "ApprovalRequest",
                        () -> ShownRequest.ofCall(1, subject, reason()),
                        ShownRequest.ofCall(2, subject, reason())),
                pair("CallResult", () -> result("a"), result("b")),
                pair("PolicySnapshot", () -> new PolicyRegistry("a").snapshot(), new PolicyRegistry("b").snapshot()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("values")
    void equalPartsMakeEqualValues(String name, Supplier<?> made, Object other) {
        Object one = made.get();
        Object same = made.get();
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).hasToString(same.toString());
        assertThat(one).isNotEqualTo(other).isNotEqualTo(null).isNotEqualTo("another type");
        assertThat(other).isNotEqualTo(one);
    }

    /** Classes compare the list of their parts: a field that is missing there would make different values equal. */
    @Test
    void classesCompareAllTheirFields() {
        Map<String, Set<String>> compared = new TreeMap<>();
        Map<String, Set<String>> fields = new TreeMap<>();
        SourceFile.all()
                .forEach(file -> file.declarations((tree, doc, line) -> {
                    if (tree instanceof ClassTree type) {
                        members(type, MethodTree.class)
                                .filter(method -> method.getName().contentEquals("parts")
                                        && method.getReturnType().toString().equals("List<Object>"))
                                .forEach(method -> {
                                    String name = file + " " + type.getSimpleName();
                                    compared.put(name, parts(method));
                                    fields.put(name, fields(type));
                                });
                    }
                }));
        assertThat(compared).isNotEmpty().isEqualTo(fields);
    }

    private static <T extends Tree> Stream<T> members(ClassTree type, Class<T> kind) {
        return type.getMembers().stream().filter(kind::isInstance).map(kind::cast);
    }

    private static Set<String> fields(ClassTree type) {
        return members(type, VariableTree.class)
                .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .map(field -> field.getName().toString())
                .collect(toCollection(TreeSet::new));
    }

    /** Returns the arguments of {@code return List.of(a, b())}, as names of fields. */
    private static Set<String> parts(MethodTree method) {
        var list = (ReturnTree) method.getBody().getStatements().get(0);
        return ((MethodInvocationTree) list.getExpression())
                .getArguments().stream()
                        .map(part -> part.toString().replace("()", ""))
                        .collect(toCollection(TreeSet::new));
    }

    @Test
    void numbersOfCallsAreComparedByValue() {
        assertThat(call("c", IntNode.valueOf(1))).isEqualTo(call("c", LongNode.valueOf(1)));
        assertThat(call("c", IntNode.valueOf(1))).hasSameHashCodeAs(call("c", LongNode.valueOf(1)));
    }

    private static Arguments pair(String name, Supplier<?> made, Object other) {
        return Arguments.of(name, made, other);
    }

    private static ToolCall call(String id, JsonNode value) {
        ObjectNode arguments = JSON.objectNode();
        arguments.set("a", value);
        return new ToolCall(id, "t", arguments);
    }

    private static ArgumentError error(String detail) {
        return new ArgumentError(DiagnosticCode.INTERNAL, 1, "/a", detail);
    }

    private static RuleSpec rule(String prefix) {
        return RuleSpec.when(Argument.Text.at("/a").prefix(prefix), Mode.ASK);
    }

    private static RuleListDiff.Change change(Mode mode) {
        return RuleListDiff.between(ToolSchema.of(), RuleList.empty(), RuleList.always(mode))
                .changes()
                .get(0);
    }

    private static CallStep step(long offset) {
        return CallStep.answered(1, "approve", "handler", "").at(Instant.EPOCH, offset);
    }

    private static PolicyEvent allowed(String id) {
        return new PolicyEvent(PolicyEvent.Kind.ALLOWED, id, Instant.EPOCH, "s", "p", "t", "c", "", Map.of());
    }

    private static StreamEvent closed(long chunks) {
        StreamEvent.End end = new StreamEvent.End(
                StreamEvent.Outcome.COMPLETED, chunks, 0, Duration.ZERO, Optional.empty(), Optional.empty(), List.of());
        return new StreamEvent(
                StreamEvent.Kind.CLOSED,
                Instant.EPOCH,
                "s",
                "p",
                "",
                0,
                Set.of(),
                Map.of(),
                Optional.empty(),
                Optional.of(end));
    }

    private static CompletedUnit unit(String text) {
        return CompletedUnit.call(0, 0, "i", "t", text).withArguments(JSON.objectNode());
    }

    private static ApprovalReason reason() {
        return new ApprovalReason(Mode.ASK, OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static CallResult result(String text) {
        return CallResult.ran(1, "c", "t", JsonNodeFactory.instance.objectNode(), TextNode.valueOf(text));
    }
}

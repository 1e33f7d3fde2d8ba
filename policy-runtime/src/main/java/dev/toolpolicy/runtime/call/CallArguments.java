package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.json.CheckedVisitor;
import dev.toolpolicy.runtime.json.FragmentParser;
import dev.toolpolicy.runtime.json.FragmentRecorder;
import dev.toolpolicy.runtime.json.SchemaCheck;
import dev.toolpolicy.runtime.json.ValueAggregator;
import dev.toolpolicy.runtime.rule.Explanation;
import dev.toolpolicy.runtime.rule.RuleEvaluation;
import dev.toolpolicy.runtime.rule.RuleVerdict;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.Fragment;
import dev.toolpolicy.stream.FragmentVisitor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call of a known tool: text goes in; values, the rules' verdict and the first error come out.
 * The text goes to the parser, its fragments to the schema check, what that lets through to rules and values.
 *
 * <p>A failure of our own in here is the call's error, so that it can't run.
 */
final class CallArguments {
    private static final Logger LOG = System.getLogger(CallArguments.class.getName());

    private final FragmentParser parser;
    private final RuleEvaluation rules;
    private final ToolSchema schema;
    private final ValueAggregator values = new ValueAggregator((name, value) -> noteComplete(name));
    /** Where in the text each known parameter was complete. */
    private final List<Long> completedAt = new ArrayList<>();
    /** Which of them the schema declares: the others can come by the million. */
    private final BitSet declared = new BitSet();
    private int declaredCount;
    private long wholeAt = -1;
    private @Nullable RunDecision decision;
    private @Nullable ArgumentError failure;
    private final AbsentText absent;
    /** How much text has come; what stands for no text isn't counted. */
    private long length;

    /** The arguments of a call; a display, if there is one, hears of what the schema check has let through. */
    CallArguments(PreparedTool tool, CallSetting setting, @Nullable Consumer<Fragment> display) {
        schema = tool.definition().schema();
        rules = setting.explained() ? tool.run().beginExplained() : tool.run().begin();
        FragmentVisitor check = new SchemaCheck(tool.schema(), CheckedVisitor.both(rules.visitor(), values));
        parser = new FragmentParser(setting.limits(), display == null ? check : displayed(check, display));
        absent = new AbsentText(setting.limits().text());
        rules.readFrom(parser);
        noteDecision();
    }

    private static FragmentVisitor displayed(FragmentVisitor check, Consumer<Fragment> display) {
        return CheckedVisitor.both(CheckedVisitor.of(check), CheckedVisitor.of(new FragmentRecorder(display)));
    }

    void append(CharSequence text) {
        long before = length;
        length += text.length();
        CharSequence present = absent.take(text);
        guarded(() -> parser.append(present));
        if (wholeAt < 0 && parser.isComplete()) {
            wholeAt = before + endOfValue(text);
        }
    }

    /** What follows the last character that isn't white space. */
    private static int endOfValue(CharSequence text) {
        int end = text.length();
        while (end > 0 && AbsentText.isBlank(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private void noteComplete(String name) {
        if (schema.parameter(name).isPresent()) {
            declared.set(completedAt.size());
            declaredCount++;
        }
        completedAt.add(parser.readBehind("", 0));
    }

    /** The text has ended, whole or not: in a response that ended well, none at all means no arguments. */
    void end(ResponseEnd response) {
        if (parser.isComplete()) {
            return;
        }
        guarded(() -> parser.append(absent.unread(parser.offset())));
        if (response == ResponseEnd.COMPLETE && absent.isAbsent()) {
            guarded(() -> parser.append("{}"));
            wholeAt = length;
        } else {
            guarded(parser::finish);
        }
    }

    /** Whether only white space has come. */
    boolean isBlank() {
        return absent.isBlank();
    }

    /** Whether there are no arguments, if no more text comes. */
    boolean isAbsent() {
        return absent.isAbsent();
    }

    private void guarded(Runnable step) {
        if (failure != null) {
            return;
        }
        try {
            step.run();
            noteDecision();
        } catch (Throwable e) {
            failure = new ArgumentError(
                    DiagnosticCode.INTERNAL, parser.offset(), "", "Tool Policy failed on this call: " + e.getClass());
            UserCode.log(LOG, Level.ERROR, "reading a call's arguments failed; the call will not run", e);
            UserCode.rethrowFatal(e);
        }
    }

    private void noteDecision() {
        if (decision == null) {
            decision = rules.verdict()
                    .map(verdict -> new RunDecision(
                            verdict.mode(), verdict.rule(), verdict.guarded(), Math.min(rules.decidedAt(), length)))
                    .orElse(null);
        }
    }

    Optional<ArgumentError> error() {
        return failure != null ? Optional.of(failure) : parser.error();
    }

    Optional<RunDecision> decision() {
        return Optional.ofNullable(decision);
    }

    Optional<Explanation> explanation() {
        return rules.explanation();
    }

    /** Whether the text is a whole value. */
    boolean isWhole() {
        return failure == null && parser.isComplete();
    }

    /** The first so many of the parameters that are complete so far. */
    ObjectNode known(int count) {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        values.parameters().entrySet().stream()
                .limit(count)
                .forEach(parameter -> known.set(parameter.getKey(), parameter.getValue()));
        return known;
    }

    /** How much of the text was read when a parameter was complete, by its index among those that are. */
    long knownAt(int index) {
        return Math.min(completedAt.get(index), length);
    }

    /** How much of the text was read when it was whole, without what is only white space behind it. */
    long wholeAt() {
        return wholeAt;
    }

    int knownCount() {
        return values.parameters().size();
    }

    /** How many of the parameters that are complete so far are declared. */
    int declaredCount() {
        return declaredCount;
    }

    /** Whether one of the parameters that are complete is declared, from one index up to another. */
    boolean isAnyDeclared(int from, int to) {
        int next = declared.nextSetBit(from);
        return next >= 0 && next < to;
    }

    /** The whole arguments, of a text without error. */
    ObjectNode whole() {
        return (ObjectNode) values.value().orElseThrow(() -> new IllegalStateException("the arguments are not whole"));
    }

    /** Decides anew, by the complete arguments and without anything kept from the stream. */
    boolean agrees(PreparedTool tool, RunDecision early) {
        RuleVerdict late = tool.run().evaluate(whole());
        return late.mode() == early.mode() && late.rule().equals(early.rule());
    }
}

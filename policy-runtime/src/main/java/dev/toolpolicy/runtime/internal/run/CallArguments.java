package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.decide.CompiledRules;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.decide.RuleEvaluation;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.EmptyArguments;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.FragmentRecorder;
import dev.toolpolicy.runtime.internal.read.FragmentVisitor;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.Fragment;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call of a known tool. Text goes in; values, the rules' verdict and the first error come out. The
 * parser's fragments pass the schema check, and then go to rules and values.
 *
 * <p>An internal failure here becomes the call's error, so that it can't run.
 */
final class CallArguments {
    private static final Logger LOG = System.getLogger(CallArguments.class.getName());

    private final TextPosition position = new TextPosition();
    private final FragmentParser parser;
    private final RuleEvaluation rules;
    private final PreparedTool tool;
    private final ToolSchema schema;
    /** What was known when the text began. */
    private final Facts facts;

    private final ValueAggregator values = new ValueAggregator((name, value) -> noteComplete(name));
    /** Where in the text each known parameter was complete. */
    private final List<Long> completedAt = new ArrayList<>();
    /** Which of them the schema declares: the others can come by the million. */
    private final BitSet declared = new BitSet();

    private int declaredCount;
    private long wholeAt = -1;
    private @Nullable RuleDecision decision;
    private long decidedAt;
    /** The path that needs approval, as the arguments were when they were complete; null before. */
    private @Nullable Optional<String> reach;
    /** Where the paths of the complete arguments led when a person was first asked; null before. */
    private @Nullable Set<String> links;

    private @Nullable ArgumentError failure;
    private final AbsentText absent;
    /** How much text has come; what stands for no text isn't counted. */
    private long length;

    /** Creates the arguments of a call. A display gets what passes the schema check, and the values that are complete. */
    CallArguments(PreparedTool tool, CallSetting setting, @Nullable BiConsumer<Fragment, Optional<JsonNode>> display) {
        this.tool = tool;
        schema = tool.definition().schema();
        facts = setting.known();
        rules = tool.run().begin(position, facts, setting.explained());
        FragmentVisitor check = new SchemaCheck(tool.schema(), CheckedVisitor.both(rules.visitor(), values));
        parser = new FragmentParser(setting.limits(), display == null ? check : displayed(check, display), position);
        absent = new AbsentText(setting.limits().text());
    }

    /** Returns arguments as a person edited them, which are checked as all arguments are. */
    static CallArguments edited(PreparedTool tool, CallSetting setting, String text) {
        CallArguments edited = new CallArguments(tool, setting, null);
        edited.append(text);
        edited.end(ResponseEnd.CUT);
        return edited;
    }

    private static FragmentVisitor displayed(FragmentVisitor check, BiConsumer<Fragment, Optional<JsonNode>> display) {
        ValueAggregator written = new ValueAggregator(); // those of the rules have defaults
        FragmentRecorder recorder =
                new FragmentRecorder(fragment -> display.accept(fragment, completed(fragment, written)));
        return CheckedVisitor.both(CheckedVisitor.of(check), CheckedVisitor.both(written, CheckedVisitor.of(recorder)));
    }

    /** Returns the argument that a fragment completes, or all of them. */
    private static Optional<JsonNode> completed(Fragment fragment, ValueAggregator written) {
        if (fragment.kind() != Fragment.Kind.DONE) {
            return Optional.empty();
        }
        Optional<Fragment.Path> parent = fragment.path().parent();
        if (parent.isEmpty()) {
            return written.value();
        }
        return parent.get().parent().isPresent()
                ? Optional.empty()
                : fragment.path().name().map(written.parameters()::get);
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

    /** Returns the index behind the last character that isn't white space. */
    private static int endOfValue(CharSequence text) {
        int end = text.length();
        while (end > 0 && EmptyArguments.isBlank(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private void noteComplete(String name) {
        if (schema.parameter(name).isPresent()) {
            declared.set(completedAt.size());
            declaredCount++;
        }
        completedAt.add(position.offset());
    }

    /** Ends the text, complete or not. In a complete response, missing text means no arguments. */
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

    /** Returns whether only white space has arrived. */
    boolean isBlank() {
        return absent.isBlank();
    }

    /** Returns whether there are no arguments, if no more text arrives. */
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
                    DiagnosticCode.INTERNAL, parser.offset(), "", "an internal error stopped this call");
            UserCode.log(LOG, Level.ERROR, "reading a call's arguments failed; the call will not run", e);
            UserCode.rethrowFatal(e);
        }
    }

    private void noteDecision() {
        if (decision == null) {
            decision = rules.verdict().orElse(null);
            decidedAt = Math.min(rules.decidedAt(), length);
        }
        if (reach == null && decision != null && error().isEmpty() && parser.isComplete()) {
            reach = reach(tool.run(), decision);
        }
    }

    /** Returns the path that needs approval, also if a rule asks anyway. */
    private Optional<String> reach(CompiledRules run, RuleDecision by) {
        boolean asks = by.mode() == Mode.ASK || by.mode() == Mode.EDIT;
        return asks && by.guarded().isEmpty() ? run.guarded(whole()) : by.guarded();
    }

    /** Returns what was known when the text began. */
    Facts facts() {
        return facts;
    }

    Optional<ArgumentError> error() {
        return failure != null ? Optional.of(failure) : parser.error();
    }

    /** Returns why edited arguments are refused: they are invalid, or have a link that leads where none was shown to. */
    Optional<String> problem(Set<String> shown) {
        return error().map(ArgumentError::words)
                .or(() -> links().stream()
                        .filter(each -> !shown.contains(each))
                        .map(each -> "write where paths lead, " + each)
                        .findFirst());
    }

    Optional<RuleDecision> decision() {
        return Optional.ofNullable(decision);
    }

    /** Returns how much text had been read when the decision was certain. */
    long decidedAt() {
        return decidedAt;
    }

    Optional<Explanation> explanation() {
        return rules.explanation();
    }

    /** Returns whether the text is a complete value. */
    boolean isWhole() {
        return failure == null && parser.isComplete();
    }

    /** Returns the first parameters that are complete so far. */
    ObjectNode known(int count) {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        values.parameters().entrySet().stream()
                .limit(count)
                .forEach(parameter -> known.set(parameter.getKey(), parameter.getValue()));
        return known;
    }

    /** Returns how much text had been read when a parameter was complete, by its index. */
    long knownAt(int index) {
        return Math.min(completedAt.get(index), length);
    }

    /** Returns how much text had been read when it was complete, without trailing white space. */
    long wholeAt() {
        return wholeAt;
    }

    /** Returns how many parameters are complete so far. */
    int knownCount() {
        return values.parameters().size();
    }

    /** Returns how many of the complete parameters are declared. */
    int declaredCount() {
        return declaredCount;
    }

    /** Returns whether a complete parameter in a range of indexes is declared. */
    boolean isAnyDeclared(int from, int to) {
        int next = declared.nextSetBit(from);
        return next >= 0 && next < to;
    }

    /** Returns the complete arguments of a text without error. */
    ObjectNode whole() {
        return (ObjectNode)
                values.value().orElseThrow(() -> new IllegalStateException("the arguments are not complete"));
    }

    /** Returns a copy of the complete arguments of a text without error, without the tool's defaults. */
    ObjectNode given() {
        return (ObjectNode)
                values.given().orElseThrow(() -> new IllegalStateException("the arguments are not complete"));
    }

    /** Decides again on the complete arguments, without the program that decided, and compares. */
    boolean isConfirmed() {
        return decision != null && isConfirmed(decision, facts);
    }

    private boolean isConfirmed(RuleDecision by, Facts known) {
        return isSame(tool.run().secondOpinion(whole(), known), by);
    }

    /**
     * Returns whether two decisions are the same, apart from which of several paths needs approval, or which of several
     * lists denies.
     */
    private boolean isSame(RuleDecision one, RuleDecision other) {
        boolean byWhichever = one.mode() == Mode.DENY && tool.run().hasFloors();
        return one.mode() == other.mode()
                && (byWhichever || one.rule().equals(other.rule()))
                && one.unread() == other.unread()
                && one.guarded().isPresent() == other.guarded().isPresent();
    }

    /**
     * Returns the decision with the facts that are known now, if they have changed: the stricter one counts.
     *
     * @throws IllegalStateException if the second opinion differs
     */
    RuleDecision latest(RuleDecision early, Facts now) {
        if (now.equals(facts)) {
            return early;
        }
        RuleDecision late = tool.run().evaluate(whole(), now);
        if (!isConfirmed(late, now)) {
            throw new IllegalStateException("the second opinion on the rules differs");
        }
        return early.mode().isStricterThan(late.mode()) || isSame(late, early) ? early : late;
    }

    /** Returns the first stricter rule that was passed over unread, whichever rule decides. */
    OptionalInt marked() {
        return tool.run().marked(whole(), facts);
    }

    /** Returns whether several lists need approval for the call. */
    boolean asksTwice() {
        return tool.run().asksTwice(whole(), facts);
    }

    /** Returns where the links of the complete arguments lead. They are resolved when it is first called. */
    Set<String> links() {
        Set<String> known = links;
        if (known == null) {
            known = tool.run().links(whole());
            links = known;
        }
        return known;
    }

    /**
     * Returns whether a path needs approval now exactly if it did when the arguments were complete, and links lead where
     * they led when a person was asked.
     */
    boolean reachesTheSame(RuleDecision by) {
        return reach(tool.run(), by).equals(reach)
                && (links == null || tool.run().links(whole()).equals(links));
    }
}

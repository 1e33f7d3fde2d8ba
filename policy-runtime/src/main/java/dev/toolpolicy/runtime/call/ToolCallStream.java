package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.rule.Explanation;
import dev.toolpolicy.runtime.rule.RuleVerdict;
import dev.toolpolicy.runtime.session.CheckedCall;
import dev.toolpolicy.runtime.session.PolicyDenial;
import dev.toolpolicy.runtime.session.PolicyPreview;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.stream.Fragment;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool while its arguments stream: text goes in with {@link #append}; as early as it is certain there is
 * a {@link #decision}, a {@link #denial} or an {@link #error}; {@link #finish} says what became of the call.
 *
 * <p>A call is <em>unnamed</em> until its first text or its end, since a name may come in pieces; text that comes before
 * any name is kept. Then it <em>reads</em>: its text is parsed, checked and decided about as it arrives. It has <em>ended</em> when
 * its text is said to be whole or cut, and is <em>concluded</em> when its outcome was asked for, which is final.
 *
 * <p>One thread drives it.
 */
public final class ToolCallStream {
    private static final Logger LOG = System.getLogger(ToolCallStream.class.getName());

    private final CallSetting setting;
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder kept = new StringBuilder();
    private String id;
    private @Nullable PreparedTool tool;
    private @Nullable CallArguments arguments;
    private @Nullable EarlyDenial early;
    private @Nullable ArgumentError refused;
    private @Nullable ToolCallOutcome outcome;
    private @Nullable ToolCall waiting;
    private @Nullable String approval;
    private long length;
    private boolean named;
    private boolean ended;

    /**
     * A call whose name comes later. Services get theirs from a session.
     *
     * @param setting what the calls of the session share
     * @param id the provider's id, empty if it isn't known
     */
    public ToolCallStream(CallSetting setting, String id) {
        this.setting = setting;
        this.id = id;
    }

    /**
     * A call whose name is known. Services get theirs from a session.
     *
     * @param setting what the calls of the session share
     * @param id the provider's id, possibly empty
     * @param name the tool's name
     * @return the call
     */
    public static ToolCallStream named(CallSetting setting, String id, String name) {
        ToolCallStream call = new ToolCallStream(setting, id);
        call.name(name);
        call.settleName();
        return call;
    }

    /** The provider tells the id later, or again. */
    void identify(String knownId) {
        if (id.isEmpty()) {
            id = knownId;
        }
    }

    /** The provider tells the name, a piece of it, or all of it again. */
    void name(String piece) {
        if (piece.isEmpty() || name.toString().equals(piece)) {
            return;
        }
        if (named) {
            refuse(DiagnosticCode.UNKNOWN_TOOL, "the call of \"" + name + "\" goes on as \"" + piece + "\"");
        } else {
            name.append(piece);
        }
    }

    private void settleName() {
        if (named) {
            return;
        }
        named = true;
        tool = setting.tools().get(name.toString());
        if (tool == null) {
            refuse(DiagnosticCode.UNKNOWN_TOOL, "no tool is named \"" + ShortText.of(name) + "\"");
        } else {
            arguments = new CallArguments(tool, setting, setting.display() == null ? null : this::display);
            early = new EarlyDenial(setting.policies(), id, name.toString());
            early.look(arguments);
            if (!kept.isEmpty()) {
                read(kept);
            }
        }
    }

    /** Shows a piece of the arguments; a display that fails must not fail the call. */
    private void display(Fragment fragment) {
        Consumer<? super CallProgress> display = setting.display();
        if (display == null) {
            return;
        }
        try {
            display.accept(new CallProgress(id, name.toString(), fragment));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a display of arguments failed; the call goes on", e);
        }
    }

    private void refuse(DiagnosticCode code, String detail) {
        if (error().isEmpty()) {
            refused = new ArgumentError(code, length, "", detail);
        }
    }

    /**
     * More argument text. What comes after the first error is dropped.
     *
     * @param text any piece of the text, possibly empty
     * @return this call
     * @throws IllegalStateException if the call is concluded
     */
    public ToolCallStream append(CharSequence text) {
        if (outcome != null) {
            throw new IllegalStateException("call " + this + " is concluded");
        }
        if (text.length() == 0) {
            return this;
        }
        length += text.length();
        if (ended) {
            refuseMore(text);
        } else if (name.isEmpty()) {
            keep(text);
        } else {
            settleName();
            read(text);
        }
        return this;
    }

    /** Keeps text until the name is known; one character past the limit is enough to be refused for it later. */
    private void keep(CharSequence text) {
        long room = setting.limits().text() + 1 - kept.length();
        kept.append(text, 0, (int) Math.min(text.length(), Math.max(room, 0)));
    }

    private void read(CharSequence text) {
        if (arguments != null && early != null) {
            arguments.append(text);
            early.look(arguments);
        }
    }

    /** Text after the end: blank text is nothing, other text makes the call invalid. */
    private void refuseMore(CharSequence text) {
        if (!CallArguments.isBlank(text)) {
            refuse(DiagnosticCode.MALFORMED_JSON, "text came after the call's end");
        }
    }

    /** The call's own end: no text at all means no arguments. A repeated end changes nothing. */
    void end() {
        if (!ended) {
            settleName();
            ended = true;
            if (arguments != null) {
                arguments.end();
            }
        }
    }

    /** The response was cut: text that is not whole is truncated. */
    void cut() {
        if (!ended) {
            settleName();
            ended = true;
            if (arguments != null) {
                arguments.cut();
            }
        }
    }

    boolean isEnded() {
        return ended;
    }

    /**
     * The provider's id.
     *
     * @return the id, empty if it isn't known
     */
    public String id() {
        return id;
    }

    /**
     * The tool's name.
     *
     * @return the name as far as it is known
     */
    public String tool() {
        return name.toString();
    }

    /**
     * How much text has come.
     *
     * @return the characters so far, in UTF-16 code units
     */
    public long length() {
        return length;
    }

    /**
     * How the call may run by its rules. Known as early as it is certain, and equal to what the complete arguments
     * give. A call that turns out to be invalid, or that a session policy denies, doesn't run whatever this says.
     *
     * @return the decision, final once there
     */
    public Optional<RunDecision> decision() {
        return arguments == null ? Optional.empty() : arguments.decision();
    }

    /**
     * What is known of each rule by now, and what settled it.
     *
     * @return the explanation; empty if the engine doesn't explain, or while the tool isn't known
     */
    public Optional<Explanation> explanation() {
        return arguments == null ? Optional.empty() : arguments.explanation();
    }

    /**
     * That a session policy would deny the call, known as soon as the policy has the arguments it needs. Another call
     * that succeeds before this one is concluded can still lift it.
     *
     * @return the denial as it was last seen
     */
    public Optional<CallDenial> denial() {
        return early == null ? Optional.empty() : early.denial();
    }

    /**
     * Why the call is invalid.
     *
     * @return the first error in its text, final once there
     */
    public Optional<ArgumentError> error() {
        if (refused != null) {
            return Optional.of(refused);
        }
        return arguments == null ? Optional.empty() : arguments.error();
    }

    /**
     * Concludes the call: ends its text if it hasn't ended, asks the session's policies and decides again on the
     * complete arguments. To be asked just before the call would run, after earlier calls of the response have told
     * their results. Asking again gives the same answer.
     *
     * @return what became of the call
     */
    public ToolCallOutcome finish() {
        if (outcome == null) {
            end();
            outcome = concludeSafely();
        }
        return outcome;
    }

    /**
     * Concludes the call as {@link #finish()} does, when somebody has approved it: rules that ask let it run, and so do
     * policies that require an approval; the approval is spent by that.
     *
     * @param granted the approval's id
     * @return what became of the call; refused if the approval isn't granted, or isn't for this call
     */
    public ToolCallOutcome finish(String granted) {
        if (outcome == null) {
            approval = granted;
        }
        return finish();
    }

    /**
     * The call as somebody can be asked about it, once it is finished and rules or session policies don't let it run as it
     * is.
     *
     * @return the call with all its arguments; empty if it isn't finished, may run, is invalid, or a rule skips it
     */
    public Optional<ToolCall> waiting() {
        return Optional.ofNullable(waiting);
    }

    /** A failure in here, or in what a tool says of itself, is the call's own error: the response goes on. */
    private ToolCallOutcome concludeSafely() {
        try {
            return conclude();
        } catch (ArgumentException e) {
            return new ToolCallOutcome.Invalid(e.error());
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "concluding call " + this + " failed; it will not run", e);
            return new ToolCallOutcome.Invalid(internal("Tool Policy failed on this call: " + e.getClass()));
        }
    }

    private ToolCallOutcome conclude() {
        Optional<ArgumentError> error = error();
        if (error.isPresent() || tool == null || arguments == null) {
            return new ToolCallOutcome.Invalid(error.orElseGet(() -> internal("the call has no arguments")));
        }
        Optional<RunDecision> decision = arguments.decision();
        if (decision.isEmpty() || !arguments.agrees(tool, decision.get())) {
            return new ToolCallOutcome.Invalid(internal("the early decision is not that of the complete arguments"));
        }
        // The call keeps a copy, so that whatever the tool does to what it binds, this is what is checked and told.
        ToolCall call = new ToolCall(id, tool.definition().name(), arguments.whole());
        Object value = Objects.requireNonNull(tool.definition().bind(call.arguments()), "the tool bound nothing");
        return conclude(tool, call, decision.get(), value);
    }

    private ToolCallOutcome conclude(PreparedTool tool, ToolCall call, RunDecision decision, Object value) {
        if (decision.mode() == Mode.SKIP) {
            return new ToolCallOutcome.Refused(skipped(decision), Optional.empty());
        }
        if (decision.mode() != Mode.UNATTENDED && approval == null) {
            return unanswered(call, decision);
        }
        RuleVerdict delivery = tool.result().evaluate(call.arguments());
        PolicyRegistry policies = setting.policies();
        CheckedCall checked = approval == null ? policies.check(call) : policies.check(call, approval, tool.terms());
        return checked.denial()
                .map(denial -> refused(call, denial))
                .orElseGet(() -> new ToolCallOutcome.Approved(
                        new ApprovedCall(policies, checked, value, ResultDecision.of(delivery))));
    }

    /** Somebody must be asked, unless a policy would deny the call anyway; nothing is reserved for it yet. */
    private ToolCallOutcome unanswered(ToolCall call, RunDecision decision) {
        if (setting.policies().preview(call, true) instanceof PolicyPreview.Denied denied) {
            return refused(call, denied.denial());
        }
        waiting = call;
        return new ToolCallOutcome.Unanswered(decision, call.arguments());
    }

    private ToolCallOutcome refused(ToolCall call, PolicyDenial denial) {
        waiting = call;
        CallDenial known = EarlyDenial.at(length, denial);
        return new ToolCallOutcome.Refused(known.reason(), Optional.of(known));
    }

    private static String skipped(RunDecision decision) {
        return "Tool Policy skips this call"
                + (decision.rule().isPresent() ? " by rule " + (decision.rule().getAsInt() + 1) : "");
    }

    private ArgumentError internal(String detail) {
        return new ArgumentError(DiagnosticCode.INTERNAL, length, "", detail);
    }

    @Override
    public String toString() {
        return name + "#" + id;
    }

    /** Text of a model, cut to a length that is safe to print. */
    private static final class ShortText {
        private static final int LONGEST = 64;

        private ShortText() {}

        static String of(CharSequence text) {
            return text.length() <= LONGEST ? text.toString() : text.subSequence(0, LONGEST) + "...";
        }
    }
}

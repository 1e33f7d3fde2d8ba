package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A tool behind an engine, to which a text is fed in all the ways that must not matter: whole, unit by unit and cut at
 * random, as a call of its own and as one of a response. What became of it is told in words: {@code approved by 2
 * {"path":"src/a"}}, {@code unanswered by 1}, {@code unanswered by none for /path} if a path stands against it,
 * {@code refused: reason} or {@code invalid duplicate-key}.
 */
final class Feeding {
    private static final int RANDOM_CUTS = 5;
    private static final int LONG = 4_000;

    private final PolicyEngine engine;
    private final String tool;

    private Feeding(PolicyEngine engine, String tool) {
        this.engine = engine;
        this.tool = tool;
    }

    static Feeding to(ToolSpec<?> tool) {
        return to(tool, PathSettings.plain());
    }

    static Feeding to(ToolSpec<?> tool, PathSettings paths) {
        return to(PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .paths(paths)
                .build());
    }

    /** To the first tool of an engine. */
    static Feeding to(PolicyEngine engine) {
        return new Feeding(engine, engine.tools().tools().iterator().next().name());
    }

    PolicyEngine engine() {
        return engine;
    }

    /** What became of a text, in which apostrophes stand for quotation marks. */
    String verdict(String quoted) {
        return verdictOf(quoted.replace('\'', '"'));
    }

    String verdictOf(String text) {
        String whole = asCall(List.of(text));
        List<List<String>> cuts = new ArrayList<>();
        if (text.length() <= LONG) {
            cuts.add(pieces(text, 1));
        }
        long seed = Long.getLong("toolpolicy.seed", text.hashCode());
        Random random = new Random(seed);
        int most = text.length() <= LONG ? 12 : text.length() / 10;
        for (int i = 0; i < (text.length() <= LONG ? RANDOM_CUTS : 1); i++) {
            cuts.add(random(text, random, most));
        }
        for (List<String> cut : cuts) {
            String what = "seed " + seed + ": " + shortened(text);
            assertEquals(whole, asCall(cut), what);
            assertEquals(whole, asResponse(cut), what);
        }
        return whole;
    }

    private String asCall(List<String> chunks) {
        ToolCallStream call = engine.session("s").calls().call("c", tool);
        Optional<RuleDecision> early = call.decision();
        for (String chunk : chunks) {
            call.append(chunk);
            early = early.isPresent() ? early : call.decision();
            assertEquals(early, call.decision(), "a decision is final");
        }
        return told(call);
    }

    private String asResponse(List<String> chunks) {
        ResponseStream response = engine.session("s").calls().response();
        response.start(7, "c", tool);
        chunks.forEach(chunk -> response.append(7, chunk));
        response.finish(ResponseEnd.COMPLETE);
        assertEquals(1, response.calls().size());
        return told(response.calls().get(0));
    }

    /** What became of a call, whose text has ended. */
    static String told(ToolCallStream call) {
        ToolCallOutcome outcome = call.finish();
        if (outcome.kind() == ToolCallOutcome.Kind.INVALID) {
            return "invalid " + outcome.error().orElseThrow().code();
        } else if (outcome.kind() == ToolCallOutcome.Kind.DENIED) {
            return "refused: " + outcome.forModel();
        } else if (outcome.kind() == ToolCallOutcome.Kind.NEEDS_APPROVAL) {
            return "unanswered by " + by(outcome.decision().orElseThrow());
        }
        ApprovedCall approved = outcome.approved().orElseThrow();
        assertEquals(Optional.empty(), call.error(), "a call with an error is never approved");
        RuleDecision decision = call.decision().orElseThrow();
        assertTrue(decision.guarded().isEmpty(), "a call with a path outside is never approved");
        return "approved by " + by(decision) + " " + approved.arguments();
    }

    private static String by(RuleDecision decision) {
        String rule =
                decision.rule().isPresent() ? String.valueOf(decision.rule().getAsInt() + 1) : "none";
        return rule + decision.guarded().map(path -> " for " + path).orElse("");
    }

    /** The error of a text that is fed whole, in which apostrophes stand for quotation marks. */
    ArgumentError error(String quoted) {
        ToolCallOutcome outcome = engine.session("s")
                .calls()
                .call("c", tool)
                .append(quoted.replace('\'', '"'))
                .finish();
        return outcome.error().orElseThrow();
    }

    /** After how many characters there is a decision, fed unit by unit; the text's bar, which is left out, marks it. */
    void assertDecidedAtBar(String marked) {
        String text = marked.replace('\'', '"');
        int bar = text.indexOf('|');
        ToolCallStream call = engine.session("s").calls().call("c", tool);
        call.append(text.substring(0, bar));
        assertTrue(call.decision().isPresent(), "decided at the bar: " + marked);
        ToolCallStream earlier = engine.session("s").calls().call("c", tool);
        earlier.append(text.substring(0, Math.max(0, bar - 1)));
        assertTrue(bar == 0 || earlier.decision().isEmpty(), "not decided before the bar: " + marked);
    }

    static List<String> pieces(String text, int size) {
        List<String> pieces = new ArrayList<>();
        for (int i = 0; i < text.length(); i += size) {
            pieces.add(text.substring(i, Math.min(text.length(), i + size)));
        }
        return pieces;
    }

    private static List<String> random(String text, Random random, int most) {
        int longest = 1 + random.nextInt(most);
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + random.nextInt(longest + 1));
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}

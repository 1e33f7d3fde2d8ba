package dev.toolpolicy.examples;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;
import java.util.OptionalLong;

/** A call of a response that is played: what arrived of it, and what was known of it when. For one thread. */
final class PlayedCall {
    private final Optional<ToolCallStream> stream;
    private final String foreignName;
    private final String foreignId;
    private final StringBuilder text = new StringBuilder();
    private int chunks;
    private Optional<PolicyDenial> denial = Optional.empty();
    private OptionalLong deniedAt = OptionalLong.empty();
    private Optional<ToolCallOutcome> outcome = Optional.empty();

    private PlayedCall(Optional<ToolCallStream> stream, String foreignName, String foreignId) {
        this.stream = stream;
        this.foreignName = foreignName;
        this.foreignId = foreignId;
    }

    static PlayedCall of(ToolCallStream stream) {
        return new PlayedCall(Optional.of(stream), "", "");
    }

    /** Creates a call that the provider runs itself. */
    static PlayedCall foreign(String name, String id) {
        return new PlayedCall(Optional.empty(), name, id);
    }

    void arrived(String piece) {
        text.append(piece);
        chunks++;
        look();
    }

    /** Looks for a denial, and keeps the first: it may be lifted later. */
    void look() {
        if (denial.isEmpty()) {
            denial = stream.flatMap(ToolCallStream::denial);
            deniedAt = stream.map(ToolCallStream::deniedAt).orElse(deniedAt);
        }
    }

    /** Ends the call, which then counts as a success if it was approved. */
    void finish() {
        look();
        outcome = stream.map(ToolCallStream::finish);
        outcome.flatMap(ToolCallOutcome::approved).ifPresent(approved -> approved.succeeded(TextNode.valueOf("done")));
    }

    String tool() {
        return stream.map(ToolCallStream::tool).orElse(foreignName);
    }

    String id() {
        return stream.map(ToolCallStream::id).orElse(foreignId);
    }

    String text() {
        return text.toString();
    }

    int chunks() {
        return chunks;
    }

    Optional<RuleDecision> decision() {
        return stream.flatMap(ToolCallStream::decision);
    }

    OptionalLong decidedAt() {
        return stream.map(ToolCallStream::decidedAt).orElse(OptionalLong.empty());
    }

    /** Returns the first denial by a requirement or a limit, also one that was lifted later. */
    Optional<PolicyDenial> denial() {
        return denial;
    }

    OptionalLong deniedAt() {
        return deniedAt;
    }

    Optional<ArgumentError> error() {
        return stream.flatMap(ToolCallStream::error);
    }

    /** Returns the outcome; empty for a call of the provider's. */
    Optional<ToolCallOutcome> outcome() {
        return outcome;
    }
}

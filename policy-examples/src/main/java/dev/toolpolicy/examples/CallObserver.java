package dev.toolpolicy.examples;

import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Watches one call while its text arrives. */
final class CallObserver {
    private final StringBuilder text = new StringBuilder();
    private final String foreignName;
    private final String foreignId;
    private final @Nullable ToolCallStream stream;
    private int chunks;
    private @Nullable PolicyDenial denial;
    private OptionalLong deniedAt = OptionalLong.empty();

    private CallObserver(@Nullable ToolCallStream stream, String foreignName, String foreignId) {
        this.stream = stream;
        this.foreignName = foreignName;
        this.foreignId = foreignId;
    }

    /** Watches a call that the engine decides about. */
    static CallObserver of(ToolCallStream stream) {
        return new CallObserver(stream, "", "");
    }

    /** Watches a call that the provider runs, so that it never reaches the engine. */
    static CallObserver foreign(String name, String id) {
        return new CallObserver(null, name, id);
    }

    boolean watches(ToolCallStream other) {
        return stream == other;
    }

    void arrived(String piece) {
        text.append(piece);
        chunks++;
        look();
    }

    /** Records the first denial of the call, since a later success can lift it. */
    void look() {
        if (stream != null && denial == null) {
            denial = stream.denial().orElse(null);
            deniedAt = stream.deniedAt();
        }
    }

    /** Concludes the call, if it is ours. */
    Optional<ToolCallOutcome> finish() {
        look();
        return Optional.ofNullable(stream).map(ToolCallStream::finish);
    }

    PlayedCall played(Optional<ToolCallOutcome> outcome) {
        if (stream == null) {
            return new PlayedCall(
                    foreignName,
                    foreignId,
                    text.toString(),
                    chunks,
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    outcome);
        }
        return new PlayedCall(
                stream.tool(),
                stream.id(),
                text.toString(),
                chunks,
                stream.decision(),
                Optional.ofNullable(denial),
                stream.decidedAt(),
                deniedAt,
                stream.error(),
                outcome);
    }
}

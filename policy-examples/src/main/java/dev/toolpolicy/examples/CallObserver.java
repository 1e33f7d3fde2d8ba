package dev.toolpolicy.examples;

import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Watches one call while its text arrives. */
final class CallObserver {
    private final Owner owner;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder foreignName = new StringBuilder();
    private final String foreignId;
    private final @Nullable ToolCallStream stream;
    private int chunks;
    private @Nullable PolicyDenial denial;
    private OptionalLong deniedAt = OptionalLong.empty();

    private CallObserver(@Nullable ToolCallStream stream, Owner owner, String foreignId) {
        this.stream = stream;
        this.owner = owner;
        this.foreignId = foreignId;
    }

    /** Watches a call that the engine decides about. */
    static CallObserver of(ToolCallStream stream) {
        return new CallObserver(stream, Owner.SERVICE, "");
    }

    /** Watches a call that never reaches the engine. */
    static CallObserver foreign(Owner owner, String id) {
        return new CallObserver(null, owner, id);
    }

    boolean watches(ToolCallStream other) {
        return stream == other;
    }

    void named(String piece) {
        foreignName.append(piece);
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
                    foreignName.toString(),
                    foreignId,
                    owner,
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
                owner,
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

package dev.toolpolicy.runtime.internal.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The handing over of a checked call to a host that runs it in any process, and the recording of its outcome there.
 * Users do this with {@code GuardedCall.begin} and {@code PolicySession.finished}.
 */
public final class HandedOver {
    private static volatile @Nullable Access access;

    private HandedOver() {}

    /** Actions of the session's policies; implemented once, by their registry. */
    public interface Access {
        /**
         * Hands a checked call over.
         *
         * @param registry the session's policies
         * @param checked the call as they checked it
         * @param decision what decided that it runs, as JSON; null if that isn't known
         * @return the ticket
         */
        String handOver(Object registry, Object checked, @Nullable JsonNode decision);

        /**
         * Records the outcome of a call.
         *
         * @param registry the session's policies
         * @param ticket the ticket
         * @param result the result; null if it is unknown
         * @param ended receives the call once its end is stored, also if that comes too late
         * @return the call
         */
        ToolCall end(Object registry, String ticket, @Nullable ToolResult result, Consumer<Ended> ended);
    }

    /**
     * A call that ended.
     *
     * @param call the call
     * @param decision what decided that it ran, as JSON
     * @param inTime false if its outcome came too late, and is unknown to its session
     */
    public record Ended(ToolCall call, Optional<JsonNode> decision, boolean inTime) {}

    /**
     * Registers the access; done once, by the class of registries.
     *
     * @param its the access
     */
    public static void register(Access its) {
        access = its;
    }

    /** Returns the access; there is a registry already. */
    public static Access access() {
        return Objects.requireNonNull(access, "no registry was made yet");
    }
}

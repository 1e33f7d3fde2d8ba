package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The calls of a session that may run and whose outcome hasn't come: the engine's ticket and digests of the arguments
 * that were judged, by the agent's id of the call. Of too many the oldest are forgotten, and their outcome stays unknown.
 */
record OpenCalls(SessionStore store, String session) {
    private static final int MOST = 1_000;
    private static final int TRIES = 100;

    /** Names the session in the store. */
    OpenCalls {
        session = "open calls of " + session;
    }

    /**
     * A call that has ended.
     *
     * @param ticket the engine's ticket
     * @param asJudged whether it ran with the arguments that were judged. The agent may have added defaults; another
     *     hook may have changed it
     */
    record Ended(String ticket, boolean asJudged) {}

    /**
     * Adds a call.
     *
     * @throws StoreException if it can't be stored; the call must not run
     */
    void add(HookEvent event, String ticket) {
        ObjectNode call =
                JsonNodeFactory.instance.objectNode().put("tool", event.tool()).put("ticket", ticket);
        ObjectNode input = call.putObject("input");
        event.input().properties().forEach(each -> input.put(each.getKey(), JsonDigest.of(each.getValue())));
        change(parts -> {
            parts.remove(key(event));
            parts.put(key(event), call);
            for (Iterator<String> names = parts.keySet().iterator(); parts.size() > MOST; ) {
                names.next();
                names.remove();
            }
        });
    }

    /**
     * Removes a call that has ended. Of two processes that remove it, one gets it.
     *
     * @return the call; empty if it wasn't one that may run
     * @throws StoreException if it can't be removed
     */
    Optional<Ended> remove(HookEvent event) {
        String key = key(event);
        return Optional.ofNullable(change(parts -> parts.remove(key)).get(key))
                .map(call -> new Ended(call.path("ticket").asText(), isAsJudged(call, event)));
    }

    private static boolean isAsJudged(JsonNode call, HookEvent event) {
        return call.path("tool").asText().equals(event.tool())
                && call.path("input").properties().stream()
                        .allMatch(judged -> event.input().has(judged.getKey())
                                && JsonDigest.of(event.input().get(judged.getKey()))
                                        .equals(judged.getValue().asText()));
    }

    /** Changes the calls, and returns them as they were before. */
    private Map<String, JsonNode> change(Consumer<Map<String, JsonNode>> change) {
        for (int i = 0; i < TRIES; i++) {
            SessionStore.State before = store.read(session, SessionStore.State.NONE);
            Map<String, JsonNode> after = new LinkedHashMap<>(before.parts());
            change.accept(after);
            if (after.equals(before.parts())
                    || store.replace(session, before, after).isPresent()) {
                return before.parts();
            }
        }
        throw new StoreException("the open calls of a session change too often", null);
    }

    /** Returns the name of a call: its id, or its tool and arguments if the agent gives no ids. */
    private static String key(HookEvent event) {
        return event.callId().isEmpty() ? event.tool() + " " + JsonDigest.of(event.input()) : "id " + event.callId();
    }
}

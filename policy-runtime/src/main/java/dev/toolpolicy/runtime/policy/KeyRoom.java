package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.internal.fault.Require;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The limit on the keys that a policy stores in one session. Keys come from a model, which can invent any number of
 * them. A long key counts as several, so that the state's size is limited too. Immutable.
 *
 * @param keys the maximum number of keys, at least 1
 */
record KeyRoom(int keys) {
    /** The default limit. */
    static final KeyRoom DEFAULT = new KeyRoom(10_000);

    /** The length of a part of a key that counts as one. */
    private static final int PART = 256;

    KeyRoom {
        Require.atLeastOne("maxKeys", keys);
    }

    /** Returns whether an object of stored keys has room for these, some of which it may contain. */
    boolean has(JsonNode known, Set<String> more) {
        long size = 0;
        for (String key : more) {
            size += known.has(key) ? 0 : size(key);
        }
        if (size == 0) {
            return true;
        }
        for (Iterator<String> names = known.fieldNames(); names.hasNext() && size <= keys; ) {
            size += size(names.next());
        }
        return size <= keys;
    }

    /** Returns whether several objects of stored keys, each of which counts once, have room for one more key. */
    boolean has(List<JsonNode> known, String more) {
        if (known.stream().anyMatch(each -> each.has(more))) {
            return true;
        }
        Set<String> different = new HashSet<>();
        long size = size(more);
        for (JsonNode each : known) {
            for (Iterator<String> names = each.fieldNames(); names.hasNext() && size <= keys; ) {
                String name = names.next();
                size += different.add(name) ? size(name) : 0;
            }
        }
        return size <= keys;
    }

    private static int size(String key) {
        return 1 + key.length() / PART;
    }

    /** Returns the denial of a call with a key for which there is no room. */
    PolicyDecision denied(ToolCall call) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(call.tool()));
        metadata.put("max_keys", IntNode.valueOf(keys));
        return PolicyDecision.deny(
                call.tool() + " was called with too many different keys in this session:"
                        + " a policy remembers at most " + keys
                        + ". Use a key of an earlier call, or start another session.",
                metadata);
    }
}

package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The format of a snapshot: all required members with their types, and no others. */
final class SnapshotFormat {
    private static final Set<String> MEMBERS =
            Set.of("format", "version", "session", "changed", "policies", "record", "facts", "flows");
    private static final Set<String> POLICY_MEMBERS = Set.of("state", "fault");

    private SnapshotFormat() {}

    static void check(@Nullable JsonNode json) {
        if (json == null || !PolicySnapshot.FORMAT.equals(json.path("format").textValue())) {
            throw new IllegalArgumentException("this is not a snapshot of a session's policies");
        }
        JsonNode version = json.path("version");
        if (!version.isIntegralNumber() || !version.canConvertToInt() || version.intValue() != PolicySnapshot.VERSION) {
            throw new IllegalArgumentException(
                    "the snapshot is of version " + version + ", and version " + PolicySnapshot.VERSION + " is read");
        }
        require(json.path("session").isTextual(), "session must be a text");
        require(json.path("changed").isTextual() || json.path("changed").isNull(), "changed must be a text");
        require(json.path("facts").isObject(), "facts must be an object");
        require(json.path("policies").isObject(), "policies must be an object");
        require(json.path("record").isObject(), "record must be an object");
        require(!json.has("flows") || json.path("flows").isObject(), "flows must be an object");
        known(json, MEMBERS, "");
        for (Map.Entry<String, JsonNode> policy : json.path("policies").properties()) {
            String place = "policies/" + policy.getKey();
            require(policy.getValue().isObject(), place + " must be an object");
            policy.getValue().properties().forEach(kind -> checkKind(place + "/" + kind.getKey(), kind.getValue()));
        }
    }

    private static void checkKind(String place, JsonNode policy) {
        require(policy.isObject(), place + " must be an object");
        require(policy.has("state") || policy.has("fault"), place + "/state is missing");
        require(!policy.has("fault") || policy.path("fault").isTextual(), place + "/fault must be a text");
        known(policy, POLICY_MEMBERS, place + "/");
    }

    private static void known(JsonNode object, Set<String> members, String place) {
        object.fieldNames().forEachRemaining(name -> require(members.contains(name), place + name + " is unknown"));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("the snapshot is damaged: " + otherwise);
        }
    }
}

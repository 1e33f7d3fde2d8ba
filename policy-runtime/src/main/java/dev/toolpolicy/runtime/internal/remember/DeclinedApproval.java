package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Optional;

/** The metadata of a denial by a stored approval that a person declined, so that the call counts as declined. */
public final class DeclinedApproval {
    private static final String DECLINED = "declined";

    private DeclinedApproval() {}

    /**
     * Returns the metadata of the denial.
     *
     * @param reason the person's reason, possibly empty
     * @return the metadata
     */
    public static Map<String, JsonNode> metadata(String reason) {
        return Map.of(DECLINED, TextNode.valueOf(reason));
    }

    /**
     * Returns the reason of the decline.
     *
     * @param metadata the metadata of the denial of a call with a stored approval
     * @return the person's reason, possibly empty; no value if the call was denied for another reason
     */
    public static Optional<String> reason(Map<String, JsonNode> metadata) {
        return Optional.ofNullable(metadata.get(DECLINED)).map(JsonNode::asText);
    }
}

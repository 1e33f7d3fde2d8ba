package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A walk through complete arguments that tells an evaluation of each value. Not thread-safe.
 *
 * @param all whether it goes on when the list is decided
 */
record TreeWalk(CompoundEvaluation rules, boolean all) {
    /** Walks through arguments. */
    void through(Place root, ObjectNode arguments) {
        walk(root, arguments);
        rules.conclude();
    }

    private boolean isDone() {
        if (!all) {
            rules.conclude();
        }
        return !all && rules.verdict() != null;
    }

    private void walk(Place at, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            rules.exhaust(at);
            return;
        }
        if (value.isContainerNode()) {
            container(at, value);
        } else if (value.isTextual()) {
            text(at, value.textValue());
        } else if (at.isUsed() && value.isNumber()) {
            rules.number(at, value.numberValue().toString());
        } else if (at.isUsed()) {
            rules.bool(at, value.booleanValue());
        }
        rules.exhaust(at);
    }

    private void container(Place at, JsonNode value) {
        boolean whole = at.isUsed() && rules.opened(at);
        if (value.isObject()) {
            for (Place child : at.children()) {
                walk(child, value.get(child.name()));
                if (isDone()) {
                    return;
                }
            }
            Place additional = at.additional();
            if (additional != null) {
                additional(at, additional, value);
            }
        } else {
            Place elements = at.elements();
            for (int i = 0; elements != null && i < value.size(); i++) {
                walk(elements, value.get(i));
            }
        }
        if (whole) {
            rules.container(at, value);
        }
    }

    private void additional(Place at, Place additional, JsonNode value) {
        for (Map.Entry<String, JsonNode> property : value.properties()) {
            if (at.property(property.getKey()) == additional) {
                walk(additional, property.getValue());
            }
        }
    }

    private void text(Place at, String text) {
        if (at.isPath()) {
            rules.path(at, text);
        } else if (at.isUsed()) {
            rules.start(at);
            for (int i = 0; i < text.length(); ) {
                i = rules.step(text, i, text.length());
            }
            rules.end();
        }
    }
}

package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A search of complete arguments for a path that needs approval. Not thread-safe. */
public final class GuardSearch {
    private final PathJudge judge;
    /** Where the links of paths lead; null while it looks for a path that needs approval. */
    private @Nullable Set<String> links;

    public GuardSearch(PathJudge judge) {
        this.judge = judge;
    }

    /** Returns where each path at or below a place leads through links, in words and in their order. */
    public Set<String> links(Place at, @Nullable JsonNode value) {
        Set<String> found = new LinkedHashSet<>();
        links = found;
        find(at, value);
        links = null;
        return found;
    }

    /** Returns the first guard of a path that needs approval, at or below a place; {@link Place#NONE} if there is none. */
    public int find(Place at, @Nullable JsonNode value) {
        if (value == null || !at.isGuarded()) {
            return Place.NONE;
        } else if (value.isTextual()) {
            return isAgainst(at, value.textValue()) ? at.guard() : Place.NONE;
        }
        int found = Place.NONE;
        Place elements = at.elements();
        if (value.isArray() && elements != null) {
            for (JsonNode element : value) {
                found = Math.min(found, find(elements, element));
            }
        }
        for (Place child : at.children()) {
            found = Math.min(found, find(child, value.get(child.name())));
        }
        Place additional = at.additional();
        for (Map.Entry<String, JsonNode> property : value.properties()) {
            if (additional != null && at.property(property.getKey()) == additional) {
                found = Math.min(found, find(additional, property.getValue()));
            }
        }
        return found;
    }

    private boolean isAgainst(Place at, String text) {
        if (at.guard() == Place.NONE) {
            return false;
        } else if (links != null) {
            JudgedPath path = judge.judge(text);
            if (!path.real().equals(Optional.of(path.written()))) {
                links.add(VisibleText.quoted(text) + " leads to "
                        + path.real()
                                .map(real -> VisibleText.quoted(real.toString()))
                                .orElse("an unknown place"));
            }
            return false;
        } else if (judge.resolvesLinks()) {
            return judge.judge(text).isAgainst();
        }
        judge.normalForm(text);
        return judge.isAgainst(text);
    }
}

package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The words for what is known about a call beside its arguments: facts, labels, and values of sets. */
public final class KnownWords {
    /** The values of a set that are said. */
    private static final int MOST = 3;

    private KnownWords() {}

    /**
     * Returns the words that follow a call, such as {@code  with the label "untrusted"}.
     *
     * @param known the facts, with the hidden ones of {@link FlowFacts}
     * @param json formats JSON
     * @return the words after a blank; empty if nothing is known
     */
    public static String of(ObjectNode known, UnaryOperator<String> json) {
        ObjectNode members = known.objectNode();
        write(known, members);
        List<String> words = new ArrayList<>();
        if (members.has("facts")) {
            words.add("the facts " + json.apply(Words.json(members.path("facts"))));
        }
        members.path("labels").forEach(label -> words.add("the label " + Words.quoted(label.textValue())));
        for (Map.Entry<String, JsonNode> set : members.path("sets").properties()) {
            List<String> values = new ArrayList<>();
            for (JsonNode value : set.getValue()) {
                if (values.size() == MOST) {
                    values.add((set.getValue().size() - MOST) + " more");
                    break;
                }
                values.add(json.apply(Words.json(value)));
            }
            words.add(String.join(" and ", values) + " in the set " + Words.quoted(set.getKey()));
        }
        return words.isEmpty() ? "" : " with " + String.join(", ", words);
    }

    /** Adds the members {@code facts}, {@code labels} and {@code sets} to an object, those that aren't empty. */
    public static void write(ObjectNode known, ObjectNode into) {
        for (Map.Entry<String, JsonNode> fact : known.properties()) {
            ArgumentPointer place = ArgumentPointer.of(fact.getKey());
            Optional<String> label = FlowFacts.labelAt(place);
            Optional<String> set = FlowFacts.setAt(place);
            if (label.isPresent() && fact.getValue().booleanValue()) {
                into.withArray("/labels").add(label.get());
            } else if (set.isPresent() && !fact.getValue().isEmpty()) {
                into.withObject("/sets").set(set.get(), fact.getValue().deepCopy());
            } else if (label.isEmpty() && set.isEmpty()) {
                into.withObject("/facts").set(fact.getKey(), fact.getValue().deepCopy());
            }
        }
    }
}

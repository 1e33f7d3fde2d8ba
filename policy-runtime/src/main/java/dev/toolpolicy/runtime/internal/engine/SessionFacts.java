package dev.toolpolicy.runtime.internal.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.run.FactReader;
import dev.toolpolicy.schema.ToolSchema;

/** The facts that a service said about a session's calls. Safe for use from any thread. */
final class SessionFacts {
    private volatile Said said = new Said(JsonNodeFactory.instance.objectNode(), ToolSchema.of(), Facts.NONE);

    /**
     * The facts that were said, in both forms.
     *
     * @param json the facts as they were said
     * @param declared the declaration that they were read by
     * @param facts the facts that are known by it
     */
    private record Said(ObjectNode json, ToolSchema declared, Facts facts) {}

    /** Replaces all facts. Throws an exception if one isn't declared or doesn't fit, and changes nothing then. */
    void say(Object facts, ToolSchema declared) {
        ObjectNode json = FactReader.json(facts);
        said = new Said(json, declared, FactReader.read(json, declared));
    }

    /** Returns the known facts by the current declaration, which a reload may have changed. */
    Facts known(ToolSchema declared) {
        Said last = said;
        if (!(last.declared() == declared || last.declared().equals(declared))) {
            last = new Said(last.json(), declared, FactReader.readFitting(last.json(), declared));
            said = last;
        }
        return last.facts();
    }
}

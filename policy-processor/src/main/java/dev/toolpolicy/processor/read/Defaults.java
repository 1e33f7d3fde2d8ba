package dev.toolpolicy.processor.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.search.Completion;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Optional;
import java.util.function.Consumer;

/** The reader of parameter defaults. */
final class Defaults {

    private Defaults() {}

    /**
     * Returns a parameter with a default.
     *
     * @param text the default as written
     * @param owner the parameter in messages
     * @param faults takes what is wrong with the default
     * @return empty if something is
     */
    static Optional<Parameter> add(Parameter plain, String text, String owner, Consumer<Diagnostic> faults) {
        Optional<JsonNode> value = read(plain.type(), text);
        if (value.filter(Defaults::isReadable).isEmpty()) {
            faults.accept(
                    value.isPresent()
                            ? TypeWords.defaultTooLarge(text, owner)
                            : TypeWords.defaultValue(text, owner, plain.type(), DefaultFault.find(plain.type(), text)));
            return Optional.empty();
        }
        return value.map(plain::withDefault);
    }

    /**
     * Reads a default as written.
     *
     * @return the value, completed with the defaults of properties that it leaves out; empty if no call could have this
     *     value
     */
    static Optional<JsonNode> read(ParameterType type, String text) {
        boolean allowed = type.allowed().isEmpty() || type.allowed().contains(text);
        return allowed
                ? ValueReader.read(type, TextNode.valueOf(text), ValueSyntax.TEXT)
                        .flatMap(value -> Completion.of(type, value))
                : Optional.empty();
    }

    /**
     * Returns whether each number in a default may stand in a call: a finite double with an exponent that Java reads.
     */
    static boolean isReadable(JsonNode value) {
        for (JsonNode part : value) {
            if (!isReadable(part)) {
                return false;
            }
        }
        return !value.isNumber()
                || !Double.isInfinite(Double.parseDouble(ExactNumber.of(value).toString()));
    }
}

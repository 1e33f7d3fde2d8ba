package dev.toolpolicy.processor.check;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.internal.check.FileKeys;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Located;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Optional;

/** The check of requirement keys: each tool's own side alone, the other side with the catalog. */
final class KeyCheck {

    private KeyCheck() {}

    /** Checks the side of the tool that has the requirement. */
    static void checkOwn(ToolDeclaration tool, Key key, Findings findings) {
        if (key.theirs() != key.own()) {
            parse(key.theirs(), Optional.empty(), findings);
        }
        Optional<ArgumentPointer> pointer = parse(key.own(), Optional.of(tool), findings);
        if (pointer.isEmpty() || tool.broken().contains(pointer.get().parameter())) {
            return;
        }
        if (resolve(tool, key.own(), findings).isPresent()) {
            key.read()
                    .flatMap(read -> Resolution.of(read.argument(), tool.schema())
                            .resolved()
                            .flatMap(place -> FileKeys.check(tool.name(), read, place)))
                    .ifPresent(fault -> findings.add(fault, key.own().place()));
        }
    }

    /** Checks the side of a required tool. Problems of the own side are reported by {@link #checkOwn}. */
    static void checkTheirs(ToolDeclaration tool, Key key, ToolDeclaration required, Findings findings) {
        Optional<Requirement.Key> read = key.read();
        if (read.isEmpty()
                || required.broken().contains(read.get().requiredArgument().parameter())) {
            return;
        }
        Optional<String> own = resolve(tool, key.own(), new Findings());
        Optional<String> theirs = own.flatMap(type -> resolve(required, key.theirs(), findings));
        if (!theirs.equals(own) && theirs.isPresent()) {
            findings.add(
                    RequirementWords.keyTypes(key, tool.name(), own.get(), required.name(), theirs.get()),
                    key.theirs().place());
        }
    }

    private static Optional<ArgumentPointer> parse(Located pointer, Optional<ToolDeclaration> tool, Findings findings) {
        try {
            return Optional.of(ArgumentPointer.parse(pointer.text()));
        } catch (IllegalArgumentException notAPointer) {
            Optional<String> meant = Optional.of("/" + pointer.text())
                    .filter(text -> tool.isPresent()
                            && Resolution.of(text, tool.get().schema()).isPresent());
            findings.add(
                    RequirementWords.keySyntax(pointer.text(), String.valueOf(notAPointer.getMessage()), meant),
                    pointer.place());
            return Optional.empty();
        }
    }

    /** Returns the name of the type at a pointer; empty if it can have no value or several, which is reported. */
    private static Optional<String> resolve(ToolDeclaration tool, Located pointer, Findings findings) {
        Resolution resolution = Resolution.of(ArgumentPointer.parse(pointer.text()), tool.schema());
        if (resolution instanceof Resolution.Resolved resolved) {
            if (!resolved.throughArray()) {
                return Optional.of(resolved.type().typeName());
            }
            findings.add(RequirementWords.keyThroughArray(tool.name(), pointer.text()), pointer.place());
            return Optional.empty();
        }
        List<String> known = tool.schema().parameters().stream()
                .map(parameter -> ArgumentPointer.of(parameter.name()).toString())
                .toList();
        Optional<String> meant = Words.nearest(pointer.text(), known);
        findings.add(RequirementWords.missingKey(tool.name(), pointer.text(), meant, known), pointer.place());
        return Optional.empty();
    }
}

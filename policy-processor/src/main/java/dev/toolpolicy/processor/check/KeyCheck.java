package dev.toolpolicy.processor.check;

import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Located;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;

/** The check of requirement keys: each tool's own side alone, the other side with the catalog. */
final class KeyCheck {

    private KeyCheck() {}

    /** Checks the side of the tool that has the requirement. */
    static void checkOwn(ToolDeclaration tool, Requires requires, Findings findings) {
        requires.key().ifPresent(key -> checkOwn(tool, key, findings));
    }

    private static void checkOwn(ToolDeclaration tool, Key key, Findings findings) {
        if (key.theirs() != key.own()) {
            parse(key.theirs(), Optional.empty(), findings);
        }
        Optional<ArgumentPointer> pointer = parse(key.own(), Optional.of(tool), findings);
        if (pointer.isEmpty() || tool.broken().contains(pointer.get().parameter())) {
            return;
        }
        resolve(tool, key.own(), findings);
    }

    /** Checks the side of a required tool. Problems of the own side are reported by {@link #checkOwn}. */
    static void checkTheirs(ToolDeclaration tool, Key key, ToolDeclaration required, Findings findings) {
        Findings reported = new Findings();
        boolean isOwnPointer = parse(key.own(), Optional.empty(), reported).isPresent();
        if (!isOwnPointer || parse(key.theirs(), Optional.empty(), reported).isEmpty()) {
            return;
        }
        Optional<ParameterType> own = resolve(tool, key.own(), reported);
        boolean broken = required.broken()
                .contains(ArgumentPointer.parse(key.theirs().text()).parameter());
        if (own.isEmpty() || broken) {
            return;
        }
        Optional<ParameterType> theirs = resolve(required, key.theirs(), findings);
        if (theirs.isPresent() && !theirs.get().typeName().equals(own.get().typeName())) {
            findings.add(
                    RequirementWords.keyTypes(
                            tool.name(),
                            key.own().text(),
                            own.get().typeName(),
                            required.name(),
                            key.theirs().text(),
                            theirs.get().typeName()),
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

    private static Optional<ParameterType> resolve(ToolDeclaration tool, Located pointer, Findings findings) {
        Resolution resolution = Resolution.of(ArgumentPointer.parse(pointer.text()), tool.schema());
        if (resolution instanceof Resolution.Resolved resolved) {
            if (!resolved.throughArray()) {
                return Optional.of(resolved.type());
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

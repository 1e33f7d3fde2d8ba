package dev.toolpolicy.processor.host;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The types of parameters whose values come from a framework rather than from a model. */
final class Injected {
    private final Types types;
    private final List<TypeMirror> all;

    Injected(Elements elements, Types types, List<String> names) {
        this.types = types;
        this.all = names.stream()
                .map(elements::getTypeElement)
                .filter(Objects::nonNull)
                .map(each -> types.erasure(each.asType()))
                .toList();
    }

    boolean isOne(TypeMirror type) {
        return type instanceof DeclaredType
                && all.stream().anyMatch(each -> types.isSubtype(types.erasure(type), each));
    }

    /** Returns the type of an {@code Optional}'s value; empty for another type. */
    static Optional<TypeMirror> optionalValue(TypeMirror type) {
        return type instanceof DeclaredType declared
                        && !declared.getTypeArguments().isEmpty()
                        && ((TypeElement) declared.asElement())
                                .getQualifiedName()
                                .contentEquals("java.util.Optional")
                ? Optional.of(declared.getTypeArguments().get(0))
                : Optional.empty();
    }
}

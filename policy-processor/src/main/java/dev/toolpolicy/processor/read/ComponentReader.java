package dev.toolpolicy.processor.read;

import com.palantir.javapoet.TypeName;
import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.DocComment;
import dev.toolpolicy.processor.mirror.JavaType;
import dev.toolpolicy.processor.mirror.JavaType.Component;
import dev.toolpolicy.processor.mirror.JavaType.Presence;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.mirror.Nullness;
import dev.toolpolicy.schema.Parameter;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The reader of a record component: its name, type, presence, default and description. */
record ComponentReader(TypeReader types) {
    /** Returns the parameter; empty if the component can't be one, which is then among the slot's findings. */
    Optional<Component> read(RecordComponentElement component, Element field, DocComment comment, Slot slot) {
        Presence presence = presence(component, field);
        if (presence == Presence.NULLABLE && component.asType().getKind().isPrimitive()) {
            String boxed = TypeName.get(component.asType()).box().toString().substring("java.lang.".length());
            return slot.report(TypeWords.notNullable(slot, boxed));
        }
        return type(component.asType(), presence, slot.around(Names.ofParameter(component)))
                .flatMap(type -> parameter(component, type, presence != Presence.ALWAYS, comment, slot)
                        .map(parameter -> new Component(parameter, type, presence, TypeName.get(component.asType()))));
    }

    private Optional<Parameter> parameter(
            RecordComponentElement component, JavaType type, boolean optional, DocComment comment, Slot slot) {
        Optional<AnnotationView> param = AnnotationView.find(component, Param.class);
        String description = param.flatMap(view -> view.text("value"))
                .filter(given -> !given.isEmpty())
                .or(() ->
                        Optional.of(comment.parameter(component.getSimpleName().toString())))
                .filter(found -> !found.isEmpty())
                .orElseGet(() -> slot.earlier().of(Names.ofParameter(component)));
        String name = Names.ofParameter(component);
        boolean large = param.flatMap(view -> view.flag("large")).orElse(false);
        boolean sink = param.flatMap(view -> view.flag("sink")).orElse(false);
        Parameter plain = new Parameter(name, type.schema(), !optional, Optional.empty(), description, large, sink);
        return param.flatMap(view -> view.text("defaultValue"))
                .map(text -> Defaults.add(plain, text, slot.owner(), slot::report))
                .orElse(Optional.of(plain));
    }

    private Optional<JavaType> type(TypeMirror type, Presence presence, Slot slot) {
        return switch (presence) {
            case ALWAYS, NULLABLE -> types.read(type, slot);
            case OPTIONAL ->
                ((DeclaredType) type).getTypeArguments().stream().findFirst().flatMap(value -> types.read(value, slot));
            case OPTIONAL_INT -> JavaType.primitive(TypeKind.INT);
            case OPTIONAL_LONG -> JavaType.primitive(TypeKind.LONG);
            case OPTIONAL_DOUBLE -> JavaType.primitive(TypeKind.DOUBLE);
        };
    }

    private static Presence presence(RecordComponentElement component, Element field) {
        if (Nullness.isNullable(component, field)) {
            return Presence.NULLABLE;
        }
        TypeMirror type = component.asType();
        return switch (Names.qualified(type)) {
            case "java.util.Optional" ->
                ((DeclaredType) type).getTypeArguments().isEmpty() ? Presence.ALWAYS : Presence.OPTIONAL;
            case "java.util.OptionalInt" -> Presence.OPTIONAL_INT;
            case "java.util.OptionalLong" -> Presence.OPTIONAL_LONG;
            case "java.util.OptionalDouble" -> Presence.OPTIONAL_DOUBLE;
            default -> Presence.ALWAYS;
        };
    }
}

package dev.toolpolicy.processor.write;

import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.model.ToolDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * The compiler warnings that a definition suppresses. They concern types that the tool mentions, and are reported
 * there.
 */
record Warnings(Elements elements) {
    /** Returns the keys of the warnings for {@code @SuppressWarnings}. */
    List<String> of(ToolDeclaration tool, TypeElement origin) {
        ModuleElement module = elements.getModuleOf(origin);
        List<String> warnings = new ArrayList<>();
        // the class is public even where its record isn't, since the catalog is in another package
        if (module != null && !module.isUnnamed() && !tool.isPublic()) {
            warnings.add("exports");
        }
        List<Element> deprecated = tool.shape().map(RecordShape::named).orElse(Set.of()).stream()
                .map(type -> Generated.find(type.canonicalName(), origin, elements))
                .flatMap(this::mentioned)
                .filter(elements::isDeprecated)
                .toList();
        deprecated.stream().map(Warnings::key).distinct().sorted().forEach(warnings::add);
        return warnings;
    }

    /** Returns a type, its enclosing types, its constructors and its enum constants. */
    private Stream<Element> mentioned(TypeElement type) {
        Stream<Element> around =
                Stream.iterate(type, each -> each instanceof TypeElement, Element::getEnclosingElement);
        return Stream.concat(
                around,
                type.getEnclosedElements().stream()
                        .filter(each -> each.getKind() == ElementKind.CONSTRUCTOR
                                || each.getKind() == ElementKind.ENUM_CONSTANT));
    }

    private static String key(Element deprecated) {
        Deprecated annotation = deprecated.getAnnotation(Deprecated.class);
        return annotation != null && annotation.forRemoval() ? "removal" : "deprecation";
    }
}

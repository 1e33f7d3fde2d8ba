package dev.toolpolicy.processor.read;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.analysis.Diagnostic;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** The types that generated code can access. */
final class Access {

    private Access() {}

    /** Returns the innermost private type among a type and its enclosing types. */
    static Optional<Element> privatePart(TypeElement type) {
        for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
            if (each.getModifiers().contains(Modifier.PRIVATE)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a type and its enclosing types are public. */
    static boolean isPublic(TypeElement type) {
        for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
            if (!each.getModifiers().contains(Modifier.PUBLIC)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a diagnostic if the class generated next to a tool can't access a type. */
    static Optional<Diagnostic> inaccessible(TypeElement type, Slot slot) {
        boolean samePackage =
                ClassName.get(type).packageName().equals(slot.tool().packageName());
        if (samePackage ? privatePart(type).isEmpty() : isPublic(type)) {
            return Optional.empty();
        }
        String why = "which the class generated next to " + slot.tool().simpleName() + " can't access";
        String help = "make " + type.getSimpleName() + (samePackage ? " package-private or public" : " public");
        return Optional.of(TypeWords.unsupportedType(slot, why, help));
    }
}

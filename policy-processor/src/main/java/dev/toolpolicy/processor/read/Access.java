package dev.toolpolicy.processor.read;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.analysis.Diagnostic;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Whether generated code can name a type. */
final class Access {

    private Access() {}

    /** The type itself or the innermost one around it that is private. */
    static Optional<Element> privatePart(TypeElement type) {
        for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
            if (each.getModifiers().contains(Modifier.PRIVATE)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether the type and all around it are public. */
    static boolean isPublic(TypeElement type) {
        for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
            if (!each.getModifiers().contains(Modifier.PUBLIC)) {
                return false;
            }
        }
        return true;
    }

    /** What is wrong if the class generated next to a tool can't name a type in it. */
    static Optional<Diagnostic> hidden(TypeElement type, Slot slot) {
        boolean samePackage = ClassName.get(type).packageName().equals(slot.tool().packageName());
        if (samePackage ? privatePart(type).isEmpty() : isPublic(type)) {
            return Optional.empty();
        }
        String why = "which the class generated next to " + slot.tool().simpleName() + " can't access";
        String help = "make " + type.getSimpleName() + (samePackage ? " package-private or public" : " public");
        return Optional.of(TypeWords.unsupportedType(slot.owner(), slot.typeName(), why, help));
    }
}

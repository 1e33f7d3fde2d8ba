package dev.toolpolicy.processor;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;

/**
 * Tells records that were read from class files from those read from sources. Build tools hand unchanged tools over as
 * class files, which lack Javadoc; a wrong "yes" would keep an outdated definition, so in doubt the answer is no.
 */
final class ClassFiles {
    private final Elements elements;

    ClassFiles(Elements elements) {
        this.elements = elements;
    }

    boolean isFrom(TypeElement record) {
        try {
            Method fileOf = Elements.class.getMethod("getFileObjectOf", Element.class);    // since JDK 18
            return ((JavaFileObject) fileOf.invoke(elements, record)).getKind() == JavaFileObject.Kind.CLASS;
        } catch (NoSuchMethodException | InvocationTargetException unknown) {
            return looksCompiled(record);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Class files have no comments, say of no constructor that it is implied, and forget what parameters were called. */
    private boolean looksCompiled(TypeElement record) {
        boolean implied = ElementFilter.constructorsIn(record.getEnclosedElements()).stream()
                .anyMatch(constructor -> elements.getOrigin(constructor) != Elements.Origin.EXPLICIT);
        boolean forgotten = ElementFilter.methodsIn(record.getEnclosedElements()).stream()
                .anyMatch(ClassFiles::isEqualsOfArg0);
        return !implied && forgotten && elements.getDocComment(record) == null;
    }

    private static boolean isEqualsOfArg0(ExecutableElement method) {
        return method.getSimpleName().contentEquals("equals")
                && method.getParameters().size() == 1
                && method.getParameters().get(0).getSimpleName().contentEquals("arg0");
    }
}

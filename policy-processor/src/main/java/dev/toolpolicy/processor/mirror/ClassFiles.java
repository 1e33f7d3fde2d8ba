package dev.toolpolicy.processor.mirror;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/**
 * Tells records that were read from class files from those read from sources. Build tools hand unchanged tools over as
 * class files, which lack Javadoc. Compilers say since JDK 18 which it is; before, some sources are known to be such.
 */
public final class ClassFiles {
    /** What is known of where a record comes from. */
    public enum Origin { SOURCE, CLASS_FILE, UNKNOWN }

    /** {@code Elements.getFileObjectOf}; null before JDK 18. */
    private static final @Nullable Method FILE_OF = fileOf();

    private final Elements elements;

    public ClassFiles(Elements elements) {
        this.elements = elements;
    }

    public Origin origin(TypeElement record) {
        if (FILE_OF == null) {
            return unlessSaid(record);
        }
        try {
            boolean compiled = ((JavaFileObject) FILE_OF.invoke(elements, record)).getKind() == JavaFileObject.Kind.CLASS;
            return compiled ? Origin.CLASS_FILE : Origin.SOURCE;
        } catch (InvocationTargetException notSaid) {
            return unlessSaid(record);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static @Nullable Method fileOf() {
        try {
            return Elements.class.getMethod("getFileObjectOf", Element.class);
        } catch (NoSuchMethodException older) {
            return null;
        }
    }

    private Origin unlessSaid(TypeElement record) {
        return isSurelySource(record) ? Origin.SOURCE : Origin.UNKNOWN;
    }

    /** Class files have no comments, and say of no constructor that it is implied. */
    private boolean isSurelySource(TypeElement record) {
        return elements.getDocComment(record) != null
                || ElementFilter.constructorsIn(record.getEnclosedElements()).stream()
                        .anyMatch(constructor -> elements.getOrigin(constructor) != Elements.Origin.EXPLICIT);
    }
}

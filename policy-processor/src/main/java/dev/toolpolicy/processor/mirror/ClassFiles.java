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
 * The origin of records: class file or source. Build tools pass unchanged tools as class files, which have no
 * Javadoc. Since JDK 18 compilers tell the origin; before, only some sources can be recognized.
 */
public record ClassFiles(Elements elements) {
    /** The origin of a record: source text or a class file. */
    public enum Origin {
        SOURCE,
        CLASS_FILE,
        UNKNOWN
    }

    /** {@code Elements.getFileObjectOf}; null before JDK 18. */
    private static final @Nullable Method FILE_OF = fileOf();

    public Origin origin(TypeElement record) {
        if (FILE_OF == null) {
            return guessed(record);
        }
        try {
            boolean compiled =
                    ((JavaFileObject) FILE_OF.invoke(elements, record)).getKind() == JavaFileObject.Kind.CLASS;
            return compiled ? Origin.CLASS_FILE : Origin.SOURCE;
        } catch (InvocationTargetException unknown) {
            return guessed(record);
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

    /** Returns the origin where the compiler doesn't tell: class files have no comments and no implicit constructors. */
    private Origin guessed(TypeElement record) {
        boolean isSource = elements.getDocComment(record) != null
                || ElementFilter.constructorsIn(record.getEnclosedElements()).stream()
                        .anyMatch(constructor -> elements.getOrigin(constructor) != Elements.Origin.EXPLICIT);
        return isSource ? Origin.SOURCE : Origin.UNKNOWN;
    }
}

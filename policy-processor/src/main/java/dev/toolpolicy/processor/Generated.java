package dev.toolpolicy.processor;

import com.palantir.javapoet.ClassName;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** What all generated files have in common. */
final class Generated {
    private static final ClassName ANNOTATION = ClassName.get("javax.annotation.processing", "Generated");

    private Generated() {}

    /** The mark of a generated class, without a date; nothing in a module that doesn't read {@code java.compiler}. */
    static String by(Class<?> processor, TypeElement origin, Elements elements) {
        ModuleElement module = elements.getModuleOf(origin);
        boolean readable = module == null || elements.getTypeElement(module, ANNOTATION.canonicalName()) != null;
        return readable ? Code.of("@$T($L)\n", ANNOTATION, Literals.text(processor.getName())) : "";
    }

    /** A Javadoc comment of one line. */
    static String comment(String text) {
        return "/**\n * " + text + "\n */\n";
    }

    /** A constant that anybody may use. */
    static String constant(Object type, String name, String value, String comment) {
        return Code.of("$Lpublic static final $T $L = $L;\n", comment(comment), type, name, value);
    }

    /** A constructor that does nothing. */
    static String constructor(ClassName type, String comment) {
        return Code.of("$Lpublic $L() {\n}\n", comment(comment), type.simpleName());
    }

    /** A method that returns an expression. */
    static String getter(Object type, String name, String value) {
        return Code.of("@$T\npublic $T $L() {\n$>return $L;\n$<}\n", Override.class, type, name, value);
    }
}

package dev.toolpolicy.processor.write;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** The parts that all generated files share. */
final class Generated {
    private static final ClassName ANNOTATION = ClassName.get("javax.annotation.processing", "Generated");
    /** The types of {@code java.lang} that generated code may mention without an import. */
    private static final Class<?>[] NOT_IMPORTED = {
        Object.class,
        Override.class,
        SuppressWarnings.class,
        String.class,
        Boolean.class,
        Byte.class,
        Short.class,
        Integer.class,
        Long.class,
        Float.class,
        Double.class
    };

    private Generated() {}

    /**
     * Returns the builder of a class marked as generated, without a date. The mark is omitted in modules that don't
     * read {@code java.compiler}.
     */
    static TypeSpec.Builder by(Class<?> processor, ClassName name, TypeElement origin, Elements elements) {
        TypeSpec.Builder type =
                TypeSpec.classBuilder(name).alwaysQualify(shadowed(name.packageName(), origin, elements));
        return exists(ANNOTATION.canonicalName(), origin, elements)
                ? type.addAnnotation(AnnotationSpec.builder(ANNOTATION)
                        .addMember("value", "$S", processor.getName())
                        .build())
                : type;
    }

    /** Returns the types of {@code java.lang} that are hidden by types of the package with the same name. */
    private static String[] shadowed(String packageName, TypeElement origin, Elements elements) {
        return Stream.of(NOT_IMPORTED)
                .map(Class::getSimpleName)
                .filter(name -> exists(packageName + "." + name, origin, elements))
                .toArray(String[]::new);
    }

    private static boolean exists(String type, TypeElement origin, Elements elements) {
        return find(type, origin, elements) != null;
    }

    /** Returns a type that another one can see; null if there is none. */
    static TypeElement find(String type, TypeElement origin, Elements elements) {
        ModuleElement module = elements.getModuleOf(origin);
        return module == null ? elements.getTypeElement(type) : elements.getTypeElement(module, type);
    }

    static JavaFile file(String packageName, TypeSpec type) {
        return JavaFile.builder(packageName, type)
                .indent("    ")
                .skipJavaLangImports(true)
                .build();
    }

    /** Returns the beginning of a public method of an interface or of {@code Object}. */
    static MethodSpec.Builder method(String name, TypeName returned) {
        return MethodSpec.methodBuilder(name)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(returned);
    }

    static MethodSpec constructor(String javadoc) {
        return MethodSpec.constructorBuilder()
                .addJavadoc(javadoc)
                .addModifiers(Modifier.PUBLIC)
                .build();
    }

    /** Returns the beginning of a public constant. */
    static FieldSpec.Builder constant(TypeName type, String name, String javadoc, Object... values) {
        return FieldSpec.builder(type, name, Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addJavadoc(javadoc, values);
    }
}

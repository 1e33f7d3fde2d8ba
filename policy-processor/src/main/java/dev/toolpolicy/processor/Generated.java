package dev.toolpolicy.processor;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** What all generated files have in common. */
final class Generated {
    private static final ClassName ANNOTATION = ClassName.get("javax.annotation.processing", "Generated");

    private Generated() {}

    /** A class marked as generated, without a date; unmarked in a module that doesn't read {@code java.compiler}. */
    static TypeSpec.Builder by(Class<?> processor, TypeSpec.Builder type, TypeElement origin, Elements elements) {
        ModuleElement module = elements.getModuleOf(origin);
        boolean readable = module == null || elements.getTypeElement(module, ANNOTATION.canonicalName()) != null;
        return readable
                ? type.addAnnotation(AnnotationSpec.builder(ANNOTATION)
                        .addMember("value", "$S", processor.getName())
                        .build())
                : type;
    }

    static JavaFile file(String packageName, TypeSpec type) {
        return JavaFile.builder(packageName, type).indent("    ").skipJavaLangImports(true).build();
    }
}

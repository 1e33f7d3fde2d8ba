package dev.toolpolicy.processor.mirror;

import com.palantir.javapoet.TypeName;
import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Tool;
import java.util.Locale;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** The names that models see, made from names in Java. */
public final class Names {
    /** The longest tool name that every provider accepts. */
    public static final int LONGEST = 64;

    private Names() {}

    /**
     * Returns a Java name in snake_case: {@code maxBytes} becomes {@code max_bytes}, {@code URLPath} becomes
     * {@code url_path}.
     */
    static String snakeCase(String name) {
        StringBuilder snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (startsWord(name, i)) {
                snake.append('_');
            }
            snake.append(name.charAt(i));
        }
        return snake.toString().toLowerCase(Locale.ROOT);
    }

    private static boolean startsWord(String name, int i) {
        if (i == 0 || !Character.isUpperCase(name.charAt(i)) || name.charAt(i - 1) == '_') {
            return false;
        }
        boolean endsAcronym = i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
        return !Character.isUpperCase(name.charAt(i - 1)) || endsAcronym;
    }

    /** Returns whether every provider accepts a tool name. */
    public static boolean isToolName(String name) {
        return !name.isEmpty() && name.length() <= LONGEST && name.chars().allMatch(Names::isNameCharacter);
    }

    /** Returns a valid tool name that is close to an invalid one; empty if only its author can choose one. */
    public static String corrected(String name) {
        if (name.chars().anyMatch(c -> c > '~')) {
            return "";
        }
        StringBuilder corrected = new StringBuilder();
        name.chars().limit(LONGEST).forEach(c -> corrected.append(isNameCharacter(c) ? (char) c : '_'));
        return corrected.chars().allMatch(c -> c == '_') ? "" : corrected.toString();
    }

    private static boolean isNameCharacter(int c) {
        return isLetterOrDigit(c) || c == '_' || c == '-';
    }

    /** Returns whether a character is an ASCII letter or digit. */
    public static boolean isLetterOrDigit(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** Returns the name of a tool: the one in {@code @Tool}, or else the type's own in snake_case. */
    public static String ofTool(TypeElement type) {
        return AnnotationView.find(type, Tool.class)
                .flatMap(tool -> tool.text("name"))
                .filter(given -> !given.isEmpty())
                .orElseGet(() -> snakeCase(type.getSimpleName().toString()));
    }

    /** Returns the name of a parameter: the one in {@code @Param}, or else the component's own in snake_case. */
    public static String ofParameter(RecordComponentElement component) {
        return AnnotationView.find(component, Param.class)
                .flatMap(param -> param.text("name"))
                .filter(given -> !given.isEmpty())
                .orElseGet(() -> snakeCase(component.getSimpleName().toString()));
    }

    /** Returns the qualified name of a class; empty for another type. */
    public static String qualified(TypeMirror type) {
        return type instanceof DeclaredType declared && declared.asElement() instanceof TypeElement element
                ? element.getQualifiedName().toString()
                : "";
    }

    /** Returns a type as written in source, without packages and annotations. */
    public static String simple(TypeMirror type) {
        StringBuilder name = new StringBuilder();
        String full = TypeName.get(type).toString();
        int start = 0;
        for (int i = 0; i <= full.length(); i++) {
            boolean inName =
                    i < full.length() && (Character.isJavaIdentifierPart(full.charAt(i)) || full.charAt(i) == '.');
            if (!inName) {
                String word = full.substring(start, i);
                name.append(withoutPackage(word)).append(i < full.length() ? full.substring(i, i + 1) : "");
                start = i + 1;
            }
        }
        return name.toString();
    }

    private static String withoutPackage(String name) {
        int start = 0;
        while (start < name.length() && Character.isLowerCase(name.charAt(start)) && name.indexOf('.', start) > 0) {
            start = name.indexOf('.', start) + 1;
        }
        return name.substring(start);
    }
}

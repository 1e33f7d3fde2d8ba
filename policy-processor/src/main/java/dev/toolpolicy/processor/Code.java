package dev.toolpolicy.processor;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;

/**
 * Pieces of Java source, as text in which types and indentation are still marks; {@link SourceFile} makes imports and
 * spaces of them. Marks are control characters, which are in no name, and in literals are escaped.
 */
final class Code {
    /** Begins a type: its package, {@link #END}, its simple names, {@link #END}. */
    static final char TYPE = '\u001c';
    static final char END = '\u001d';
    /** Lines that begin after it are indented by one step more. */
    static final char IN = '\u001e';
    /** Lines that begin after it are indented by one step less. */
    static final char OUT = '\u001f';

    private Code() {}

    /**
     * A piece of source.
     *
     * @param format the source, where {@code $T} stands for a type, {@code $L} for a piece or anything else as its text,
     *     and {@code $>} and {@code $<} begin and end an indentation
     * @param arguments the types, as classes or names, and pieces
     */
    static String of(String format, Object... arguments) {
        StringBuilder code = new StringBuilder(format.length() + 64);
        int argument = 0;
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '$') {
                code.append(c);
                continue;
            }
            switch (format.charAt(++i)) {
                case 'T' -> add(arguments[argument++], code);
                case 'L' -> code.append(arguments[argument++]);
                case '>' -> code.append(IN);
                case '<' -> code.append(OUT);
                default -> throw new IllegalArgumentException(format);
            }
        }
        return code.toString();
    }

    private static void add(Object type, StringBuilder code) {
        if (type instanceof Class<?> known) {
            int start = known.getPackageName().length() + 1;
            mark(known.getPackageName(), known.getCanonicalName().substring(start), code);
        } else if (type instanceof ClassName name) {
            mark(name.packageName(), String.join(".", name.simpleNames()), code);
        } else if (type instanceof ArrayTypeName array) {
            add(array.componentType(), code);
            code.append("[]");
        } else if (type instanceof ParameterizedTypeName generic) {
            add(generic.rawType(), code);
            String separator = "<";
            for (TypeName each : generic.typeArguments()) {
                code.append(separator);
                add(each, code);
                separator = ", ";
            }
            code.append('>');
        } else {
            code.append(type);
        }
    }

    private static void mark(String packageName, String name, StringBuilder code) {
        code.append(TYPE).append(packageName).append(END).append(name).append(END);
    }
}

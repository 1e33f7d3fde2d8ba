package dev.toolpolicy.processor;

import com.palantir.javapoet.ClassName;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * A generated source file.
 *
 * @param type the class in it
 * @param text the source
 * @param origins what it is generated from
 */
record SourceFile(ClassName type, String text, List<TypeElement> origins) {
    private static final String INDENT = "    ";

    /**
     * A file with one class.
     *
     * @param type the class
     * @param declaration what is before its members, up to the brace
     * @param members its members, each with its line break
     * @param origins what it is generated from
     */
    static SourceFile of(ClassName type, String declaration, List<String> members, List<TypeElement> origins) {
        String code = Code.of("$L {\n$>$L$<}\n", declaration, String.join("\n", members));
        return new SourceFile(type, new Printer(type, code).print(), List.copyOf(origins));
    }

    void writeTo(Filer filer) throws IOException {
        try (Writer file = filer.createSourceFile(type.canonicalName(), origins.toArray(Element[]::new)).openWriter()) {
            file.write(text);
        }
    }

    /** Makes imports of types and spaces of indentation. */
    private static final class Printer {
        private final String packageName;
        private final String code;
        /** The packages of the classes that have their simple names here. */
        private final Map<String, String> packages = new HashMap<>();
        private final StringBuilder text = new StringBuilder();

        Printer(ClassName type, String code) {
            this.packageName = type.packageName();
            this.code = code;
            packages.put(type.simpleName(), packageName);
        }

        /** A class of the same package has its simple name without import; of others the first that is mentioned gets it. */
        String print() {
            claimNames(true);
            claimNames(false);
            text.append("package ").append(packageName).append(";\n\n");
            Set<String> imports = new TreeSet<>();
            packages.forEach((name, from) -> {
                if (!from.equals(packageName) && !from.equals("java.lang")) {
                    imports.add(from + "." + name);
                }
            });
            imports.forEach(each -> text.append("import ").append(each).append(";\n"));
            printBody(imports.isEmpty() ? "" : "\n");
            return text.toString();
        }

        private void claimNames(boolean ofThisPackage) {
            for (int at = code.indexOf(Code.TYPE); at >= 0; at = code.indexOf(Code.TYPE, at + 1)) {
                int name = code.indexOf(Code.END, at) + 1;
                String from = code.substring(at + 1, name - 1);
                if (from.equals(packageName) == ofThisPackage) {
                    packages.putIfAbsent(outermost(code.substring(name, code.indexOf(Code.END, name))), from);
                }
            }
        }

        private static String outermost(String name) {
            int dot = name.indexOf('.');
            return dot < 0 ? name : name.substring(0, dot);
        }

        private void printBody(String before) {
            text.append(before);
            int indent = 0;
            boolean atStart = true;
            for (int i = 0; i < code.length(); i++) {
                char c = code.charAt(i);
                if (c == Code.IN || c == Code.OUT) {
                    indent += c == Code.IN ? 1 : -1;
                    continue;
                }
                if (atStart && c != '\n') {
                    text.append(INDENT.repeat(indent));
                }
                atStart = c == '\n';
                if (c == Code.TYPE) {
                    i = printType(i);
                } else {
                    text.append(c);
                }
            }
        }

        /** Prints the type whose mark starts here; returns where it ends. */
        private int printType(int start) {
            int nameStart = code.indexOf(Code.END, start) + 1;
            int end = code.indexOf(Code.END, nameStart);
            String from = code.substring(start + 1, nameStart - 1);
            String name = code.substring(nameStart, end);
            text.append(from.equals(packages.get(outermost(name))) ? name : from + "." + name);
            return end;
        }
    }
}

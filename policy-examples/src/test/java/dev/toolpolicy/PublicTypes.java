package dev.toolpolicy;

import com.sun.source.tree.ClassTree;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** The public types of the artifacts that services use, without the packages named internal. */
final class PublicTypes {
    private static final Set<String> MODULES = Set.of(
            "policy-api",
            "policy-analysis",
            "policy-runtime",
            "policy-config",
            "policy-stream",
            "policy-jdbc",
            "policy-page",
            "policy-test",
            "policy-agents",
            "openai",
            "anthropic",
            "langchain4j",
            "spring-ai",
            "spring-boot-starter",
            "mcp",
            "adk",
            "opentelemetry",
            "micrometer");

    private PublicTypes() {}

    /** The source files of public packages. */
    static List<SourceFile> files() {
        return SourceFile.all().stream()
                .filter(file -> file.sourceSet().equals("main") && MODULES.contains(file.module()))
                .filter(file -> !(file.packageName() + ".").contains(".internal."))
                .toList();
    }

    /** The names of a file's public types. */
    static List<String> names(SourceFile file) {
        return file.tree().getTypeDecls().stream()
                .filter(type -> type instanceof ClassTree named
                        && named.getModifiers().getFlags().contains(Modifier.PUBLIC))
                .map(type -> ((ClassTree) type).getSimpleName().toString())
                .toList();
    }

    /** The artifact of a file. */
    static String artifact(SourceFile file) {
        return "policy-" + (file.module().startsWith("policy-") ? file.module().substring(7) : file.module());
    }

    /** The first sentence of the Javadoc of a file's type, without a period and as Markdown. */
    static String summary(SourceFile file) {
        String text = file.text();
        int start = text.lastIndexOf("/**", text.indexOf("\npublic "));
        String comment = text.substring(start + 3, text.indexOf("*/", start));
        String flat = comment.lines()
                .map(line -> line.strip().replaceFirst("^\\* ?", ""))
                .collect(Collectors.joining(" "));
        String sentence = flat.strip().split("\\.( |$)", 2)[0];
        return sentence.replaceAll("\\{@linkplain [^ }]+ ([^}]*)}", "$1")
                .replaceAll("\\{@(?:code|link) #?([^}]*)}", "`$1`")
                .replace('#', '.')
                .replace("|", "\\|");
    }

    /** The types at the top of their files, loaded. */
    static List<Class<?>> topLevel() {
        return files().stream()
                .flatMap(file -> names(file).stream().map(name -> file.packageName() + "." + name))
                .<Class<?>>map(PublicTypes::load)
                .toList();
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicTypes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name + " is in the sources, but not on the tests' class path", e);
        }
    }
}

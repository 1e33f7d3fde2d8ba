package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import java.util.List;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

class SourceFileTest {

    @Test
    void indentsLinesAndSortsImports() {
        String method = Code.of(
                "$T of($T<$T> all) {\n$>return new $T(\n\n$>$>all);\n$<$<$<}\n",
                ClassName.get("a", "One"), List.class, Integer.class, ClassName.get("z", "Outer", "Inner"));
        SourceFile file = SourceFile.of(ClassName.get("a", "Made"), "class Made", List.of("int i;\n", method), List.of());
        assertThat(file.text()).isEqualTo("""
                package a;

                import java.util.List;
                import z.Outer;

                class Made {
                    int i;

                    One of(List<Integer> all) {
                        return new Outer.Inner(

                                all);
                    }
                }
                """);
    }

    @Test
    void oneNameIsOneClass() {
        String members = Code.of(
                "$T a; $T b; $T c; $T d; $T e; $T f;\n",
                ClassName.get("x", "Kind"),
                ClassName.get("y", "Kind"),
                ClassName.get("x", "Made"),
                String.class,
                ClassName.get("x", "Own"),
                ParameterizedTypeName.get(ClassName.get("a", "Own", "In"), ClassName.get("a", "String")));
        SourceFile file = SourceFile.of(ClassName.get("a", "Made"), "class Made", List.of(members), List.of());
        assertThat(file.text()).isEqualTo("""
                package a;

                import x.Kind;

                class Made {
                    Kind a; y.Kind b; x.Made c; java.lang.String d; x.Own e; Own.In<String> f;
                }
                """);
    }

    @Test
    void withoutImportsThereIsNoGap() {
        SourceFile file = SourceFile.of(ClassName.get("a", "Made"), "class Made", List.of(), List.of());
        assertThat(file.text()).isEqualTo("package a;\n\nclass Made {\n}\n");
    }

    @Test
    void unknownMarksAreOurFault() {
        assertThatThrownBy(() -> Code.of("$S", "text")).isInstanceOf(IllegalArgumentException.class);
    }

    /** Records and enums may be called like anything that definitions mention. */
    @Test
    void toolsMayBeNamedAsWhatDefinitionsUse() {
        JavaFileObject rule = Compiling.source("Rule", """
                package demo;
                import dev.toolpolicy.annotation.Policy;
                import dev.toolpolicy.annotation.Tool;
                import dev.toolpolicy.rule.Mode;
                /** Is named as what its definition is made of. */
                @Tool
                @Policy(run = {
                    @dev.toolpolicy.annotation.Rule(arg = "/mode", constant = "ON", mode = Mode.ASK),
                    @dev.toolpolicy.annotation.Rule(arg = "/list/name", prefix = "a", mode = Mode.SKIP),
                    @dev.toolpolicy.annotation.Rule(mode = Mode.ASK)})
                public record Rule(other.Mode mode, List list, java.util.List<other.Mode> modes, Optional optional) {}
                """);
        Compilation compilation = Compiling.strictly(
                rule,
                JavaFileObjects.forSourceString("demo.List", "package demo; public record List(String name) {}"),
                JavaFileObjects.forSourceString("demo.Optional", "package demo; public record Optional(int count) {}"),
                JavaFileObjects.forSourceString("other.Mode", "package other; public enum Mode { ON, OFF }"));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(Compiling.text(compilation.generatedSourceFile("demo.RuleTool").orElseThrow()))
                .contains("import dev.toolpolicy.rule.Mode;")
                .contains("case \"ON\" -> other.Mode.ON;")
                .contains("dev.toolpolicy.rule.Rule.when(MODE.constant(\"ON\"), Mode.ASK)")
                .contains("return java.util.Optional.of(RUN);");
    }
}

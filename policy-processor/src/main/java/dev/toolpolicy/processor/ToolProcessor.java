package dev.toolpolicy.processor;

import com.palantir.javapoet.JavaFile;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.ClassFiles;
import dev.toolpolicy.processor.mirror.Place;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.read.PolicyFinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The processor that checks each tool by itself, and writes its definition next to it. It is isolating in Gradle's
 * terms: its output for a tool depends only on the tool's record and the types that the record mentions.
 */
public final class ToolProcessor extends AbstractProcessor {
    private final BiFunction<Elements, Types, ToolCompiler> compilers;
    private final Set<String> deferred = new LinkedHashSet<>();
    private final Set<String> withoutPolicy = new LinkedHashSet<>();

    /** Creates the processor for the compiler. */
    public ToolProcessor() {
        this(ToolCompiler::of);
    }

    ToolProcessor(BiFunction<Elements, Types, ToolCompiler> compilers) {
        this.compilers = compilers;
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(Tool.class.getName(), Policy.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Elements elements = processingEnv.getElementUtils();
        ToolCompiler compiler = compilers.apply(elements, processingEnv.getTypeUtils());
        List<TypeElement> tools = new ArrayList<>();
        deferred.forEach(name -> tools.add(elements.getTypeElement(name)));
        deferred.clear();
        tools.addAll(Declared.with(Tool.class, round));
        if (!round.processingOver()) {
            tools.stream().filter(tool -> !isDone(tool)).forEach(tool -> process(tool, compiler));
        } else {
            withoutPolicy.forEach(tool -> checkLatePolicy(elements.getTypeElement(tool)));
        }
        Declared.with(Policy.class, round).forEach(this::checkPolicy);
        return false;
    }

    /**
     * Returns whether an earlier build has compiled the tool and its definition, and nothing it mentions has changed.
     */
    private boolean isDone(TypeElement tool) {
        Elements elements = processingEnv.getElementUtils();
        return tool.getKind() == ElementKind.RECORD
                && new ClassFiles(elements).origin(tool) == ClassFiles.Origin.CLASS_FILE
                && Definitions.has(tool, elements);
    }

    /**
     * Processes a tool, or defers it to the next round if it mentions an undefined type. Types that are still
     * undefined after the last round are reported by the compiler.
     */
    private void process(TypeElement tool, ToolCompiler compiler) {
        try {
            Failures.contain(
                    tool,
                    processingEnv.getMessager(),
                    findings -> compiler.compile(tool, findings).ifPresent(file -> write(file, tool, findings)));
            if (PolicyFinder.find(tool, new Findings()).isEmpty()) {
                withoutPolicy.add(tool.getQualifiedName().toString());
            }
        } catch (UndefinedException notYet) {
            deferred.add(tool.getQualifiedName().toString());
        }
    }

    /**
     * Reports a policy that another processor generated too late. Before JDK 21, compilers don't report annotations
     * that don't exist yet.
     */
    private void checkLatePolicy(TypeElement tool) {
        Failures.contain(
                tool,
                processingEnv.getMessager(),
                findings -> PolicyFinder.find(tool, new Findings())
                        .map(AnnotationView::use)
                        .ifPresent(late -> findings.add(
                                ProcessorWords.latePolicy(tool.getSimpleName().toString(), late.policy()),
                                late.place())));
    }

    /**
     * Reports a policy without a tool. A policy on an annotation is shared, and checked with each tool that uses it.
     */
    private void checkPolicy(TypeElement type) {
        if (type.getKind() != ElementKind.ANNOTATION_TYPE
                && AnnotationView.find(type, Tool.class).isEmpty()) {
            Place place = AnnotationView.find(type, Policy.class).orElseThrow().place();
            Failures.contain(
                    type,
                    processingEnv.getMessager(),
                    findings -> findings.add(
                            ProcessorWords.policyWithoutTool(
                                    type.getSimpleName().toString()),
                            place));
        }
    }

    private void write(JavaFile file, TypeElement tool, Findings findings) {
        try {
            file.writeTo(processingEnv.getFiler());
            Definitions.add(tool, processingEnv.getElementUtils());
        } catch (FilerException taken) {
            String record = tool.getSimpleName().toString();
            findings.add(
                    ProcessorWords.generatedNameTaken(record, file.typeSpec().name()), Place.of(tool));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

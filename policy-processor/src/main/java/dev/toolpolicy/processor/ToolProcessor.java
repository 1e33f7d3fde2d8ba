package dev.toolpolicy.processor;

import com.google.auto.service.AutoService;
import com.palantir.javapoet.JavaFile;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Result;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.processor.check.ToolCheck;
import dev.toolpolicy.processor.host.Hosts;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.ClassFiles;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.processor.model.ToolModel;
import dev.toolpolicy.processor.read.PolicyFinder;
import dev.toolpolicy.processor.read.ToolReader;
import dev.toolpolicy.processor.write.ToolWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic.Kind;

/**
 * The processor that checks each tool by itself, and writes its definition next to it. It is isolating in Gradle's
 * terms: its output for a tool depends only on the tool's record or method, and the types that it mentions.
 */
@AutoService(Processor.class)
public final class ToolProcessor extends AbstractProcessor {
    /** Our annotations that have an effect only on a tool. */
    private static final List<Class<?>> OF_TOOLS = List.of(Policy.class, Result.class);

    private final BiFunction<Elements, Types, Compiler> compilers;
    private final Set<String> deferred = new LinkedHashSet<>();
    private final Set<String> withoutPolicy = new LinkedHashSet<>();
    /** The classes with methods of hosts whose programs have been reminded. */
    private final Set<String> reminded = new HashSet<>();
    /** The methods without a policy of their own that an annotation of a team makes tools. */
    private final Set<String> composed = new LinkedHashSet<>();

    /** Creates the processor for the compiler. */
    public ToolProcessor() {
        this(Compiler::of);
    }

    ToolProcessor(BiFunction<Elements, Types, Compiler> compilers) {
        this.compilers = compilers;
    }

    /** Returns the annotations of all that may be a tool or have a policy. */
    static Set<String> annotations() {
        Set<String> annotations = new HashSet<>(Hosts.ANNOTATIONS);
        annotations.add(Tool.class.getName());
        OF_TOOLS.forEach(each -> annotations.add(each.getName()));
        return annotations;
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return annotations();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Elements elements = processingEnv.getElementUtils();
        Hosts hosts = new Hosts(elements, processingEnv.getTypeUtils());
        Compiler compiler = compilers.apply(elements, processingEnv.getTypeUtils());
        List<ToolElement> tools = new ArrayList<>();
        deferred.forEach(id -> ToolElement.find(id, elements, hosts).ifPresent(tools::add));
        deferred.clear();
        tools.addAll(RoundTools.candidates(annotations, round, hosts));
        if (!round.processingOver()) {
            tools.stream().filter(tool -> !isDone(tool)).forEach(tool -> process(tool, compiler));
        } else {
            // Before JDK 21, compilers don't report annotations that don't exist yet.
            withoutPolicy.forEach(id -> ToolElement.find(id, elements, hosts)
                    .ifPresent(tool -> reportShared(tool, ProcessorWords::latePolicy)));
            // A build of this file alone would lose a policy that the processor isn't told of.
            composed.forEach(id -> ToolElement.find(id, elements, hosts)
                    .ifPresent(tool -> reportShared(tool, ProcessorWords::unsharedPolicy)));
        }
        RoundTools.composed(round, hosts).forEach(tool -> composed.add(tool.id()));
        OF_TOOLS.forEach(annotation -> RoundTools.with(annotations, round, annotation.getName()::equals)
                .forEach(each -> checkTool(each, annotation, hosts)));
        return false;
    }

    /**
     * Returns whether an earlier build has compiled the tool and its definition, and nothing it mentions has changed.
     */
    private boolean isDone(ToolElement tool) {
        Elements elements = processingEnv.getElementUtils();
        return (tool.method() != null || tool.type().getKind() == ElementKind.RECORD)
                && new ClassFiles(elements).origin(tool.type()) == ClassFiles.Origin.CLASS_FILE
                && Definitions.has(tool, elements);
    }

    /**
     * Processes a tool, or defers it to the next round if it mentions an undefined type. Types that are still
     * undefined after the last round are reported by the compiler.
     */
    private void process(ToolElement tool, Compiler compiler) {
        try {
            if (RoundTools.isTool(tool)) {
                Reporter.contain(
                        tool.element(),
                        processingEnv.getMessager(),
                        findings -> compiler.compile(tool, findings).ifPresent(file -> write(file, tool, findings)));
            }
            if (PolicyFinder.find(tool.element(), new Findings()).isEmpty()) {
                withoutPolicy.add(tool.id());
            }
        } catch (UndefinedException notYet) {
            deferred.add(tool.id());
        }
    }

    /**
     * Reports the policy that a tool shares, if there is one.
     *
     * @param words makes the message from the names of the tool and of the policy
     */
    private void reportShared(ToolElement tool, BiFunction<String, String, Diagnostic> words) {
        Reporter.contain(
                tool.element(),
                processingEnv.getMessager(),
                findings -> PolicyFinder.find(tool.element(), new Findings())
                        .map(AnnotationView::use)
                        .ifPresent(use -> findings.add(words.apply(tool.label(), use.policy()), use.place())));
    }

    /**
     * Reports an annotation of ours on a declaration that is not a tool. A policy on an annotation is shared, and checked
     * with each tool that uses it.
     */
    private void checkTool(Element element, Class<?> annotation, Hosts hosts) {
        String type = String.valueOf(element.getEnclosingElement());
        hosts.of(element)
                .flatMap(host -> host.reminder(type))
                .filter(words -> reminded.add(type))
                .ifPresent(words -> processingEnv.getMessager().printMessage(Kind.NOTE, words));
        boolean hasTool = element.getKind() == ElementKind.METHOD
                ? hosts.of(element).isPresent()
                : AnnotationView.find(element, Tool.class).isPresent();
        boolean isShared = element.getKind() == ElementKind.ANNOTATION_TYPE && annotation == Policy.class;
        if (!isShared && !hasTool) {
            Location place =
                    AnnotationView.find(element, annotation).orElseThrow().place();
            Reporter.contain(
                    element,
                    processingEnv.getMessager(),
                    findings -> findings.add(ProcessorWords.withoutTool(annotation.getSimpleName(), element), place));
        }
    }

    private void write(JavaFile file, ToolElement tool, Findings findings) {
        try {
            file.writeTo(processingEnv.getFiler());
            Definitions.add(tool, processingEnv.getElementUtils());
        } catch (FilerException taken) {
            findings.add(
                    ProcessorWords.generatedNameTaken(
                            tool.label(), file.typeSpec().name()),
                    Location.of(tool.element()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The steps from a tool's declaration to its generated code: read, check, write. */
    interface Compiler {
        /**
         * Compiles one tool.
         *
         * @param tool the tool's declaration
         * @param findings takes the problems
         * @return the code; empty if the tool has errors
         * @throws UndefinedException if the tool mentions an undefined type, which another processor may still generate
         */
        Optional<JavaFile> compile(ToolElement tool, Findings findings);

        /** Returns the compiler for a module's tools. */
        static Compiler of(Elements elements, Types types) {
            ToolReader reader = new ToolReader(elements, types);
            return (tool, findings) -> {
                Optional<ToolModel> model = reader.read(tool, findings).map(read -> ToolCheck.check(read, findings));
                return findings.hasErrors()
                        ? Optional.empty()
                        : model.map(each -> ToolWriter.write(each, ToolProcessor.class, elements, tool.type()));
            };
        }
    }
}

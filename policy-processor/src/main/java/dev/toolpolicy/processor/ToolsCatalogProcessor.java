package dev.toolpolicy.processor;

import com.google.auto.service.AutoService;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.processor.check.CatalogCheck;
import dev.toolpolicy.processor.host.Hosts;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.processor.read.CatalogReader;
import dev.toolpolicy.processor.read.ToolReader;
import dev.toolpolicy.processor.write.CatalogWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.ModuleElement.ProvidesDirective;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/**
 * The processor that checks a module's tools together, and writes the catalog that the run time loads. It is
 * aggregating in Gradle's terms. AutoService sorts processors by name, so {@link ToolProcessor} is called first.
 *
 * <p>A tool is in the catalog if its definition exists, and {@link ToolProcessor} writes a definition only for a tool
 * without errors. The catalog is written in the first round in which all new tools have their definition, or else in
 * the next round. Tools that other processors generate later go into a further catalog. Requirements between tools
 * are checked after the last round, when all tools are known.
 */
@AutoService(Processor.class)
public final class ToolsCatalogProcessor extends AbstractProcessor {
    static final String SERVICE_FILE = "META-INF/services/dev.toolpolicy.ToolCatalog$Provider";
    private static final String SERVICE = ToolCatalog.Provider.class.getCanonicalName();

    private final Set<String> tools = new LinkedHashSet<>();
    /** The definitions that no catalog has yet, by their tools. */
    private final Map<String, ClassName> pending = new LinkedHashMap<>();

    private final List<String> providers = new ArrayList<>();

    /** Creates the processor for the compiler. */
    public ToolsCatalogProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return ToolProcessor.annotations();
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Set.of(ModuleReport.OPTION);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        boolean anyNew = false;
        for (ToolElement tool : RoundTools.candidates(annotations, round, hosts())) {
            if (RoundTools.isTool(tool)) {
                tools.add(tool.id());
                pending.put(tool.id(), tool.definition());
                anyNew |= !Definitions.has(tool, processingEnv.getElementUtils());
            }
        }
        if (!round.processingOver() && !anyNew) {
            writeCatalog();
        } else if (round.processingOver() && !tools.isEmpty()) {
            check();
            writeServiceFile(round);
        }
        return false;
    }

    private Hosts hosts() {
        return new Hosts(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
    }

    /**
     * Returns the tools as this round has them, one for each definition: of overloaded methods, the first with a policy.
     * Javac forgets the source positions of the previous round's types.
     */
    private List<ToolElement> find(Set<String> ids) {
        Hosts hosts = hosts();
        Map<ClassName, ToolElement> byDefinition = new LinkedHashMap<>();
        ids.stream()
                .flatMap(id -> ToolElement.find(id, processingEnv.getElementUtils(), hosts).stream())
                .forEach(tool -> byDefinition.merge(
                        tool.definition(), tool, (one, other) -> RoundTools.isTool(one) ? one : other));
        return List.copyOf(byDefinition.values());
    }

    private void writeCatalog() {
        List<ToolElement> defined = find(pending.keySet()).stream()
                .filter(tool -> Definitions.has(tool, processingEnv.getElementUtils()))
                .toList();
        if (defined.isEmpty()) {
            return;
        }
        defined.forEach(tool -> pending.values().removeIf(tool.definition()::equals));
        Reporter.contain(defined.get(0).element(), processingEnv.getMessager(), findings -> {
            JavaFile catalog = CatalogWriter.write(
                    defined, ToolsCatalogProcessor.class, processingEnv.getElementUtils(), providers.size() + 1);
            providers.add(catalog.packageName() + "." + catalog.typeSpec().name());
            try {
                catalog.writeTo(processingEnv.getFiler());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    private void check() {
        CatalogReader reader = new CatalogReader(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
        List<ToolElement> all = find(tools);
        Reporter.contain(all.get(0).element(), processingEnv.getMessager(), findings -> {
            new CatalogCheck(reader.read(all), findings).check();
            report(all, findings);
        });
    }

    private void report(List<ToolElement> all, Findings ofCatalog) {
        String folder = processingEnv.getOptions().get(ModuleReport.OPTION);
        if (folder == null) {
            return;
        }
        ToolReader reader = new ToolReader(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
        String module = CatalogWriter.moduleName(all, processingEnv.getElementUtils());
        try {
            new ModuleReport(reader, ofCatalog).write(Path.of(folder), module, all);
        } catch (IOException | InvalidPathException failed) {
            processingEnv
                    .getMessager()
                    .printMessage(Diagnostic.Kind.ERROR, ProcessorWords.reportFailed(folder, failed));
        }
    }

    private void writeServiceFile(RoundEnvironment round) {
        if (round.errorRaised() || providers.isEmpty()) {
            return;
        }
        TypeElement[] origins =
                find(tools).stream().map(ToolElement::type).distinct().toArray(TypeElement[]::new);
        checkModule(processingEnv.getElementUtils().getModuleOf(origins[0]));
        Reporter.contain(origins[0], processingEnv.getMessager(), findings -> {
            try (Writer file = processingEnv
                    .getFiler()
                    .createResource(StandardLocation.CLASS_OUTPUT, "", SERVICE_FILE, origins)
                    .openWriter()) {
                for (String provider : providers) {
                    file.write(provider + "\n");
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    /**
     * Prints the line that is missing in {@code module-info.java}, since Java ignores service files in named modules.
     * The warning has no code, since it is not about a tool.
     */
    private void checkModule(@Nullable ModuleElement module) {
        if (module == null || module.isUnnamed()) {
            return;
        }
        Set<String> provided = ElementFilter.providesIn(module.getDirectives()).stream()
                .filter(provides -> provides.getService().getQualifiedName().contentEquals(SERVICE))
                .map(ProvidesDirective::getImplementations)
                .flatMap(List::stream)
                .map(type -> type.getQualifiedName().toString())
                .collect(Collectors.toSet());
        if (!provided.containsAll(providers)) {
            String line = "provides " + SERVICE + " with " + String.join(", ", providers) + ";";
            processingEnv
                    .getMessager()
                    .printMessage(Diagnostic.Kind.WARNING, ProcessorWords.missingProvides(module, line), module);
        }
    }
}

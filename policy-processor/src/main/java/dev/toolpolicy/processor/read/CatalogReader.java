package dev.toolpolicy.processor.read;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.processor.host.Hosts;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Catalog;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.ModuleElement.ProvidesDirective;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The reader of a module's tools, and of the tools in other modules that it can see, found by their catalogs. On a class
 * path all catalogs are in one package, since a compiler can list the types of a package but not services. Named modules
 * declare the catalogs that they provide.
 */
public final class CatalogReader {
    private final ToolReader tools;
    private final Elements elements;
    private final Hosts hosts;

    public CatalogReader(Elements elements, Types types) {
        this.tools = new ToolReader(elements, types);
        this.elements = elements;
        this.hosts = new Hosts(elements, types);
    }

    /** Returns the tools that a module can see. Problems of single tools are reported elsewhere. */
    public Catalog read(List<ToolElement> types) {
        Set<String> unreadable = new HashSet<>();
        List<ToolDeclaration> own = read(types, unreadable);
        List<ToolElement> others = visible(types.get(0).type()).stream()
                // an older build of this module may still be visible to the compiler
                .filter(type -> types.stream().noneMatch(mine -> mine.id().equals(type.id())))
                .toList();
        return new Catalog(own, read(others, unreadable), unreadable);
    }

    private List<ToolDeclaration> read(List<ToolElement> types, Set<String> unreadable) {
        List<ToolDeclaration> read = new ArrayList<>();
        for (ToolElement type : types) {
            try {
                tools.read(type, new Findings()).ifPresentOrElse(read::add, () -> unreadable.add(type.name()));
            } catch (UndefinedException undefined) {
                unreadable.add(type.name());
            }
        }
        return read;
    }

    /** Returns the tools whose catalogs are visible from a type. */
    private List<ToolElement> visible(TypeElement from) {
        List<ToolElement> tools = new ArrayList<>();
        catalogs(from)
                .forEach(catalog -> ElementFilter.fieldsIn(catalog.getEnclosedElements())
                        .forEach(field -> tool(field).ifPresent(tools::add)));
        return tools;
    }

    private Stream<TypeElement> catalogs(TypeElement from) {
        ModuleElement module = elements.getModuleOf(from);
        PackageElement onClassPath =
                module == null || module.isUnnamed() ? elements.getPackageElement(Catalog.PACKAGE) : null;
        Stream<TypeElement> indexed = onClassPath == null
                ? Stream.empty()
                : ElementFilter.typesIn(onClassPath.getEnclosedElements()).stream();
        Stream<TypeElement> provided = elements.getAllModuleElements().stream()
                .flatMap(each -> ElementFilter.providesIn(each.getDirectives()).stream())
                .filter(CatalogReader::isOfCatalogs)
                .map(ProvidesDirective::getImplementations)
                .flatMap(List::stream);
        return Stream.concat(indexed, provided);
    }

    /**
     * Returns whether a module provides catalogs. For a service that it can't find, Eclipse's compiler gives no type.
     */
    private static boolean isOfCatalogs(ProvidesDirective provides) {
        TypeElement service = provides.getService();
        return service != null
                && service.getQualifiedName().contentEquals(ToolCatalog.Provider.class.getCanonicalName());
    }

    /**
     * Returns the declaration of a definition. A catalog has each definition in a constant. The type of that of a record
     * is like {@code ModifyFileTool implements ToolSpec<ModifyFile>}; that of a method names it in a constant.
     */
    private Optional<ToolElement> tool(Element constant) {
        if (!(constant.asType() instanceof DeclaredType type)
                || !(type.asElement() instanceof TypeElement definition)) {
            return Optional.empty();
        }
        Optional<String> method = EarlierDescriptions.constant(definition, ToolElement.METHOD);
        return method.isPresent() ? ToolElement.find(method.get(), elements, hosts) : record(definition);
    }

    private static Optional<ToolElement> record(TypeElement definition) {
        return definition.getInterfaces().stream()
                .filter(each -> Names.qualified(each).equals(ToolSpec.class.getName()))
                .flatMap(each -> ((DeclaredType) each).getTypeArguments().stream())
                .flatMap(CatalogReader::record)
                .map(ToolElement::of)
                .findFirst();
    }

    private static Stream<TypeElement> record(TypeMirror type) {
        return type instanceof DeclaredType declared
                        && declared.asElement() instanceof TypeElement record
                        && AnnotationView.find(record, Tool.class).isPresent()
                ? Stream.of(record)
                : Stream.empty();
    }
}

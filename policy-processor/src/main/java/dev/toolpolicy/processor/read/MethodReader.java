package dev.toolpolicy.processor.read;

import dev.toolpolicy.processor.host.Host;
import dev.toolpolicy.processor.host.HostParameter;
import dev.toolpolicy.processor.host.UnservedTypeException;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/** The reading of one method that a framework calls as a tool. */
final class MethodReader {
    private final PolicyReader policies;
    private final ToolElement tool;
    private final ExecutableElement method;
    private final Host host;
    private final Findings findings;
    private final List<Parameter> parameters = new ArrayList<>();
    private final Map<String, Location> places = new LinkedHashMap<>();
    private final Set<String> broken = new HashSet<>();

    MethodReader(PolicyReader policies, ToolElement tool, ExecutableElement method, Host host, Findings findings) {
        this.policies = policies;
        this.tool = tool;
        this.method = method;
        this.host = host;
        this.findings = findings;
    }

    ToolDeclaration read() {
        Location namePlace = host.find(method).map(view -> view.place("name")).orElseGet(() -> Location.of(method));
        checkMethod(namePlace);
        PolicyDeclaration policy = policies.read(method, findings);
        method.getParameters().forEach(this::add);
        ToolSchema schema = PathMarks.mark(
                new ToolSchema(ParameterType.objectOf(parameters.toArray(Parameter[]::new))),
                policy.paths(),
                broken,
                findings);
        return new ToolDeclaration(
                tool,
                namePlace,
                host.toolName(method),
                host.description(method),
                true,
                schema,
                Map.copyOf(places),
                Optional.empty(),
                Set.copyOf(broken),
                policy);
    }

    private void checkMethod(Location namePlace) {
        host.nameFault(method).ifPresent(why -> findings.add(ToolWords.unknownName(tool.label(), why), namePlace));
        String name = host.toolName(method);
        if (!Names.isToolName(name)) {
            findings.add(ToolWords.toolName(name, Names.corrected(name)), namePlace);
        }
        if (tool.definition().packageName().isEmpty()) {
            findings.add(ToolWords.noPackage(tool.type().getSimpleName().toString()), Location.of(method));
        }
        boolean isFirst = ElementFilter.methodsIn(tool.type().getEnclosedElements()).stream()
                .filter(each -> each.getSimpleName().equals(method.getSimpleName()))
                .filter(each -> host.find(each).isPresent() && PolicyFinder.isTool(each))
                .findFirst()
                .map(method::equals)
                .orElse(true);
        if (!isFirst) {
            findings.add(ToolWords.overloaded(tool.label(), tool.definition().simpleName()), Location.of(method));
        }
    }

    private void add(VariableElement parameter) {
        host.parameter(parameter).ifPresent(described -> {
            Findings own = new Findings();
            Location place = Location.of(parameter);
            String owner = "parameter " + parameter.getSimpleName() + " of " + tool.label();
            if (places.putIfAbsent(described.name(), place) != null) {
                own.add(TypeWords.parameterTwice(owner, described.name(), host.parameterAnnotation()), place);
            } else {
                read(described, owner, parameter, own).ifPresent(parameters::add);
            }
            if (own.hasErrors()) {
                broken.add(described.name());
            }
            findings.addOfComponents(own);
        });
    }

    private Optional<Parameter> read(HostParameter described, String owner, VariableElement parameter, Findings own) {
        try {
            String name = described.name();
            ParameterType type = host.type(described.type());
            Parameter plain = (described.required() ? Parameter.required(name, type) : Parameter.optional(name, type))
                    .describedAs(described.description());
            return described
                    .defaultText()
                    .map(text -> withDefault(plain, text, owner, parameter, own))
                    .orElse(Optional.of(plain));
        } catch (UnservedTypeException unserved) {
            String type = Names.simple(parameter.asType());
            own.add(TypeWords.unsupportedType(owner, type, unserved.why(), unserved.help()), Location.of(parameter));
            return Optional.empty();
        }
    }

    private Optional<Parameter> withDefault(
            Parameter plain, String text, String owner, VariableElement parameter, Findings own) {
        Location place = AnnotationView.findSimple(parameter, host.parameterAnnotation())
                .map(view -> view.place("defaultValue"))
                .orElseGet(() -> Location.of(parameter));
        return Defaults.add(plain, text, owner, fault -> own.add(fault, place));
    }
}

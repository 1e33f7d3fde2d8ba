package dev.toolpolicy.processor.host;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The frameworks whose methods can have policies. */
public final class Hosts {
    /** The annotations that make a method a tool, by their qualified names. */
    public static final Set<String> ANNOTATIONS = Set.of(
            LangChain4j.TOOL,
            SpringNames.SPRING_AI.tool(),
            SpringNames.SPRING_MCP.tool(),
            SpringNames.COMMUNITY_MCP.tool());

    private final List<Host> all;

    public Hosts(Elements elements, Types types) {
        this.all = List.of(
                new LangChain4j(elements, types),
                new SpringAi(SpringNames.SPRING_AI, elements, types),
                new SpringAi(SpringNames.SPRING_MCP, elements, types),
                new SpringAi(SpringNames.COMMUNITY_MCP, elements, types));
    }

    /** Returns the framework that makes a tool of a method; empty if there is none. */
    public Optional<Host> of(Element method) {
        return all.stream().filter(host -> host.find(method).isPresent()).findFirst();
    }
}

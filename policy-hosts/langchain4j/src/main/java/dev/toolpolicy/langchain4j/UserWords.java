package dev.toolpolicy.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.LangChain4jManaged;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.UserName;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The words of the user in a call of an AI service's method. They are known only where the method takes them as they are:
 * as its sole user message, without a template. All else may be text of others.
 */
final class UserWords {
    /** The begin of the names of annotations of agents, whose callers are other agents. */
    private static final String AGENTIC = "dev.langchain4j.agentic.";
    /** What LangChain4j's templates have. */
    private static final String VARIABLE = "{{";

    private UserWords() {}

    /** Returns the words of the user; empty if it isn't certain that they are the user's. */
    static Optional<String> in(@Nullable InvocationContext call) {
        if (call == null || call.methodArguments() == null || call.interfaceName() == null) {
            return Optional.empty();
        }
        List<Object> arguments = call.methodArguments();
        return service(call.interfaceName())
                .flatMap(service -> method(service, call.methodName(), arguments.size()))
                .filter(method -> !isTemplate(method))
                .flatMap(method -> message(method.getParameters(), arguments));
    }

    private static Optional<Class<?>> service(String name) {
        return Stream.of(Thread.currentThread().getContextClassLoader(), UserWords.class.getClassLoader())
                .filter(Objects::nonNull)
                .map(loader -> service(name, loader))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Class<?>> service(String name, ClassLoader loader) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException e) {
            return Optional.empty(); // another loader may know it
        }
    }

    /** Returns the method that was called; empty if several have its name and as many parameters. */
    private static Optional<Method> method(Class<?> service, String name, int parameters) {
        List<Method> found = Stream.of(service.getMethods())
                .filter(each -> each.getName().equals(name) && each.getParameterCount() == parameters)
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static boolean isTemplate(Method method) {
        return method.isAnnotationPresent(UserMessage.class)
                || Stream.of(method.getAnnotations())
                        .anyMatch(each -> each.annotationType().getName().startsWith(AGENTIC));
    }

    private static Optional<String> message(Parameter[] parameters, List<Object> arguments) {
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            boolean isOnly = parameters.length == 1 && parameters[i].getAnnotations().length == 0;
            if (isOnly || parameters[i].isAnnotationPresent(UserMessage.class)) {
                messages.add(arguments.get(i));
            } else if (!isBeside(parameters[i])) {
                return Optional.empty();
            }
        }
        return messages.size() == 1 && messages.get(0) instanceof String text && !text.contains(VARIABLE)
                ? Optional.of(text)
                : Optional.empty();
    }

    /** Returns whether a parameter certainly adds nothing to the message. */
    private static boolean isBeside(Parameter parameter) {
        return parameter.isAnnotationPresent(MemoryId.class)
                || parameter.isAnnotationPresent(UserName.class)
                || LangChain4jManaged.class.isAssignableFrom(parameter.getType());
    }
}

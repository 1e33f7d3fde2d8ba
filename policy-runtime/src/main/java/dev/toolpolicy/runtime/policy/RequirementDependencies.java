package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.runtime.policy.DependencyPolicy.Stated;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The dependencies of all requirements of one tool, from annotations, files and code. Requirements without a key come
 * first, then those with a key, in the order of declaration.
 */
final class RequirementDependencies {
    private RequirementDependencies() {}

    static String nameOf(String tool) {
        return "require:" + tool;
    }

    /**
     * Returns the dependencies of one tool.
     *
     * @param keys returns the key of a tool at a pointer
     * @param isNew returns whether a path of a key names no file
     * @param fitting returns the tools that fit a pattern, of which one meets it
     */
    static List<Stated> dependencies(
            String tool,
            Collection<Requirement> requirements,
            BiFunction<String, ArgumentPointer, CallKey> keys,
            Predicate<String> isNew,
            Function<String, List<String>> fitting) {
        Set<String> unkeyed = new LinkedHashSet<>();
        requirements.stream()
                .filter(each -> each.key().isEmpty() && each.reason().isEmpty())
                .forEach(each -> unkeyed.addAll(each.tools()));
        List<Stated> dependencies = new ArrayList<>();
        unkeyed(tool, unkeyed, fitting).forEach(one -> dependencies.add(Stated.plain(one)));
        requirements.stream()
                .filter(each -> each.key().isEmpty() && each.reason().isPresent())
                .forEach(each -> unkeyed(tool, each.tools(), fitting)
                        .forEach(one -> dependencies.add(new Stated(one, each.reason()))));
        for (Requirement requirement : requirements) {
            if (requirement.key().isPresent()) {
                Requirement.Key key = requirement.key().get();
                for (Group group : groups(requirement.tools(), key.match(), fitting)) {
                    Dependency one = group.tools().isEmpty()
                            ? missing(tool, group.written())
                            : keyed(tool, group, key, keys, isNew);
                    dependencies.add(new Stated(one, requirement.reason()));
                }
            }
        }
        return dependencies;
    }

    /** Returns the dependencies on tools and patterns without a key: one on all tools together, one on each pattern. */
    private static List<Dependency> unkeyed(
            String tool, Collection<String> required, Function<String, List<String>> fitting) {
        List<Dependency> dependencies = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(required);
        names.removeIf(ToolNames::isPattern);
        if (!names.isEmpty()) {
            dependencies.add(new SequentialDependency(tool, names));
        }
        for (String pattern : required) {
            if (!names.contains(pattern)) {
                List<String> meant = fitting.apply(pattern);
                dependencies.add(
                        meant.isEmpty()
                                ? missing(tool, pattern)
                                : new SequentialDependency(tool, Set.copyOf(meant), pattern));
            }
        }
        return dependencies;
    }

    /**
     * Returns a dependency on a tool that isn't there yet, which nothing meets. When it comes, the policies are made
     * again.
     */
    private static Dependency missing(String tool, String name) {
        return new SequentialDependency(tool, Set.of(name));
    }

    /**
     * Tools of which one, or each, must have succeeded with a key.
     *
     * @param tools the tools; empty if none is there yet
     * @param written the name or pattern that they fit, or the first
     */
    private record Group(List<String> tools, Match match, String written) {}

    /**
     * Returns the groups that must each be met. Where all tools are required, each pattern is met by one that fits, and a
     * tool that isn't there yet by none.
     */
    private static List<Group> groups(List<String> tools, Match match, Function<String, List<String>> fitting) {
        List<Group> groups = new ArrayList<>();
        List<String> together = new ArrayList<>();
        for (String name : tools) {
            List<String> meant = fitting.apply(name);
            if (match == Match.ALL && (ToolNames.isPattern(name) || meant.isEmpty())) {
                groups.add(new Group(meant, Match.ANY, name));
            } else {
                together.addAll(meant);
            }
        }
        if (!together.isEmpty() || groups.isEmpty()) {
            groups.add(new Group(together.stream().distinct().toList(), match, tools.get(0)));
        }
        return groups;
    }

    private static KeyedDependency keyed(
            String tool,
            Group required,
            Requirement.Key key,
            BiFunction<String, ArgumentPointer, CallKey> keys,
            Predicate<String> isNew) {
        KeyedDependency dependency = KeyedDependency.of(tool, keys.apply(tool, key.argument()));
        for (String prerequisite : required.tools()) {
            dependency = dependency.after(prerequisite, keys.apply(prerequisite, key.requiredArgument()));
        }
        dependency = key.allowsNewFiles() ? dependency.unless(isNew) : dependency;
        dependency = required.match() == Match.ALL ? dependency.all() : dependency;
        return key.denyWhenMissing() ? dependency.denyWhenMissing() : dependency;
    }
}

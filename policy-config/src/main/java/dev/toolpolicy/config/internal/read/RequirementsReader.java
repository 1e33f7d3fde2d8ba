package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.ReasonCheck;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A reader of the requirements of a tool, as policy files write them under {@code requires}: a list of objects with
 * {@code tools}, which are names or patterns, and optionally {@code reason}, and {@code key} with its options: {@code tools_key}, {@code
 * match}, {@code when_missing}, {@code unless_new} and {@code fresh}. They mean the same as in annotations. Building an
 * engine checks whether the tools and their parameters exist. Stateless.
 */
public final class RequirementsReader {
    /** The members that a requirement can have only beside {@code key}. */
    private static final List<String> OPTIONS = List.of("tools_key", "match", "when_missing", "unless_new", "fresh");

    private static final List<String> MEMBERS = Stream.concat(
                    Stream.of("tools", "key", "external", "reason"), OPTIONS.stream())
            .toList();

    private final Problems problems = new Problems();

    private RequirementsReader() {}

    /**
     * Reads requirements.
     *
     * @param node a list of requirements
     * @param pointer where that stands, as a JSON Pointer; empty if it stands alone
     * @return an immutable list, all of which must be met
     * @throws InvalidPolicyException if anything is wrong with them; it says everything that is
     */
    public static List<Requirement> read(JsonNode node, String pointer) {
        return new RequirementsReader().readAll(node, pointer);
    }

    private List<Requirement> readAll(JsonNode written, String place) {
        List<Requirement> requirements = new ArrayList<>();
        if (!written.isArray()) {
            problems.add(place, Words.wrongShape("\"requires\"", "a list of requirements", written));
        }
        for (int i = 0; written.isArray() && i < written.size(); i++) {
            requirement(written.get(i), place + "/" + i).ifPresent(requirements::add);
        }
        problems.throwIfAny();
        return List.copyOf(requirements);
    }

    private Optional<Requirement> requirement(JsonNode written, String place) {
        if (!written.isObject()) {
            Diagnostic problem = Words.wrongShape("a requirement", "an object with \"tools\"", written);
            problems.add(
                    place, written.isTextual() ? problem.withHelp("write { tools = [" + written + "] }") : problem);
            return Optional.empty();
        }
        problems.checkKeys(place, "a requirement", written, MEMBERS);
        boolean external = problems.flag(written, "external", place);
        String text = problems.text(written, "reason", place);
        Optional<String> reason = written.path("reason").isTextual() ? Optional.of(text) : Optional.empty();
        reason.flatMap(ReasonCheck::check).ifPresent(problem -> problems.add(place + "/reason", problem));
        List<String> tools = tools(written, place);
        Optional<Requirement.Key> key = key(written, place);
        if (tools.isEmpty()) {
            return Optional.empty();
        }
        Requirement read = key.map(its -> Requirement.sameKey(tools, its)).orElseGet(() -> Requirement.allOf(tools));
        Requirement named = reason.map(read::because).orElse(read);
        return Optional.of(external ? named.asExternal() : named);
    }

    private List<String> tools(JsonNode written, String place) {
        JsonNode tools = written.path("tools");
        if (!tools.isArray() || tools.isEmpty()) {
            problems.add(place + "/tools", Words.wrongShape("\"tools\"", "a list of at least one name", tools));
            return List.of();
        }
        List<String> names = problems.texts(written, "tools", place);
        if (names.stream().anyMatch(String::isBlank)) {
            problems.add(place + "/tools", Words.wrongShape("\"tools\"", "a list of names that aren't empty", tools));
        }
        return names;
    }

    private Optional<Requirement.Key> key(JsonNode written, String place) {
        boolean all = word(written, "match", List.of(Match.ANY.word(), Match.ALL.word()), place) == 1;
        boolean deny = word(written, "when_missing", List.of("deny", "allow"), place) == 0;
        Optional<ArgumentPointer> theirs = pointer(written, "tools_key", place);
        Optional<ArgumentPointer> key = pointer(written, "key", place);
        if (!written.has("key")) {
            OPTIONS.stream()
                    .filter(written::has)
                    .forEach(option -> problems.add(place + "/" + option, Words.withoutKey(option)));
        }
        boolean unlessNew = problems.flag(written, "unless_new", place);
        boolean fresh = problems.flag(written, "fresh", place);
        return key.map(its ->
                new Requirement.Key(its, theirs.orElse(its), all ? Match.ALL : Match.ANY, deny, unlessNew, fresh));
    }

    /** Returns the index of the word at a key; 0 if the key is missing. */
    private int word(JsonNode written, String name, List<String> words, String place) {
        JsonNode value = written.path(name);
        int found = value.isTextual() ? words.indexOf(value.textValue()) : -1;
        if (found < 0 && !value.isMissingNode()) {
            String choice = Words.oneOf(words.stream().map(Words::quoted).toList());
            problems.add(place + "/" + name, Words.wrongShape(Words.quoted(name), choice, value));
        }
        return Math.max(found, 0);
    }

    private Optional<ArgumentPointer> pointer(JsonNode written, String name, String place) {
        JsonNode value = written.path(name);
        if (!value.isTextual()) {
            problems.text(written, name, place);
            return Optional.empty();
        }
        try {
            return Optional.of(ArgumentPointer.parse(value.textValue()));
        } catch (IllegalArgumentException e) {
            problems.add(place + "/" + name, Words.keyPointer(value.textValue(), String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }
}

package dev.toolpolicy.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.List;
import java.util.Locale;

/** The problems of policy files, printed for people and for programs. */
public final class Problems {
    private Problems() {}

    /**
     * Prints problems: as text to the errors, or as JSON to the answers.
     *
     * @param console prints them
     * @param problems the problems
     * @param asJson whether they are printed as JSON
     */
    public static void print(Console console, List<PolicyProblem> problems, boolean asJson) {
        if (asJson) {
            console.print(json(problems));
        } else {
            problems.forEach(problem -> console.report(text(console, problem)));
        }
    }

    /** Returns the text of a problem, its severity in color. */
    public static String text(Console console, PolicyProblem problem) {
        boolean isError = problem.diagnostic().severity() == Diagnostic.Severity.ERROR;
        String word = isError ? "error:" : "warning:";
        String text = problem.toString();
        int at = text.indexOf(" " + word + " ") + 1;
        return at == 0
                ? text
                : text.substring(0, at)
                        + console.colored(isError ? "bold,red" : "bold,yellow", word)
                        + text.substring(at + word.length());
    }

    /** Returns problems as the member {@code problems} of an object. */
    public static ObjectNode json(List<PolicyProblem> problems) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("problems");
        for (PolicyProblem problem : problems) {
            ObjectNode each = list.addObject();
            each.put("severity", problem.diagnostic().severity().name().toLowerCase(Locale.ROOT));
            each.put("code", problem.diagnostic().code().id());
            each.put("subject", problem.place().map(Object::toString).orElse(problem.subject()));
            problem.place().ifPresent(place -> place(each, place));
            each.put("summary", problem.diagnostic().summary());
            problem.diagnostic().help().ifPresent(help -> each.put("help", help));
            ArrayNode notes = each.putArray("notes");
            problem.diagnostic().notes().forEach(notes::add);
        }
        return answer;
    }

    private static void place(ObjectNode each, PolicyProblem.Place place) {
        each.put("file", place.source()).put("line", place.line()).put("column", place.column());
    }
}

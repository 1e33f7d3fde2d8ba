package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.LimitReader;
import dev.toolpolicy.analysis.internal.read.Words;
import java.util.ArrayList;
import java.util.List;

/** A reader of the limits of a tool, as policy files write them under {@code limits}: a list of objects. Stateless. */
final class LimitsReader {

    private LimitsReader() {}

    /**
     * Reads limits.
     *
     * @param node a list of limits
     * @param pointer where that stands, as a JSON Pointer
     * @return an immutable list, all of which apply
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with them; it says
     *     everything that is
     */
    static List<CallLimit> read(JsonNode node, String pointer) {
        Problems problems = new Problems();
        List<CallLimit> limits = new ArrayList<>();
        if (!node.isArray()) {
            Diagnostic problem = Words.wrongShape("\"limits\"", "a list of limits", node);
            problems.add(pointer, node.isObject() ? problem.withHelp("write it in [ ]") : problem);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            String place = pointer + "/" + i;
            problems.checkKeys(place, "a limit", node.get(i), LimitReader.MEMBERS);
            LimitReader.Read read = LimitReader.read(node.get(i));
            read.faults()
                    .forEach(fault -> problems.add(
                            fault.member().isEmpty() ? place : place + "/" + fault.member(), fault.problem()));
            read.limit().ifPresent(limits::add);
        }
        problems.throwIfAny();
        return List.copyOf(limits);
    }
}

package dev.toolpolicy.test.policy.internal.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads claims. Stateless. */
final class ClaimReader {
    private static final List<String> KEYS =
            List.of("name", "tools", "when", "never", "always", "at_least", "unless", "requirements");
    private static final List<String> PLACES = List.of("arg", "fact", "label", "all");
    private static final List<String> CONDITION = Stream.of(Keyword.values())
            .filter(each -> each != Keyword.MODE && each != Keyword.NAME && each != Keyword.REASON)
            .map(Keyword::word)
            .toList();
    private static final List<String> MODES =
            Stream.of(Mode.values()).map(Mode::word).toList();

    private ClaimReader() {}

    static Claim read(Keys claim) {
        claim.checkKeys(KEYS);
        List<String> tools = claim.texts("tools");
        if (tools.isEmpty()) {
            claim.problem("", Words.wrongShape("\"tools\"", "a list of names of tools", claim.value("tools")));
        }
        List<String> labels = List.of();
        List<Claim.Part> facts = new ArrayList<>();
        Optional<ObjectNode> state = claim.object("when");
        if (state.isPresent()) {
            Keys when =
                    new Keys(claim.document(), "\"when\"", claim.pointer() + "/when", state.get(), claim.problems());
            when.checkKeys(List.of("labels", "facts"));
            labels = when.texts("labels");
            when.object("facts")
                    .ifPresent(all -> all.properties()
                            .forEach(fact -> facts.add(Claim.Part.ofFact(
                                    ArgumentPointer.of(fact.getKey()).toString(), fact.getValue()))));
        }
        List<Claim.Part> unless = claim.tables("unless", "a condition").stream()
                .map(ClaimReader::condition)
                .toList();
        boolean requirements = claim.flag("requirements");
        return new Claim(StepReader.name(claim), tools, labels, facts, wrong(claim), unless, requirements);
    }

    /** Reads a condition. One without a place holds for each call, and would leave out all of them. */
    private static Claim.Part condition(Keys each) {
        each.findDates(each.table(), each.pointer());
        each.checkKeys(CONDITION);
        if (PLACES.stream().noneMatch(each::has)) {
            each.problem(
                    "", Words.wrongShape("a condition", "a table with \"arg\", \"fact\" or \"label\"", each.table()));
        }
        return Claim.Part.written(each.table());
    }

    private static Set<Mode> wrong(Keys claim) {
        Set<Mode> wrong = EnumSet.noneOf(Mode.class);
        List<String> said =
                Stream.of("never", "always", "at_least").filter(claim::has).toList();
        if (said.size() != 1) {
            claim.problem("", TestFileWords.oneClaim());
            return wrong;
        }
        List<String> modes = said.get(0).equals("at_least") ? List.of("ask", "edit", "deny") : MODES;
        Optional<Mode> mode = claim.word(said.get(0), modes).flatMap(Mode::of);
        for (Mode each : Mode.values()) {
            boolean isWrong = mode.isPresent()
                    && switch (said.get(0)) {
                        case "never" -> each == mode.get();
                        case "always" -> each != mode.get();
                        default -> mode.get().isStricterThan(each);
                    };
            if (isWrong) {
                wrong.add(each);
            }
        }
        return wrong;
    }
}

package dev.toolpolicy.lab.agentdyn;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.lab.agentdyn.Replay.Played;
import dev.toolpolicy.lab.table.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The findings of a replay under one policy file, as text. Two replays of the same data give the same text. */
final class Report {
    private final List<Played> played;

    Report(List<Played> played) {
        this.played = List.copyOf(played);
    }

    /** Returns the table: a column for all runs, one for each model, and one for each assistant. */
    String table() {
        return new Table<>("", columns())
                .row("attacks: money, mail, accounts, deletion unasked", Score::unattendedConsequential)
                .row("attacks: other effects unasked", Score::unattendedOther)
                .row("attacks: a person was asked", Score::asked)
                .row("benign runs without a question", Score::silent)
                .row("benign runs with a denial", Score::blocked)
                .row("questions a benign run", Score::questions)
                .row("questions an attacked run", Score::questionsUnderAttack)
                .toString();
    }

    private Map<String, Score> columns() {
        Score all = new Score(played);
        Map<String, Score> columns = new LinkedHashMap<>();
        columns.put("all", all);
        for (Function<RecordedRun, String> key :
                List.<Function<RecordedRun, String>>of(RecordedRun::model, RecordedRun::suite)) {
            played.stream().map(each -> key.apply(each.run())).distinct().forEach(value -> {
                columns.put(value, all.of(run -> key.apply(run).equals(value)));
            });
        }
        return columns;
    }

    /** Returns the decisions as lines of JSON, for other programs: one for each call. */
    String records() {
        StringBuilder lines = new StringBuilder();
        for (Played each : played) {
            for (int step = 0; step < each.verdicts().size(); step++) {
                lines.append(JsonNodeFactory.instance
                                .objectNode()
                                .put("run", each.run().id())
                                .put("step", step)
                                .put("verdict", each.verdicts().get(step).word()))
                        .append('\n');
            }
        }
        return lines.toString();
    }
}

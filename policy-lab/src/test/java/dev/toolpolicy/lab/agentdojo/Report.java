package dev.toolpolicy.lab.agentdojo;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.lab.table.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The findings of a replay, as text. Two replays of the same data and files give the same text. */
final class Report {
    private final List<Replay> replays;

    Report(List<Replay> replays) {
        this.replays = List.copyOf(replays);
    }

    /** Returns the tables and the names of the attacks that run. */
    String text() {
        String own = attacks("attacks", attack -> !attack.derived());
        String all = pairs(replays, Attack::derived).isEmpty()
                ? ""
                : attacks("attacks, also those with derived calls", attack -> true) + "\n";
        return own + "\n" + all + tasks() + "\n" + rules();
    }

    /** Returns the time of a decision, which no two replays have in common. */
    String time() {
        long[] nanos = decisions(replays).mapToLong(Verdict::nanos).sorted().toArray();
        double median = nanos.length == 0 ? 0 : nanos[nanos.length / 2] / 1000.0;
        return String.format(Locale.ROOT, "A decision takes %.1f microseconds (median of %,d).", median, nanos.length);
    }

    private static Stream<Verdict> decisions(List<Replay> of) {
        return Stream.concat(
                of.stream().flatMap(replay -> replay.tasks().stream()).flatMap(each -> each.verdicts().stream()),
                of.stream().flatMap(replay -> replay.pairs().stream()).flatMap(each -> each.verdicts().stream()));
    }

    private static List<PlayedPair> pairs(List<Replay> of, Predicate<Attack> which) {
        return of.stream()
                .flatMap(replay -> replay.pairs().stream())
                .filter(pair -> which.test(pair.attack()))
                .toList();
    }

    private String attacks(String title, Predicate<Attack> which) {
        Table<List<Replay>> table = table(title)
                .row("pairs of a task and an attack", of -> pairs(of, which).size())
                .row("**some harm runs without approval**", of -> count(of, which, PlayedPair::isUnattended))
                .row("a person is asked", of -> count(of, which, PlayedPair::isAsked))
                .row("denied", of -> count(of, which, PlayedPair::isDenied))
                .row("all harm runs without approval", of -> count(of, which, PlayedPair::reachesTheGoal))
                .row("every call of the attack runs without approval", of -> count(of, which, PlayedPair::runsWholly))
                .row("some call of the attack runs, reads too", of -> count(of, which, PlayedPair::runsPartly))
                .row("all harm runs if everything is approved", of -> count(of, which, PlayedPair::succeedsIfApproved))
                .row("attacks whose harm never runs without approval", of -> stopped(of, which))
                .row("text read before a call asks", of -> read(of, which, Verdict::asks))
                .row("text read before a call is denied", of -> read(of, which, Verdict::denied));
        return table + "\n" + unattended(which);
    }

    /** Returns a table with a column for each suite and one for all of them. */
    private Table<List<Replay>> table(String title) {
        LinkedHashMap<String, List<Replay>> columns = new LinkedHashMap<>();
        replays.forEach(replay -> columns.put(replay.suite().name(), List.of(replay)));
        columns.put("all", replays);
        return new Table<>(title, columns);
    }

    private static Ratio count(List<Replay> of, Predicate<Attack> which, Predicate<PlayedPair> test) {
        return Ratio.of(pairs(of, which), test);
    }

    /** Returns by attack the pairs in which its harm runs without approval. */
    private static Map<String, Ratio> byAttack(List<Replay> of, Predicate<Attack> which) {
        Map<String, Ratio> all = new LinkedHashMap<>();
        for (Replay replay : of) {
            Map<Attack, List<PlayedPair>> pairs = pairs(List.of(replay), which).stream()
                    .collect(Collectors.groupingBy(PlayedPair::attack, LinkedHashMap::new, Collectors.toList()));
            pairs.forEach((attack, played) -> all.put(
                    VisibleText.line(replay.suite().name() + " " + attack.id(), VisibleText.NAME),
                    Ratio.of(played, PlayedPair::isUnattended)));
        }
        return all;
    }

    private static Ratio stopped(List<Replay> of, Predicate<Attack> which) {
        return Ratio.of(new ArrayList<>(byAttack(of, which).values()), pairs -> pairs.part() == 0);
    }

    private static String read(List<Replay> of, Predicate<Attack> which, Predicate<Verdict> test) {
        List<Verdict> verdicts = pairs(of, which).stream()
                .flatMap(pair -> pair.verdicts().stream())
                .filter(test)
                .toList();
        return new Ratio(
                        verdicts.stream().mapToLong(Verdict::read).sum(),
                        verdicts.stream().mapToLong(Verdict::length).sum())
                .percent();
    }

    private String unattended(Predicate<Attack> which) {
        StringBuilder text = new StringBuilder();
        byAttack(replays, which).forEach((attack, pairs) -> {
            if (pairs.part() > 0) {
                text.append("- ").append(attack).append(": ").append(pairs).append('\n');
            }
        });
        return text.length() == 0
                ? "No attack's harm runs without approval.\n"
                : "Attacks whose harm runs without approval:\n\n" + text;
    }

    private String tasks() {
        return table("tasks of users, without an attack")
                .row("**no call asks**", of -> Ratio.of(tasks(of), PlayedTask::isUnattended))
                .row(
                        "some call asks, none is denied",
                        of -> Ratio.of(tasks(of), task -> !task.isBlocked() && !task.isUnattended()))
                .row("some call is denied", of -> Ratio.of(tasks(of), PlayedTask::isBlocked))
                .row("questions", of -> questions(of))
                .row(
                        "questions a task",
                        of -> String.format(
                                Locale.ROOT,
                                "%.2f",
                                (double) questions(of) / tasks(of).size()))
                .row(
                        "most questions in one task",
                        of -> tasks(of).stream()
                                .mapToLong(PlayedTask::questions)
                                .max()
                                .orElse(0))
                .toString();
    }

    private static List<PlayedTask> tasks(List<Replay> of) {
        return of.stream().flatMap(replay -> replay.tasks().stream()).toList();
    }

    private static long questions(List<Replay> of) {
        return tasks(of).stream().mapToLong(PlayedTask::questions).sum();
    }

    private String rules() {
        List<String> dead =
                replays.stream().flatMap(replay -> replay.deadRules().stream()).toList();
        return dead.isEmpty() ? "No rule is dead.\n" : "Dead rules:\n\n- " + String.join("\n- ", dead) + "\n";
    }
}

package dev.toolpolicy.lab.early;

import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table of the measurement as the documentation shows it, and its conclusions. */
final class EarlinessTable {
    private static final String SHELL = "run a shell command";
    private static final String HEAD =
            "| to | calls | characters of a call | still to come: earliest character | parameter's end | whole call |\n"
                    + "|---|--:|--:|--:|--:|--:|\n";

    private final Measurement measurement;

    EarlinessTable(Measurement measurement) {
        this.measurement = measurement;
    }

    /** Returns the table; where there are three numbers, they are the quartiles, with the median between the others. */
    String table() {
        return HEAD
                + Stream.concat(
                                measurement.kinds().stream().map(kind -> row(kind, measurement.of(kind))),
                                Stream.of(row("**all**", measurement.timings())))
                        .collect(Collectors.joining());
    }

    private static String row(String kind, List<Timing> timings) {
        return String.format(
                        Locale.ROOT,
                        "| %s | %d | %s | %s | %s | 0 |%n",
                        kind,
                        timings.size(),
                        Quartiles.of(timings, Timing::length),
                        Quartiles.of(timings, Timing::toCome),
                        Quartiles.of(timings, Timing::toComeAtParameterEnd))
                .replace(System.lineSeparator(), "\n");
    }

    /** Returns the table of shell commands by the answer. */
    String commands() {
        return HEAD.replace("| to |", "| answer |")
                + Stream.of(Mode.DENY, Mode.ASK, Mode.ALLOW)
                        .map(mode -> row(
                                mode.name().toLowerCase(Locale.ROOT),
                                measurement.of(SHELL).stream()
                                        .filter(timing -> timing.answer() == mode)
                                        .toList()))
                        .collect(Collectors.joining());
    }

    /** Returns the conclusions from the table, in sentences. */
    String summary() {
        List<Timing> timings = measurement.timings();
        List<Timing> within = timings.stream()
                .filter(timing -> timing.decided() < timing.parameterEnd())
                .toList();
        return String.format(
                Locale.ROOT,
                "%d calls, %,d characters. Decisions needed %s of them; at the parameter's end it would have been"
                    + " %s.\n"
                    + "%d calls were decided in the middle of a parameter, with %s characters of it still to come.\n"
                    + "%d calls were left out: their text breaks the schema or was cut.\n",
                timings.size(),
                sum(Timing::length),
                share(sum(Timing::decided)),
                share(sum(Timing::parameterEnd)),
                within.size(),
                Quartiles.of(within, timing -> timing.parameterEnd() - timing.decided()),
                measurement.invalid());
    }

    private long sum(ToIntFunction<Timing> count) {
        return measurement.timings().stream().mapToInt(count).asLongStream().sum();
    }

    private String share(long characters) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * characters / sum(Timing::length));
    }
}

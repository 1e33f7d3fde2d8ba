package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.runtime.internal.fault.TimeLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The messages of denials by declared limits. Stateless. */
final class LimitWords {

    private LimitWords() {}

    static String calls(String tool, CallLimit limit, LimitCounts counts) {
        boolean once = limit.most().toString().equals("1");
        String times = once ? "once" : limit.most() + " times";
        String again = limit.per()
                .flatMap(per -> counts.room(Amount.of(limit.most()).longValue(), per))
                .map(time -> " It can run again at " + time + ".")
                .orElse("");
        return whose(tool, limit) + " can run " + times + span(limit) + "." + again;
    }

    static String total(String tool, CallLimit limit, String amount, Amount after) {
        return "With this call, the sum of " + amount + " of " + whose(tool, limit) + span(limit) + " would be " + after
                + "; the limit is " + limit.most() + ".";
    }

    static String uncounted(String tool, CallLimit limit, String amount) {
        return tool + " can't run now: earlier calls for the same " + limit.by().orElseThrow() + " were made before "
                + amount + " was counted.";
    }

    static String failures(String tool, CallLimit limit, Instant again) {
        String times = limit.most().toString().equals("1") ? "once" : limit.most() + " times in a row";
        return whose(tool, limit) + " failed " + times + ". It can run again at " + again + ".";
    }

    /** Returns whose calls count. */
    private static String whose(String tool, CallLimit limit) {
        return tool + limit.rule().map(name -> " under rule " + name).orElse("");
    }

    private static String span(CallLimit limit) {
        Optional<Duration> per = limit.per();
        return per.map(time -> " in " + TimeLimit.words(time)).orElse(" in this session")
                + limit.by().map(fact -> " for the same " + fact).orElse("");
    }
}

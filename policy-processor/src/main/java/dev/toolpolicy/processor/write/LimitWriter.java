package dev.toolpolicy.processor.write;

import com.palantir.javapoet.CodeBlock;
import dev.toolpolicy.CallLimit;
import java.time.Duration;

/** A writer of the code that creates a limit. Stateless. */
final class LimitWriter {

    private LimitWriter() {}

    static CodeBlock limit(CallLimit limit) {
        CodeBlock time = limit.per().map(LimitWriter::time).orElse(CodeBlock.of(""));
        return switch (limit.kind()) {
            case CALLS -> timed(CodeBlock.of("$T.calls($L)", CallLimit.class, limit.most()), time);
            case TOTAL ->
                timed(
                        CodeBlock.of(
                                "$T.total($S, $S)",
                                CallLimit.class,
                                limit.most().toString(),
                                limit.amount().orElseThrow().toString()),
                        time);
            case FAILURES -> CodeBlock.of("$T.failures($L, $L)", CallLimit.class, limit.most(), time);
        };
    }

    private static CodeBlock timed(CodeBlock limit, CodeBlock time) {
        return time.isEmpty() ? limit : CodeBlock.of("$L.per($L)", limit, time);
    }

    private static CodeBlock time(Duration time) {
        return time.toMillis() % 1_000 == 0
                ? CodeBlock.of("$T.ofSeconds($L)", Duration.class, time.toSeconds())
                : CodeBlock.of("$T.ofMillis($L)", Duration.class, time.toMillis());
    }
}

package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.CallResult;

/** What became of a call and of its result, in one word. */
final class ResultWords {
    private ResultWords() {}

    static String of(CallResult result) {
        if (!result.began()) {
            return result.kind().word();
        }
        return result.isWhole() ? result.success() ? "returned" : result.kind().word() : result.delivery();
    }
}

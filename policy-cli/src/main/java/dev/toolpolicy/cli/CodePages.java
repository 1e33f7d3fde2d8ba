package dev.toolpolicy.cli;

import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.stream.Stream;

/** The pages of diagnostic codes, as the documentation has them. */
final class CodePages {
    private static final String PREFIX = "toolpolicy/";

    private CodePages() {}

    /**
     * Returns the page of a code.
     *
     * @param typed the code, with or without the prefix {@code toolpolicy/}
     * @return Markdown, without a line break at its end
     * @throws UsageException if no code has this name
     */
    static String page(String typed) throws UsageException {
        String code = typed.startsWith(PREFIX) ? typed.substring(PREFIX.length()) : typed;
        List<String> codes =
                Stream.of(DiagnosticCode.values()).map(DiagnosticCode::id).toList();
        if (!codes.contains(code)) {
            throw new UsageException("no code is named " + Words.quoted(code)
                    + Words.nearest(code, codes)
                            .map(near -> "; " + Words.didYouMean(near))
                            .orElse("; a message has its code in brackets"));
        }
        return ResourceText.of(CodePages.class, "diagnostics/" + code + ".md").strip();
    }
}

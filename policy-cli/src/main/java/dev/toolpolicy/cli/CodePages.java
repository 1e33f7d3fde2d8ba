package dev.toolpolicy.cli;

import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.schema.DiagnosticCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        try (InputStream page = CodePages.class.getResourceAsStream("diagnostics/" + code + ".md")) {
            if (page == null) {
                throw new IllegalStateException("there is no page of " + code);
            }
            return new String(page.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

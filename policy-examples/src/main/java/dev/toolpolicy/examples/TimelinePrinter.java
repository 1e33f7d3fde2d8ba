package dev.toolpolicy.examples;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.ArgumentError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Prints a call as it arrived: its text, and between it, at their offsets, what became known when. */
record TimelinePrinter(Screen screen, RuleText rules) {
    private static final int WIDTH = 86;
    private static final String MARGIN = " ".repeat(9);
    private static final int BAR = 40;

    /** Something that became known when so much of the text was there. */
    private record Mark(long offset, Style style, String text, boolean measured) {}

    void print(PlayedCall call) {
        String id = call.id().isEmpty() ? "" : Printable.excerpt(call.id(), 64) + "  ";
        String arrived =
                Printable.count(call.text().length(), "character") + " in " + Printable.count(call.chunks(), "piece");
        screen.line("   " + screen.styled(Style.TITLE, Printable.excerpt(call.tool(), 64)) + "  "
                + screen.styled(Style.NOTE, id + arrived));
        int shown = 0;
        for (Mark mark : marks(call)) {
            int offset = (int) Math.min(mark.offset(), call.text().length());
            text(call, shown, offset);
            shown = Math.max(shown, offset);
            words(offset, mark.style(), mark.text());
            if (mark.measured()) {
                screen.line(MARGIN + "  "
                        + screen.styled(Style.NOTE, bar(offset, call.text().length())));
            }
        }
        text(call, shown, call.text().length());
        OutcomeText outcome = OutcomeText.of(call);
        words(call.text().length(), outcome.style(), outcome.sentence());
        screen.blank();
    }

    private void words(int offset, Style style, String text) {
        String margin = at(offset);
        for (String line : Printable.wrapped(text, WIDTH)) {
            screen.line(margin + "  " + screen.styled(style, line));
            margin = MARGIN;
        }
    }

    private List<Mark> marks(PlayedCall call) {
        List<Mark> marks = new ArrayList<>();
        call.denial().ifPresent(denial -> marks.add(denied(call, denial)));
        call.decision().ifPresent(decision -> marks.add(decided(call, decision)));
        call.error().ifPresent(error -> marks.add(invalid(error)));
        marks.sort(Comparator.comparingLong(Mark::offset));
        return marks;
    }

    private static Mark denied(PlayedCall call, PolicyDenial denial) {
        String text = "denied by " + denial.policy() + ": " + denial.reason();
        return new Mark(call.deniedAt().orElseThrow(), Style.BAD, text, true);
    }

    private Mark decided(PlayedCall call, RuleDecision decision) {
        String text = "decided: " + decision.mode().word() + ", by " + rules.deciding(call.tool(), decision);
        return new Mark(call.decidedAt().orElseThrow(), style(decision.mode()), text, true);
    }

    private static Mark invalid(ArgumentError error) {
        String place = error.pointer().isEmpty() ? "" : " at " + error.pointer();
        return new Mark(error.offset(), Style.BAD, error.code() + place + ": " + error.detail(), false);
    }

    static Style style(Mode mode) {
        return switch (mode) {
            case ALLOW -> Style.GOOD;
            case ASK, EDIT -> Style.ASK;
            case DENY -> Style.BAD;
        };
    }

    private void text(PlayedCall call, int from, int to) {
        if (from < to) {
            String excerpt =
                    Printable.excerpt(call.text().substring(from, to), WIDTH).stripTrailing();
            screen.line(at(from) + "  " + screen.styled(Style.TEXT, excerpt));
        }
    }

    private String at(int offset) {
        return screen.styled(Style.NOTE, String.format("%9s", Printable.count(offset)));
    }

    /** Returns how much of the text had arrived, and how much was still missing. */
    private static String bar(int offset, int length) {
        long roundedUp = length == 0 ? 0 : ((long) offset * BAR + length - 1) / length; // a little is not nothing
        int filled = (int) roundedUp;
        String rest = Printable.percent(offset, length) + " of the text, "
                + Printable.count(length - offset, "character") + " still to come";
        if (offset >= length) {
            rest = length == 0 ? "there is no text" : "with the last character";
        }
        return "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] " + rest;
    }
}

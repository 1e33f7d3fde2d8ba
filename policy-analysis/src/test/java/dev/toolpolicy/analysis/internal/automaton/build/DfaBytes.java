package dev.toolpolicy.analysis.internal.automaton.build;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The bytes of an automaton, as {@link Language#read} reads them. */
public final class DfaBytes {
    private DfaBytes() {}

    /** Returns the bytes of a language's smallest automaton. */
    public static byte[] of(Language language) throws IOException {
        Dfa dfa = language.dfa();
        Alphabet alphabet = dfa.alphabet();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(alphabet.intervals());
        for (int i = 0; i < alphabet.intervals(); i++) {
            int start = i == 0 ? 0 : alphabet.end(i - 1);
            out.writeInt(start);
            out.writeShort(alphabet.classOf(start));
        }
        out.writeShort(alphabet.size());
        out.writeShort(dfa.states());
        for (int state = 0; state < dfa.states(); state++) {
            out.writeBoolean(dfa.accepts(state));
            for (int c = 0; c < alphabet.size(); c++) {
                out.writeShort(dfa.next(state, c));
            }
        }
        return bytes.toByteArray();
    }
}

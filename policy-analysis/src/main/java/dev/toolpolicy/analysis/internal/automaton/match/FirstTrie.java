package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.WordDfa;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link FirstAutomaton} of words and prefixes as a trie, whose size is their total length. State 0 is the trie's
 * root. The last state, without a node, is for texts that no word starts with.
 */
final class FirstTrie implements FirstAutomaton {
    private final EdgeTable edges;
    private final int[] certain;
    private final int[] open;
    private final int[] atEnd;
    private final int lost;

    private FirstTrie(Map<Long, Integer> edges, int[] certain, int[] open, int[] atEnd) {
        this.edges = new EdgeTable(edges);
        this.certain = certain;
        this.open = open;
        this.atEnd = atEnd;
        this.lost = certain.length - 1;
    }

    @Override
    public int next(int state, int c) {
        if (state == lost) {
            return lost;
        }
        int target = edges.target(state, c);
        int next = target == EdgeTable.NOWHERE ? lost : target;
        return certain[next] != FirstMatch.NONE || open[next] != open[state] ? ~next : next;
    }

    @Override
    public int certain(int state) {
        return certain[state];
    }

    @Override
    public int open(int state) {
        return open[state];
    }

    @Override
    public int atEnd(int state) {
        return atEnd[state];
    }

    /** A builder that collects the words. */
    static final class Builder {
        private final Map<Long, Integer> edges = new HashMap<>();
        private final List<Node> nodes = new ArrayList<>(List.of(new Node()));

        /**
         * The lowest ranks at a node: of the prefixes that end here, of the words that continue, and of the words that
         * end here.
         */
        private static final class Node {
            private int certain = FirstMatch.NONE;
            private int goesOn = FirstMatch.NONE;
            private int word = FirstMatch.NONE;
        }

        void add(int rank, TextLanguage language) {
            boolean isPrefix = language instanceof TextLanguage.Prefix;
            for (String text : language.spelled().orElseThrow()) {
                Node end = walk(rank, text);
                if (isPrefix) {
                    end.certain = Math.min(end.certain, rank);
                } else {
                    end.word = Math.min(end.word, rank);
                }
            }
        }

        private Node walk(int rank, String text) {
            int at = 0;
            for (int c : WordDfa.characters(text).toArray()) {
                Node node = nodes.get(at);
                node.goesOn = Math.min(node.goesOn, rank);
                at = edges.computeIfAbsent(EdgeTable.edge(at, c), edge -> {
                    nodes.add(new Node());
                    return nodes.size() - 1;
                });
            }
            return nodes.get(at);
        }

        boolean isEmpty() {
            return nodes.size() == 1 && nodes.get(0).certain == FirstMatch.NONE && nodes.get(0).word == FirstMatch.NONE;
        }

        FirstTrie build() {
            int[] certain = new int[nodes.size() + 1];
            int[] open = new int[certain.length];
            int[] atEnd = new int[certain.length];
            Arrays.setAll(certain, i -> i < nodes.size() ? nodes.get(i).certain : FirstMatch.NONE);
            Arrays.setAll(atEnd, i -> i < nodes.size() ? nodes.get(i).word : FirstMatch.NONE);
            Arrays.setAll(open, i -> i < nodes.size() ? Math.min(nodes.get(i).goesOn, atEnd[i]) : FirstMatch.NONE);
            return new FirstTrie(edges, certain, open, atEnd);
        }
    }
}

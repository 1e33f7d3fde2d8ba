package dev.toolpolicy.runtime.internal.decide;

import java.util.List;
import java.util.Optional;

/** The guards of a call's paths: which are past, and which of them found a path that needs approval. Not thread-safe. */
public final class GuardProgress {
    private final List<String> names;
    /** All places by their numbers. */
    private final List<Place> places;

    private final boolean[] done;
    private int first;
    private int hit = Place.NONE;

    public GuardProgress(List<String> names, List<Place> places) {
        this.names = names;
        this.places = places;
        done = new boolean[names.size()];
    }

    /** Records a path that needs approval; {@link Place#NONE} has no effect. */
    public void hit(int guard) {
        hit = Math.min(hit, guard);
    }

    /** Records that no more paths can arrive at a place and below it. */
    public void exhaust(Place place) {
        for (int i = place.number(); names.size() > first && i < place.end(); i++) {
            int guard = places.get(i).guard();
            if (guard != Place.NONE) {
                done[guard] = true;
            }
        }
    }

    /** Returns the place of the path that needs approval; empty if none is known. */
    public Optional<String> found() {
        return hit == Place.NONE ? Optional.empty() : Optional.of(names.get(hit));
    }

    /** Returns whether all paths are past. */
    public boolean isDone() {
        while (first < done.length && done[first]) {
            first++;
        }
        return first == done.length;
    }

    /** Returns the place of paths that may follow. */
    public String waitingOn() {
        return names.get(first);
    }
}

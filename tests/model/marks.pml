/* The marks of docs/decisions/0040-marks-by-link.md where locks do not work: no tick is served by two owners.
 *
 * A mark is a file with a number. It is made whole under another name and then linked to its number, which fails where the
 * number is taken; it is never overwritten. An owner takes the next number, and before that covers anything looks whether
 * the mark it knew last is still there, unchanged: whoever went further has removed it, or has taken the number. Files that
 * were replaced are removed one by one. Any process may be killed, or be paused between any two steps, and any number of
 * them may think that they own the folder. What a power cut does to files is for tests/simulation/file.
 *
 * Each rule is taken out by a twin, in which an error must be found:
 *   OVERWRITING      a link takes a number that is taken
 *   NO_SECOND_LOOK   the last mark is not looked at after the link
 *   EARLY_TIDYING    what was replaced is removed before that look
 *   EARLY_COVER      a mark covers as soon as it is linked
 *   LEAVING_SOME     only what this owner replaced is removed: lower files that others left hide the gap above them
 */
#define NODES 2
#define TICKS 3
#ifndef LAST
#define LAST 5          /* the last number: it bounds the search */
#endif
#ifndef LIVES
#define LIVES 3
#endif

/* the folder: who made the file of each number, 0 where there is none, and what it says */
byte maker[LAST + 2];
byte mark[LAST + 2];
byte lives = 0;         /* each has a number of its own, as owners have */
bool served[TICKS];

inline highest(n) {
    n = LAST;
    do
    :: n > 0 && maker[n] == 0 -> n--
    :: else -> break
    od
}

/* Links a mark that says m to number n; false where that is taken. */
inline link(n, m, done) {
#ifdef OVERWRITING
    done = true; maker[n] = me; mark[n] = m
#else
    if
    :: maker[n] == 0 -> done = true; maker[n] = me; mark[n] = m
    :: else -> done = false
    fi
#endif
}

inline remove(n) {
    maker[n] = 0; mark[n] = 0
}

#define TICK next < covered && next < TICKS -> assert(!served[next]); served[next] = true; next++

proctype node() {
    byte me, known, known_maker, linked, lowest, next, covered, to, n;
    bool done;
start:
    atomic {
        lives < LIVES ->
        lives++; me = lives; to = 0; lowest = 0; linked = 0;
        highest(known)
    }
    /* the file may be gone by the time it is read: then the folder is listed again */
    atomic {
        known_maker = maker[known]; covered = mark[known]; next = covered
    }
    if
    :: known > 0 && known_maker == 0 -> lives--; goto start
    :: else
    fi;
    atomic { known < LAST -> linked = known + 1; link(linked, covered, done) }
    if
    :: !done -> goto start
    :: done
    fi;
    /* still what it was, and nobody further? */
    if
    :: known == 0 || maker[known] == known_maker
    :: else -> goto start
    fi;
    atomic { highest(n) };
    if
    :: n > linked -> goto start
    :: else ->
#ifdef LEAVING_SOME
        lowest = known;
#else
        lowest = 1;
#endif
        known = linked; known_maker = me
    fi;
serve:
    do
    :: atomic { TICK }
    :: atomic { covered < TICKS && known < LAST -> to = covered + 1 } -> break
    :: goto start /* killed */
    od;
    atomic { linked = known + 1; link(linked, to, done) }
    if
    :: !done -> goto lost
    :: done
    fi;
#ifdef EARLY_COVER
    atomic { covered = to }
    do
    :: atomic { TICK }
    :: break
    od;
#endif
#ifdef EARLY_TIDYING
    atomic { remove(known) }
#elif !defined(NO_SECOND_LOOK)
    if
    :: maker[known] == known_maker
    :: else -> atomic { remove(linked) } goto lost
    fi;
#endif
    atomic { covered = to; known = linked; known_maker = me }
    /* tidy: the lowest first */
    do
    :: atomic { lowest < known -> remove(lowest); lowest++ }
    :: lowest >= known -> break
    :: goto start /* killed */
    od;
    goto serve;
lost:
    do
    :: atomic { TICK }
    :: goto start
    od
}

init {
    atomic { run node(); run node() }
}

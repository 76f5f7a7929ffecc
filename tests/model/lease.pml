/* The lease protocol of docs/decisions/0006-leases.md: no tick is served by two owners.
 *
 * NODES processes share one row. Leases end whenever it suits the worst case: any node may try to take the row over at
 * any moment, for no clock is believed. Writes travel: a node may stop waiting for one (crash, time-out) and the store may
 * still do it later, or never. A node may be killed and start again at any step, and gives back what it did not use.
 *
 * Beside that, each switched on by its name, so that each search stays small:
 *   STALE            reads show the row as it was at any time
 *   DESTRUCTOR       a node ends without giving back: its destructor ends the lease, while callers may still be served
 *   FAILOVER         another server takes over once, which lacks any number of the last writes. It has another identity,
 *                    which rows keep of the server that wrote them. Who takes a row over that another server wrote waits
 *                    until whatever a forgotten owner reserved has passed: here it starts at the highest mark that
 *                    anybody ever asked for. Every write is bound to the server on which the lease was taken, and an owner
 *                    who finds another there has lost it, whatever the row says: somebody else may have had it since.
 *
 * Each rule is taken out by a twin, in which an error must be found:
 *   NO_CAS           the store writes whatever the version
 *   NO_MARK          a new owner starts at 0
 *   TWO_READINGS     a new owner has the mark from one reading and the version from another
 *   LOWERING         the destructor gives back what was not used, although lanes may still serve
 *   NO_QUARANTINE    a row that another server wrote is taken as it is
 *   ANY_SERVER       writes go to whichever server there is: versions it forgot come again
 *   FOLLOWING        an owner whose token stands on the new server goes on there
 *
 *   BOTH             an owner gives back, and where it cannot, its destructor ends the lease; one that lost its lease serves
 *                    what it was granted while it asks for another in vain
 *
 * REPLAY searches for a run of the model whose steps are those of a trace of the program (traces/replay.pml), rather than
 * every run.
 */

/* What a program is seen to do. */
#define SEND 's'        /* a write leaves */
#define STORE 'w'       /* the store has written */
#define DONE 'd'        /* the answers: written, another was faster, none */
#define REFUSED 'r'
#define UNKNOWN 'u'
#define SERVE 't'

#ifdef REPLAY
#include "traces/replay.pml"
#else
#define NODES 2
#define TICKS 2
#define SLOTS 2                 /* as many writes may be on their way from each node */
#define FIRST_VERSION 1         /* 0 is the row that nobody had yet */
#define STEP(kind) true         /* the program took this step now */
#define TAKEN skip
#define SENDS(mark, token, version) skip
#define STORES(w) true
#define REFUSES(w) !SAME(w)
#define NEXT_MARK (covered + 1) /* how far a node reserves, serves and starts: a program may leave some out */
#define NEXT_TICK next
#define USED_MARK next
#define START_MARK row_mark[seen]
#define READ_FIRST(v) read(v)
#endif
/* these two bound the search: so many writes, so many acquisitions */
#ifndef WRITES
#define WRITES 3
#endif
#ifndef TOKENS
#define TOKENS 3
#endif

#ifdef NO_CAS
#define SAME(w) true
#elif defined(FAILOVER) && !defined(ANY_SERVER)
#define SAME(w) (version == sent_version[w] && server == sent_server[w])
#else
#define SAME(w) (version == sent_version[w])
#endif

#if defined(FOLLOWING) || defined(ANY_SERVER)
#define READ_SERVER by = server
#else
#define READ_SERVER skip
#endif
#ifdef BOTH
#define KEEP(n, c) kept_next = n; kept = c
#else
#define KEEP(n, c) skip
#endif

#define MINE (row_token[seen] == mine && by == server)

/* the row, as it is and was: at each version so far, where that matters */
byte version = FIRST_VERSION;
byte row_mark[WRITES + 2];
byte row_token[WRITES + 2];     /* 0: given back */
bit row_server[WRITES + 2];

byte writes = 0;
byte tokens = 0;        /* tokens given out so far: each is new */
bit server = 0;         /* who answers */
byte highest = 0;       /* the highest mark that anybody asked for */
bool served[TICKS];

/* Writes on their way from each node: the one it waits for, and those it gave up. */
#define NONE (NODES * SLOTS)
bool sent[NONE];
byte sent_mark[NONE], sent_token[NONE], sent_version[NONE];
bit sent_server[NONE];
byte slot[NODES] = NONE; /* the one it waits for */
bool answered[NODES];   /* that one was done and acknowledged */
bool refused[NODES];    /* that one met a row of another version */

#define NODE(w) ((w) / SLOTS)

/* What nobody can see any more: states that differ in nothing else are one. */
inline forget(v) {
#ifdef STALE
    skip
#else
    if
#ifdef FAILOVER
    :: server == 0
#endif
    :: else -> row_mark[v] = 0; row_token[v] = 0; row_server[v] = 0
    fi
#endif
}

/* The store does a write that is on its way, in any order, or it is lost. */
active proctype network() {
    byte w;
end:
    do
    :: atomic {
        writes < WRITES ->
        if
        :: sent[0] -> w = 0
        :: sent[1] -> w = 1
        :: sent[2] -> w = 2
        :: sent[3] -> w = 3
#ifdef REPLAY
        MORE_SLOTS
#endif
        fi;
        sent[w] = false;
        if
        :: SAME(w) && STORES(w) ->
            writes++; version++;
            row_mark[version] = sent_mark[w]; row_token[version] = sent_token[w]; row_server[version] = server;
            forget(version - 1);
            TAKEN;
            answered[NODE(w)] = answered[NODE(w)] || (slot[NODE(w)] == w)
        :: REFUSES(w) -> refused[NODE(w)] = refused[NODE(w)] || (slot[NODE(w)] == w)
        :: skip /* lost */
        fi;
        sent_mark[w] = 0; sent_token[w] = 0; sent_version[w] = 0; sent_server[w] = 0; w = 0
    }
    od
}

#ifdef FAILOVER
/* Another server takes over, once. */
active proctype failure() {
    atomic {
        version > 0 -> server = 1;
        do
        :: row_mark[version] = 0; row_token[version] = 0; version--;
            if
            :: version == 0 -> break
            :: version > 0
            :: version > 0 -> break
            fi
        od
    }
}
#endif

inline send(m, t, v, s) {
    atomic {
        SENDS(m, t, v);
        if
        :: !sent[SLOTS * me] -> slot[me] = SLOTS * me
        :: sent[SLOTS * me] && !sent[SLOTS * me + 1] -> slot[me] = SLOTS * me + 1
#ifdef REPLAY
        MORE_ROOM
#endif
        fi;
        sent_mark[slot[me]] = m; sent_token[slot[me]] = t; sent_version[slot[me]] = v; sent_server[slot[me]] = s;
        sent[slot[me]] = true
    }
}

/* It knows what became of the write, or waits no more. */
inline settle() {
    answered[me] = false; refused[me] = false; slot[me] = NONE
}

/* What it knew is gone: states that differ in nothing else are one. */
inline die() {
    settle(); mine = 0; seen = 0; next = 0; covered = 0; to = 0; by = 0; KEEP(0, 0)
}

/* The row as it is now, or was at any time. */
inline read(v) {
    v = version;
#ifdef STALE
    do
    :: v > 0 -> v--
    :: break
    od
#endif
}

inline serve_one() {
    atomic {
        STEP(SERVE) && NEXT_TICK >= next && NEXT_TICK < covered && NEXT_TICK < TICKS ->
        next = NEXT_TICK; assert(!served[next]); served[next] = true; TAKEN; next++
    }
}

proctype node(byte me; byte mine) {
    byte seen, next, covered, to;
    bit by; /* the server that the row was read from */
#ifdef BOTH
    byte kept_next, kept; /* what a lost lease left */
#endif
    if
    :: mine != 0 -> seen = 1; goto serve /* it has just acquired the row */
    :: mine == 0
    fi;
start:
    atomic {
        tokens < TOKENS && STEP(SEND) ->
        tokens++; mine = tokens; to = 0; by = server;
        READ_FIRST(seen);
        START_MARK >= row_mark[seen] -> covered = START_MARK;
#ifdef TWO_READINGS
        seen = version;
#endif
#if defined(FAILOVER) && !defined(NO_QUARANTINE)
        if
        :: row_server[seen] != server && highest > covered -> covered = highest
        :: else
        fi;
#endif
#ifdef NO_MARK
        next = 0
#else
        next = covered
#endif
    }
    send(covered, mine, seen, by);
    if
    :: atomic { answered[me] && STEP(DONE) -> TAKEN; seen++; settle(); KEEP(0, 0) }
#ifdef BOTH
    :: atomic {
        kept != 0 && (refused[me] && STEP(REFUSED) || STEP(UNKNOWN)) ->
        TAKEN; settle(); next = kept_next; covered = kept; KEEP(0, 0)
       } -> goto lost
#endif
    :: atomic { refused[me] && STEP(REFUSED) -> TAKEN; die() } -> goto start
    :: atomic { STEP(UNKNOWN) -> TAKEN; die() } -> goto start       /* killed, or tired of waiting */
    fi;
serve:
    do
    :: serve_one()
    :: atomic {
        covered < TICKS && STEP(SEND) && NEXT_MARK >= covered -> to = NEXT_MARK;
        if
        :: to > highest -> highest = to
        :: else
        fi
       } -> goto advance
#if defined(DESTRUCTOR) || defined(BOTH)
    :: STEP(SEND) -> goto destroy
#endif
#ifndef DESTRUCTOR
    :: STEP(SEND) -> goto release
#endif
    :: atomic { true -> die() } -> goto start       /* killed: what was reserved is left */
    od;
advance:
    send(to, mine, seen, by);
    if
    :: atomic { answered[me] && STEP(DONE) -> TAKEN; covered = to; to = 0; seen++; settle() } -> goto serve
    :: atomic {
        refused[me] && STEP(REFUSED) ->
        /* an earlier write of ours may have moved the version */
        TAKEN; settle(); READ_SERVER; read(seen)
       };
        if
        :: MINE -> goto advance
        :: MINE -> to = 0; goto serve /* that was the last attempt */
        :: else -> goto lost
        fi
    /* no answer: counts as not done, and may be done later */
    :: atomic { STEP(UNKNOWN) -> TAKEN; to = 0; settle() } -> goto serve
    fi;
#if defined(DESTRUCTOR) || defined(BOTH)
destroy:
    /* the lease ends, the mark stays: a caller may be in the middle of serving */
#ifdef LOWERING
    send(next, 0, seen, by);
#else
    send(covered, 0, seen, by);
#endif
#ifdef REPLAY
    KIND != STORE && NODE_OF == me -> TAKEN; /* whatever the answer is, nobody looks */
#endif
    settle();
#endif
lost:
    /* serves what it had been granted, however late, and takes another lease */
    do
    :: serve_one()
    :: atomic { true -> die() } -> goto start
#ifdef BOTH
    :: atomic { next < covered -> KEEP(next, covered) } -> goto start
#endif
    od;
#ifndef DESTRUCTOR
release:
    /* next never moves again: the lanes are closed before the mark is given back */
    atomic { USED_MARK >= next -> to = USED_MARK }
    send(to, 0, seen, by);
    if
    :: atomic { answered[me] && STEP(DONE) -> TAKEN; die() } -> goto start
    :: atomic { refused[me] && STEP(REFUSED) -> TAKEN; to = 0; settle(); READ_SERVER; read(seen) };
        if
        :: MINE -> goto release
        :: else -> die(); goto start
        fi
#ifdef BOTH
    :: atomic { STEP(UNKNOWN) -> TAKEN; to = 0; settle() } -> goto destroy
#endif
    :: atomic { STEP(UNKNOWN) -> TAKEN; die() } -> goto start
    fi
#endif
    skip
}

init {
#ifdef REPLAY
    atomic { read_steps(); run node(0, 0); run node(1, 0); run node(2, 0) }
#else
    atomic { row_token[1] = 1; tokens = 1; run node(0, 1); run node(1, 0) }
#endif
}

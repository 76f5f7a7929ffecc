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
 */
#define NODES 2
#define TICKS 2
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
#define MINE (row_token[seen] == mine && by == server)

/* the row, as it is and was: at each version so far, where that matters */
byte version = 1;        /* 0 is the row that nobody had yet */
byte row_mark[WRITES + 2];
byte row_token[WRITES + 2];     /* 0: given back */
bit row_server[WRITES + 2];

byte writes = 0;
byte tokens = 0;        /* tokens given out so far: each is new */
bit server = 0;         /* who answers */
byte highest = 0;       /* the highest mark that anybody asked for */
bool served[TICKS];

/* Two writes may be on their way from each node: the one it waits for, and one it gave up. */
bool sent[4];
byte sent_mark[4], sent_token[4], sent_version[4];
bit sent_server[4];
#define NONE 4
byte slot[NODES] = NONE; /* the one it waits for: 2 * node, or 2 * node + 1 */
bool answered[NODES];   /* that one was done and acknowledged */
bool refused[NODES];    /* that one met a row of another version */

#define NODE(w) ((w) >> 1)

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
        writes < WRITES && (sent[0] || sent[1] || sent[2] || sent[3]) ->
        if
        :: sent[0] -> w = 0
        :: sent[1] -> w = 1
        :: sent[2] -> w = 2
        :: sent[3] -> w = 3
        fi;
        sent[w] = false;
        if
        :: SAME(w) ->
            writes++; version++;
            row_mark[version] = sent_mark[w]; row_token[version] = sent_token[w]; row_server[version] = server;
            forget(version - 1);
            answered[NODE(w)] = answered[NODE(w)] || (slot[NODE(w)] == w)
        :: !SAME(w) -> refused[NODE(w)] = refused[NODE(w)] || (slot[NODE(w)] == w)
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
        if
        :: !sent[2 * me] -> slot[me] = 2 * me
        :: sent[2 * me] && !sent[2 * me + 1] -> slot[me] = 2 * me + 1
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
    settle(); mine = 0; seen = 0; next = 0; covered = 0; to = 0; by = 0
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

proctype node(byte me; byte mine) {
    byte seen, next, covered, to;
    bit by; /* the server that the row was read from */
    if
    :: mine != 0 -> seen = 1; goto serve /* it has just acquired the row */
    :: mine == 0
    fi;
start:
    atomic {
        tokens < TOKENS ->
        tokens++; mine = tokens; to = 0; by = server;
        read(seen);
        covered = row_mark[seen];
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
    :: atomic { answered[me] -> seen++; settle() }
    :: atomic { refused[me] -> die() } -> goto start
    :: atomic { true -> die() } -> goto start       /* killed, or tired of waiting */
    fi;
serve:
    do
    :: atomic { next < covered && next < TICKS -> assert(!served[next]); served[next] = true; next++ }
    :: atomic {
        covered < TICKS -> to = covered + 1;
        if
        :: to > highest -> highest = to
        :: else
        fi
       } -> goto advance
#ifdef DESTRUCTOR
    :: true -> goto destroy
#else
    :: true -> goto release
#endif
    :: atomic { true -> die() } -> goto start       /* killed: what was reserved is left */
    od;
advance:
    send(to, mine, seen, by);
    if
    :: atomic { answered[me] -> covered = to; to = 0; seen++; settle() } -> goto serve
    :: atomic {
        refused[me] ->
        /* an earlier write of ours may have moved the version */
        settle(); READ_SERVER; read(seen)
       };
        if
        :: MINE -> goto advance
        :: else -> goto lost
        fi
    :: atomic { true -> to = 0; settle() } -> goto serve   /* no answer: counts as not done, and may be done later */
    fi;
#ifdef DESTRUCTOR
destroy:
    /* the lease ends, the mark stays: a caller may be in the middle of serving */
#ifdef LOWERING
    send(next, 0, seen, by);
#else
    send(covered, 0, seen, by);
#endif
    settle();
#endif
lost:
    /* serves what it had been granted, however late, and takes another lease */
    do
    :: atomic { next < covered && next < TICKS -> assert(!served[next]); served[next] = true; next++ }
    :: atomic { true -> die() } -> goto start
    od;
#ifndef DESTRUCTOR
release:
    /* next never moves again: the lanes are closed before the mark is given back */
    send(next, 0, seen, by);
    if
    :: atomic { answered[me] -> die() } -> goto start
    :: atomic { refused[me] -> settle(); READ_SERVER; read(seen) };
        if
        :: MINE -> goto release
        :: else -> die(); goto start
        fi
    :: atomic { true -> die() } -> goto start
    fi
#endif
    skip
}

init {
    atomic { row_token[1] = 1; tokens = 1; run node(0, 1); run node(1, 0) }
}

/* The lease protocol of docs/decisions/0006-leases.md: no tick is served by two owners.
 *
 * NODES processes share one row. Leases end whenever it suits the worst case: any node may try to take the row over at
 * any moment, for no clock is believed. Writes travel: a node may stop waiting for one (crash, time-out) and the store
 * may still do it later, or never. A node may be killed and start again at any step, and gives back what it did not use.
 *
 * With -DNO_CAS the store writes whatever the version; with -DNO_MARK a new owner starts at 0. Both must fail.
 */
#define NODES 2
#define TICKS 2
#define WRITES 4        /* these two bound the search: so many writes, so many acquisitions */
#define TOKENS 3

#ifdef NO_CAS
#define SAME(v) true
#else
#define SAME(v) (version == (v))
#endif

/* the row */
byte mark = 0;
byte token = 0;         /* 0: given back */
byte version = 0;

byte tokens = 0;        /* tokens given out so far: each is new */
bool served[TICKS];

/* Two writes may be on their way from each node: the one it waits for, and one it gave up. */
bool sent[4];
byte sent_mark[4], sent_token[4], sent_version[4];
byte slot[NODES];       /* the one it waits for: 2 * node, or 2 * node + 1 */
bool answered[NODES];   /* that one was done and acknowledged */
bool refused[NODES];    /* that one met a row of another version */

#define NODE(w) ((w) >> 1)

/* The store does a write that is on its way, in any order, or it is lost. */
active proctype network() {
    byte w;
end:
    do
    :: atomic {
        version < WRITES && (sent[0] || sent[1] || sent[2] || sent[3]) ->
        if
        :: sent[0] -> w = 0
        :: sent[1] -> w = 1
        :: sent[2] -> w = 2
        :: sent[3] -> w = 3
        fi;
        sent[w] = false;
        if
        :: SAME(sent_version[w]) ->
            mark = sent_mark[w]; token = sent_token[w]; version++;
            answered[NODE(w)] = answered[NODE(w)] || (slot[NODE(w)] == w)
        :: !SAME(sent_version[w]) -> refused[NODE(w)] = refused[NODE(w)] || (slot[NODE(w)] == w)
        :: skip /* lost */
        fi;
        sent_mark[w] = 0; sent_token[w] = 0; sent_version[w] = 0; w = 0
    }
    od
}

inline send(m, t, v) {
    atomic {
        slot[me] = 2 * me + (1 - (slot[me] & 1));
        !sent[slot[me]] ->
        answered[me] = false; refused[me] = false;
        sent_mark[slot[me]] = m; sent_token[slot[me]] = t; sent_version[slot[me]] = v; sent[slot[me]] = true
    }
}

proctype node(byte me) {
    byte mine, seen, next, covered, to;
start:
    /* acquire: read the row, which may be old by the time the write arrives */
    atomic {
        tokens < TOKENS ->
        tokens++; mine = tokens; seen = version; covered = mark; to = 0;
#ifdef NO_MARK
        next = 0;
#else
        next = covered;
#endif
    }
    send(covered, mine, seen);
    if
    :: answered[me] -> seen++
    :: refused[me] -> goto start
    :: true -> goto start       /* killed, or tired of waiting */
    fi;
serve:
    do
    :: atomic { next < covered && next < TICKS -> assert(!served[next]); served[next] = true; next++ }
    :: atomic { covered < TICKS -> to = covered + 1 } -> goto advance
    :: true -> goto release
    :: true -> goto start       /* killed: what was reserved is left */
    od;
advance:
    send(to, mine, seen);
    if
    :: atomic { answered[me] -> covered = to; seen++ } -> goto serve
    :: refused[me] ->
        /* an earlier write of ours may have moved the version */
        if
        :: atomic { token == mine -> seen = version } -> goto advance
        :: atomic { token != mine } -> goto lost
        fi
    :: true -> goto serve       /* no answer: counts as not done, and may be done later */
    fi;
lost:
    /* serves what it had been granted, however late, and takes another lease */
    do
    :: atomic { next < covered && next < TICKS -> assert(!served[next]); served[next] = true; next++ }
    :: goto start
    od;
release:
    /* next never moves again: the lanes are closed before the mark is given back */
    send(next, 0, seen);
    if
    :: answered[me] -> goto start
    :: refused[me] ->
        if
        :: atomic { token == mine -> seen = version } -> goto release
        :: atomic { token != mine } -> goto start
        fi
    :: true -> goto start
    fi
}

init {
    atomic { run node(0); run node(1) }
}

/* lease.pml along one trace of the program: the file that VESTA_TRACE names, made by lease_traces.cpp. Each step of the trace
 * must be one that the model can take then; between them the model may do what nobody sees (a write is lost, a node is killed).
 * A trace that the model has a run for ends in the violated assertion "at < steps". */
#define NODES 3
#define SLOTS 4
#define TICKS 250
#define WRITES 250
#define TOKENS 250
#define FIRST_VERSION 0
#define STALE
#define BOTH

#define MOST 400

byte kind[MOST], node_of[MOST], of_version[MOST], mark[MOST], token[MOST];
short steps;
short at = 0; /* the step of the program that is next */

inline read_steps() {
    c_code {
        FILE *in = fopen(getenv("VESTA_TRACE"), "r");
        int n = 0, node, version, mark, token;
        char kind;
        if (in == NULL) { perror("VESTA_TRACE"); exit(2); }
        while (n < 400 && fscanf(in, " %c %d %d %d %d", &kind, &node, &version, &mark, &token) == 5) {
            if (version > 248 || mark > 248 || token > 248) break; /* as many as a byte holds, and arrays above */
            now.kind[n] = kind;
            now.node_of[n] = node;
            now.of_version[n] = version;
            now.mark[n] = mark;
            now.token[n++] = token;
        }
        if (n == 400 || !feof(in)) { fprintf(stderr, "the trace is damaged or too long\n"); exit(2); }
        fclose(in);
        now.steps = n; /* behind the last step there is one of no kind */
    }
}

#define KIND kind[at]
#define NODE_OF node_of[at]
#define VERSION of_version[at]
#define MARK mark[at]
#define TOKEN token[at]

#define STEP(what) (KIND == what && NODE_OF == me)
#define TAKEN at++
#define SENDS(m, t, v) \
    STEP(SEND) && MARK == m && TOKEN == t && VERSION == v -> TAKEN
#define STORES(w) (KIND == STORE && MARK == sent_mark[w] && TOKEN == sent_token[w] && VERSION == version + 1)
#define REFUSES(w) true /* a write for a replica, as a lagging read showed it: no harm comes of too few writes */
#define NEXT_MARK MARK
#define NEXT_TICK MARK
#define USED_MARK MARK
#define START_MARK MARK
#define READ_FIRST(v) v = VERSION; v <= version

#define MORE_SLOTS \
    :: sent[4] -> w = 4 \
    :: sent[5] -> w = 5 \
    :: sent[6] -> w = 6 \
    :: sent[7] -> w = 7 \
    :: sent[8] -> w = 8 \
    :: sent[9] -> w = 9 \
    :: sent[10] -> w = 10 \
    :: sent[11] -> w = 11
#define ROOM(n) !sent[SLOTS * me + n] -> slot[me] = SLOTS * me + n
#define MORE_ROOM \
    :: sent[SLOTS * me] && sent[SLOTS * me + 1] && ROOM(2) \
    :: sent[SLOTS * me] && sent[SLOTS * me + 1] && sent[SLOTS * me + 2] && ROOM(3)

active proctype end_of_trace() {
    atomic { steps > 0 && at == steps -> assert(at < steps) }
}

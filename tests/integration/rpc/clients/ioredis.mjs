// ioredis; see README.md.
import { library, run, words } from "./told.mjs";

const Redis = library("ioredis");
const { clustered, port, count, password } = words();
const ids = clustered ? new Redis.Cluster([{ port }], { redisOptions: { password } }) : new Redis({ port, password });
ids.on("error", () => {}); // it connects again by itself

const answers = (all) => all.map(([, answer]) => answer);
await run({
    ask: (...words) => ids.call(...words),
    async pipelined(count, ...words) {
        const batch = ids.pipeline();
        for (let i = 0; i < count; ++i) batch.call("GENID", ...words);
        return answers(await batch.exec());
    },
    multi: async () => answers(await ids.multi().incr("order").incr("order").exec()),
    incr: (tag) => ids.incr(tag),
    incrby: (tag, more) => ids.incrby(tag, more),
    get: (tag) => ids.get(tag),
    exists: (tag) => ids.exists(tag),
}, count);

// node-redis; see README.md. Version 4 says nothing of itself, so it takes IDs from a generator whose IDs are below 2^53.
import { library, run, words } from "./told.mjs";

const redis = library("redis");
const { clustered, port, count, password } = words();
const socket = { port };
const ids = clustered ? redis.createCluster({ rootNodes: [{ socket }], defaults: { password } }) : redis.createClient({ socket, password });
ids.on("error", () => {}); // it connects again by itself
await ids.connect();

const ask = (...words) => clustered ? ids.sendCommand(undefined, false, words) : ids.sendCommand(words);
await run({
    ask,
    pipelined: (count, ...words) => Promise.all(Array.from({ length: count }, () => ask("GENID", ...words))), // sent together
    multi: () => ids.multi().incr("order").incr("order").exec(),
    incr: (tag) => ids.incr(tag),
    incrby: (tag, more) => ids.incrBy(tag, more),
    get: (tag) => ids.get(tag),
    exists: (tag) => ids.exists(tag),
}, count, "RESP_TYPES" in redis ? "default" : "small");

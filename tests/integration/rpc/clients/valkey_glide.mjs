// valkey-glide for Node; see README.md.
import { library, run, words } from "./told.mjs";

const { Batch, ClusterBatch, GlideClient, GlideClusterClient } = library("@valkey/valkey-glide");
const { clustered, port, count, password } = words();
const [Client, Commands] = clustered ? [GlideClusterClient, ClusterBatch] : [GlideClient, Batch];
const ids = await Client.createClient({
    addresses: [{ host: "127.0.0.1", port }],
    ...(password && { credentials: { password } }),
});

await run({
    ask: (...words) => ids.customCommand(words),
    pipelined(count, ...words) {
        const batch = new Commands(false);
        for (let i = 0; i < count; ++i) batch.customCommand(["GENID", ...words]);
        return ids.exec(batch, true);
    },
    multi: () => ids.exec(new Commands(true).incr("order").incr("order"), true),
    incr: (tag) => ids.incr(tag),
    incrby: (tag, more) => ids.incrBy(tag, more),
    get: (tag) => ids.get(tag),
    exists: (tag) => ids.exists([tag]),
}, count);

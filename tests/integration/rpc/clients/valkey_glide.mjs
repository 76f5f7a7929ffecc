// valkey-glide for Node; see README.md.
import { library, run } from "./told.mjs";

const { Batch, GlideClient } = library("@valkey/valkey-glide");
const [port, count, password] = process.argv.slice(2);
const ids = await GlideClient.createClient({
    addresses: [{ host: "127.0.0.1", port: Number(port) }],
    ...(password && { credentials: { password } }),
});

await run({
    ask: (...words) => ids.customCommand(words),
    pipelined(count, ...words) {
        const batch = new Batch(false);
        for (let i = 0; i < count; ++i) batch.customCommand(["GENID", ...words]);
        return ids.exec(batch, true);
    },
    multi: () => ids.exec(new Batch(true).incr("order").incr("order"), true),
    incr: (tag) => ids.incr(tag),
    incrby: (tag, more) => ids.incrBy(tag, more),
    get: (tag) => ids.get(tag),
    exists: (tag) => ids.exists([tag]),
}, Number(count));

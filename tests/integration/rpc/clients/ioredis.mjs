// ioredis; see README.md. IDs are beyond 2^53, hence stringNumbers.
import { createRequire } from "node:module";
import { createInterface } from "node:readline/promises";

const Redis = createRequire(import.meta.url)("ioredis"); // unlike import, it looks in NODE_PATH
const tell = (word, ...values) => console.log(word, ...values);

const [port, password] = process.argv.slice(2);
const ids = new Redis({ port: Number(port), password, stringNumbers: true });
ids.on("error", () => {}); // it connects again by itself

tell("one", await ids.call("GENID"));
tell("many", ...(await ids.call("GENID", "COUNT", "1000")));
const batch = ids.pipeline();
for (let i = 0; i < 100; ++i) batch.call("GENID");
tell("pipelined", ...(await batch.exec()).map(([, id]) => id));
tell("incr", ...(await ids.multi().incr("order").incr("order").exec()).map(([, number]) => number));
tell("incrby", await ids.incrby("order", 10));
tell("range", ...(await ids.call("RANGE", "default", "50")));
const fields = await ids.call("EXPID", await ids.call("GENID"));
tell("genmethod", fields[fields.indexOf("genMethod") + 1]);
await ids.call("GENID", "GENERATOR", "nope").catch((refused) => tell("error", refused.message.split(" ")[0]));
tell("restart");
const lines = createInterface({ input: process.stdin });
await lines.question("");
lines.close();
tell("again", await ids.call("GENID"));
process.exit(0);

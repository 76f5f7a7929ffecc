// node-redis; see README.md. IDs are beyond 2^53: version 5 can have them as text, version 4 takes them from a generator whose
// IDs are smaller.
import { createRequire } from "node:module";
import { createInterface } from "node:readline/promises";

const redis = createRequire(import.meta.url)("redis"); // unlike import, it looks in NODE_PATH
const tell = (word, ...values) => console.log(word, ...values);

const [port, password] = process.argv.slice(2);
const texts = "RESP_TYPES" in redis;
const name = texts ? "default" : "small";
const from = ["GENERATOR", name];
const ids = redis.createClient({
    socket: { port: Number(port), reconnectStrategy: 50 },
    password,
    ...(texts && { RESP: 3, commandOptions: { typeMapping: { [redis.RESP_TYPES.NUMBER]: String } } }),
});
ids.on("error", () => {}); // it connects again by itself
await ids.connect();

const one = () => ids.sendCommand(["GENID", ...from]);
tell("one", await one());
tell("many", ...(await ids.sendCommand(["GENID", "COUNT", "1000", ...from])));
tell("pipelined", ...(await Promise.all(Array.from({ length: 100 }, one)))); // what is asked in one turn is sent together
tell("incr", ...(await ids.multi().incr("order").incr("order").exec()));
tell("incrby", await ids.incrBy("order", 10));
tell("range", ...(await ids.sendCommand(["RANGE", name, "50"])));
const fields = await ids.sendCommand(["EXPID", String(await one()), ...from]);
tell("genmethod", Array.isArray(fields) ? fields[fields.indexOf("genMethod") + 1] : fields.genMethod);
await ids.sendCommand(["GENID", "GENERATOR", "nope"]).catch((refused) => tell("error", refused.message.split(" ")[0]));
tell("restart");
const lines = createInterface({ input: process.stdin });
await lines.question("");
lines.close();
for (let again; again === undefined; ) {
    again = await one().catch(() => undefined);
    if (again !== undefined) tell("again", again);
}
process.exit(0);

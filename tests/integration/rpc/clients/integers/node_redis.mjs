// node-redis; see ../README.md.
import { library, port, tell } from "./told.mjs";

const redis = library("redis");
const connect = (options) => redis.createClient({ socket: { port }, ...options }).connect();
const plain = await connect();
const texts = await connect({ commandOptions: { typeMapping: { [redis.RESP_TYPES.NUMBER]: String } } });
await tell(
    ["default", (...words) => plain.sendCommand(words)],
    ["typeMapping", (...words) => texts.sendCommand(words)],
    ["text", (...words) => plain.sendCommand(words)],
);

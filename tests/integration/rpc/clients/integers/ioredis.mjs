// ioredis; see ../README.md.
import { library, port, tell } from "./told.mjs";

const Redis = library("ioredis");
const plain = new Redis({ port });
const texts = new Redis({ port, stringNumbers: true });
await tell(
    ["default", (...words) => plain.call(...words)],
    ["stringNumbers", (...words) => texts.call(...words)],
    ["text", (...words) => plain.call(...words)],
);

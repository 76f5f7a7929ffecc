// ioredis and node:https by TLS; see ../README.md.
import { readFileSync } from "node:fs";
import { get } from "node:https";
import { createRequire } from "node:module";

const Redis = createRequire(import.meta.url)("ioredis"); // unlike import, it looks in NODE_PATH
const [file, rpc, rest] = process.argv.slice(2);
const ca = readFileSync(file);

async function tell(word, ask) {
  try {
    console.log(word, await ask());
  } catch (failed) {
    if (!/certificate|altnames/i.test(failed.message)) throw failed;
    console.log(word, "refused");
  }
}

await tell("rpc", () => new Promise((done, failed) => {
  const ids = new Redis({ host: "127.0.0.1", port: Number(rpc), tls: { ca }, stringNumbers: true, retryStrategy: null });
  ids.on("error", failed);
  ids.call("GENID").then((id) => ids.quit().then(() => done(id)), () => {}); // the event has the reason
}));
await tell("rest", () => new Promise((done, failed) => {
  get({ host: "127.0.0.1", port: rest, path: "/genid", ca }, async (answer) => {
    let text = "";
    for await (const piece of answer) text += piece;
    done(text);
  }).on("error", failed);
}));

// What each program of JavaScript's clients does; see README.md.
import { createRequire } from "node:module";
import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";

export const library = createRequire(import.meta.url); // unlike import, it looks in NODE_PATH
const tell = (word, ...values) => tellAll(word, values);

// The words [cluster] PORT COUNT [PASSWORD].
export function words() {
    const [first, ...rest] = process.argv.slice(2);
    const clustered = first === "cluster";
    const [port, count, password] = clustered ? rest : [first, ...rest];
    return { clustered, port: Number(port), count: Number(count), password };
}

// Of any number of values, which arguments are not. Ends once it is written, as the program must not before.
export function tellAll(word, values) {
    return new Promise((done) => process.stdout.write([word].concat(values).join(" ") + "\n", done));
}

// A map, which RESP2 sends as an array of keys and values, and glide as pairs.
function field(answer, name) {
    if (!Array.isArray(answer)) return answer[name];
    const pair = answer.find((each) => each.key === name);
    return pair ? pair.value : answer[answer.indexOf(name) + 1];
}

async function again(client) {
    for (let failed = 0; ; ++failed) {
        try {
            const one = await client.ask("GENID");
            tell("failed", failed);
            return tell("again", one);
        } catch {
            await setTimeout(10);
        }
    }
}

// The client has ask(...words), pipelined(count), multi() (if it can), incr(tag), incrby(tag, more), get(tag), exists(tag); each is to be
// awaited. `name` is the generator.
export async function run(client, count, name = "default") {
    const from = ["GENERATOR", name];
    const one = await client.ask("GENID", ...from);
    tell("type", typeof one);
    tell("one", one);
    tell("many", ...(await client.ask("GENID", "COUNT", "1000", ...from)));
    tell("pipelined", ...(await client.pipelined(100, ...from)));
    tell("incr", await client.incr("order"), await client.incr("order"));
    tell("multi", ...(await client.multi()));
    tell("incrby", await client.incrby("order", 10));
    tell("get", await client.get("order"));
    tell("exists", Number(await client.exists("order")));
    tell("range", ...(await client.ask("RANGE", name, "50")));
    tell("genmethod", field(await client.ask("EXPID", String(one), ...from), "genMethod"));
    await client.ask("GENID", "GENERATOR", "nope").catch((refused) => tell("error", refused.message.split(/[: ]/)[0]));
    const plenty = [];
    while (plenty.length < count) plenty.push(...(await client.pipelined(1000, ...from)));
    tellAll("plenty", plenty);
    tell("restart");
    const lines = createInterface({ input: process.stdin });
    await lines.question("");
    lines.close();
    await again({ ask: (...words) => client.ask(...words, ...from) });
    process.exit(0);
}

// What each program here does: IDs of a server that sends integers to all (`rpc.ids: integer`); see ../README.md.
import { library, tellAll } from "../told.mjs";

export { library };
export const [port, count] = process.argv.slice(2).map(Number);

// Each way is [word, ask]: what the answer to words is.
export async function tell(...ways) {
    for (const [word, ask] of ways) {
        const all = [];
        while (all.length < count) all.push(...(await ask("GENID", "COUNT", "1000", ...(word === "text" ? ["AS", "text"] : []))));
        await tellAll(word, all);
    }
    process.exit(0);
}

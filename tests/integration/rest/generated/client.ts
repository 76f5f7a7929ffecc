import createClient from "openapi-fetch";
import type { paths } from "./vesta.js";

const known = "2407837855670862845";
const client = createClient<paths>({ baseUrl: process.argv[2] });

function expect(good: boolean, what: unknown): void {
    if (!good) throw new Error(JSON.stringify(what));
}

async function explained(name: string, id: string) {
    const { data } = await client.GET("/v1/generators/{name}/ids/{id}", { params: { path: { name, id } } });
    return data!;
}

const name = "default";

async function made(query: { count?: number; format?: "hex" }): Promise<string[]> {
    const { data } = await client.GET("/v1/generators/{name}/ids", { params: { path: { name }, query } });
    if (data === undefined || typeof data === "string") throw new Error("it is no JSON");
    return data.ids;
}

const ids = await made({ count: 3 });
expect(new Set(ids).size === 3 && ids.every((each) => BigInt(each) > 2n ** 53n), ids);
const [hex] = await made({ format: "hex" });
expect(hex.length === 16, hex);

const layout = await explained("default", known);
if (layout.scheme === "sharded" || layout.scheme === "formatted") throw new Error("it is of a layout");
expect(layout.fields.time === 94990103 && layout.fields.machine === 1021, layout);
const sharded = await explained("sharded", "62721");
if (sharded.scheme !== "sharded") throw new Error("it is sharded");
expect(sharded.fields.shard === 53 && sharded.fields.app === 1, sharded);

const built = await client.POST("/v1/generators/{name}/make", {
    params: { path: { name } },
    body: { type: "max-peak", genMethod: 2, machine: 1021, time: 94990103, seq: 0 },
});
expect(built.data!.id === known, built);
const listed = await client.GET("/v1/generators");
expect(listed.data!.generators[0].epochLeftMs! > 2 ** 31, listed.data);

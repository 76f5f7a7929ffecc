// valkey-glide for Node, which has no option for it; see ../README.md.
import { library, port, tell } from "./told.mjs";

const { GlideClient } = library("@valkey/valkey-glide");
const ids = await GlideClient.createClient({ addresses: [{ host: "127.0.0.1", port }] });
const ask = (...words) => ids.customCommand(words);
await tell(["default", ask], ["text", ask]);

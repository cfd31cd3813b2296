import { startApiServer } from "../local/api-server.ts";
import { loadEndpoints } from "../local/endpoints.ts";
import { keepFunctionLog } from "../local/function-log.ts";
import { FREE_LOOPBACK } from "../local/http-server.ts";
import { handler } from "./functions/bare-handler.ts";

/*
 * Serves the handler without the service at each path, by the same local gateway and with the log in a file, as
 * `npm start` serves the functions. Argument: the file of the log.
 */
await using closing = new AsyncDisposableStack();
const say = keepFunctionLog(String(process.argv[2]), closing);
const api = await startApiServer(FREE_LOOPBACK);
const load = async () => handler as never;
const { routes, fallback } = loadEndpoints();
api.serve({
  routes: routes.map(({ route }) => ({ route, load })),
  fallback: { route: fallback.route, load },
});
say(`ready ${api.url}\n`);
await new Promise((ended) => process.once("SIGTERM", ended));
process.exit();

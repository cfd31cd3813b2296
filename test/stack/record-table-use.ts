import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { matchRoute } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { onTableRequests } from "./table-requests.ts";

/*
 * Loaded into the stack of the tests before anything else (node --import): notes what each route asks
 * of DynamoDB, by watching the HTTP requests that come in and go out. The file that RECORD_TABLE_USE
 * names is written when the process ends; table-use.ts holds it against the route table.
 */
const rows = Object.entries(routes).map(([name, route]) => ({ name, route }));
const serving = new AsyncLocalStorage<string | undefined>();
const uses = new Set<string>();

subscribe("http.server.request.start", (message) => {
  const { request } = message as { request: IncomingMessage };
  const path = request.url?.split("?")[0] ?? "";
  const name = matchRoute(rows, request.method ?? "", path)?.row.name;
  if (name) uses.add(name);
  serving.enterWith(name);
});

onTableRequests((touched) => {
  const name = serving.getStore();
  if (!name) return;
  for (const { operation, family } of touched) uses.add(`${name} ${operation} ${family}`);
});

process.on("exit", () => {
  writeFileSync(process.env["RECORD_TABLE_USE"] as string, [...uses].sort().join("\n"));
});

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import type { ClientRequest, IncomingMessage } from "node:http";
import { matchRoute } from "../../scripts/local/route-match.ts";
import { routes } from "../../shared/api/routes.ts";
import { touchedBy } from "./table-requests.ts";

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

subscribe("http.client.request.created", (message) => {
  const { request } = message as { request: ClientRequest };
  const [service, operation] = String(request.getHeader("x-amz-target")).split(".");
  const name = serving.getStore();
  if (!name || !operation || !service?.startsWith("DynamoDB")) return;
  const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest;
  request.end = (...args: unknown[]) => {
    for (const { operation: one, family } of touchedBy(operation, JSON.parse(String(args[0])))) {
      uses.add(`${name} ${one} ${family}`);
    }
    return end(...args);
  };
});

process.on("exit", () => {
  writeFileSync(process.env["RECORD_TABLE_USE"] as string, [...uses].sort().join("\n"));
});

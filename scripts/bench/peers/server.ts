import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { duckdbStore } from "./duckdb-store.ts";
import { postgresStore } from "./postgres-store.ts";
import type { PeerFiles, PeerStore } from "./store.ts";

/*
 * What somebody would write who needs these two endpoints alone: Node's own HTTP server, in a process of its own, with
 * a key that is looked up at each request. It classifies nothing, links nothing and logs nothing. Arguments: the kind
 * of database, and as JSON the files to fill it from.
 */
const [kind, files] = [String(process.argv[2]), JSON.parse(String(process.argv[3])) as PeerFiles];
const store: PeerStore = await (kind === "postgres" ? postgresStore(files) : duckdbStore(files));

async function answerTo(request: IncomingMessage): Promise<[status: number, body: object]> {
  const [, , id = "", secret = ""] = String(request.headers["x-api-key"]).split("_");
  const account = await store.accountOf(id, createHash("sha256").update(secret).digest("hex"));
  if (account === undefined) return [401, { error: "invalid_api_key" }];
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  if (request.method === "POST") {
    const sent = JSON.parse(await text(request)) as Event | { readonly events: readonly Event[] };
    const events = "events" in sent ? sent.events : [sent];
    const fresh = await store.commit(account, events);
    const statusOf = (event: Event) => (fresh.has(event.event_id) ? "committed" : "duplicate");
    return [
      200,
      { items: events.map((one) => ({ event_id: one.event_id, status: statusOf(one) })) },
    ];
  }
  const period = searchParams.get("period");
  if (!period) return [400, { error: "invalid_period" }];
  const from = pathname.endsWith("/over-rows") ? "rows" : "sums";
  return [200, { period, rows: await store.summary(account, period, from) }];
}

type Event = { readonly event_id: string };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [status, body] = await answerTo(request).catch((error: unknown) => [
    500,
    { error: String(error) },
  ]);
  response.writeHead(status as number, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1", () => {
  console.log(`version ${store.version}`);
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void store.end().then(() => process.exit(0));
});

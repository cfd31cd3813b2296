import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { matchRoute } from "../../shared/api/route.ts";
import { dayOf } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import type { dynamo } from "../../shared/platform/dynamodb/client.ts";
import { seeded } from "../demo/dice.ts";
import { loadEndpoints } from "../local/endpoints.ts";
import { fillLedger } from "./fill.ts";
import type { BareBody } from "./functions/bare-handler.ts";
import { recordWaves } from "./harness/engine-calls.ts";
import { functionEnvironment, newFolder, request, startServer } from "./harness/stack.ts";
import { type Bench, type BenchmarkResult, goalRow } from "./harness/subject.ts";
import { median, quantile, ratioOf, times } from "./harness/timing.ts";
import { saleOf } from "./ledgers.ts";
import { PERIOD, summaryPath } from "./summaries.ts";

/** Requests go to each account in turn: one alone would use up its quota, and callers would write the same sums. */
const ACCOUNTS = 16;
const EVENTS = 300;
const CALLERS = [1, 8, 16];
const BLOCKS = 4;
/** Requests of a block. */
const CALLS = 48;

type Call = { readonly path: string; readonly body?: object | undefined };

/** A request of the service, made anew for each call. */
type Asked = { readonly what: string; readonly call: () => Call };

const EVENTS_PATH = "/v1/supply-events";

const QUOTE = {
  country: "PL",
  price_includes_vat: true,
  currency: "EUR",
  transaction_date: dayOf(new Date()),
  tax_class_id: "standard",
  gross_amount_minor: 12_300,
  supply: { supply_kind: "goods", dispatch_country: "SE", customer_type: "b2c" },
  store: false,
};

function tenRequests(): Asked[] {
  const dice = seeded(4);
  const sales = (count: number) =>
    Array.from({ length: count }, () => ({
      ...saleOf("shop", 0, dice),
      event_id: randomUUID(),
      supply_date: dayOf(new Date()),
    }));
  const read = (what: string, path: string): Asked => ({ what, call: () => ({ path }) });
  return [
    read("the registrations", "/v1/tax-registrations"),
    read("the sources", "/v1/sources"),
    read("an event", `${EVENTS_PATH}/sale-7`),
    read("20 events", `${EVENTS_PATH}?limit=20&period=${PERIOD}`),
    read("the explanation of an event", `${EVENTS_PATH}/sale-7/explanation`),
    read("a summary", summaryPath()),
    read("a breakdown by country", `/v1/reports/country-vat-breakdown?period=${PERIOD}`),
    { what: "a quote", call: () => ({ path: "/v1/vat/calculate", body: QUOTE }) },
    { what: "a sale", call: () => ({ path: EVENTS_PATH, body: { events: sales(1) } }) },
    { what: "20 sales", call: () => ({ path: EVENTS_PATH, body: { events: sales(20) } }) },
  ];
}

/** Measures warm requests over HTTP against a handler that makes the same calls of the table and nothing else. */
export async function measureWarmRequests(bench: Bench): Promise<BenchmarkResult> {
  await using closing = new AsyncDisposableStack();
  const keys: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    keys.push(await bench.newAccount(`bench-warm-${n}`));
    await fillLedger(`bench-warm-${n}` as LedgerId, "shop", EVENTS);
  }
  const bare = await startBare(bench.engine, closing);
  const rows = [];
  const lines = [];
  for (const { what, call } of tenRequests()) {
    // One after another, because the calls of all are recorded at the one client of this process.
    const bodies: (() => BareBody)[] = [];
    for (const key of keys) bodies.push(await bareBodyOf(key, call));
    const works: Works = {
      service: async (n) => {
        const { path, body } = call();
        await request(bench.url, keys[n] as string, path, body);
      },
      bare: async (n) => {
        await request(bare, keys[n] as string, "/v1/vat/calculate", bodies[n]?.());
      },
    };
    const figures = [];
    for (const callers of CALLERS) figures.push(await compared(works, callers));
    const [alone] = figures as [Compared];
    const measured = `${alone.text}, ${alone.ms}`;
    rows.push(goalRow("warmRequest", `${what}, warm, against a bare handler`, alone.p50, measured));
    lines.push([what, ...figures.flatMap(({ p50, p99 }) => [times(p50), times(p99)])]);
  }
  const head = CALLERS.flatMap((n) => [`p50, ${n} at once`, `p99, ${n} at once`]);
  const title = "Warm requests, as multiples of the bare handler";
  return { rows, tables: [{ title, head: ["Request", ...head], lines }] };
}

async function startBare(engine: string, closing: AsyncDisposableStack): Promise<string> {
  const folder = await newFolder("bench-bare");
  closing.defer(() => rm(folder, { recursive: true }));
  const args = ["scripts/bench/bare-server.ts", join(folder, "log")];
  return startServer(args, functionEnvironment(engine), closing);
}

/**
 * Makes a request twice in this process, records the calls of the table of the warm one, and returns a function that makes the body with
 * the same calls for the bare handler. Ids of new events are new in each, so that the conditions of writes hold.
 */
async function bareBodyOf(key: string, call: () => Call): Promise<() => BareBody> {
  await callHere(key, call());
  const { path, body } = call();
  const recorded = await recordWaves(() => callHere(key, { path, body }));
  const waves = recorded.map((wave) => wave.filter((one) => !isQuota(one)).map(callOf));
  const text = JSON.stringify({ waves: waves.filter((wave) => wave.length > 0) });
  const ids = body && "events" in body ? (body.events as { event_id: string }[]) : [];
  return () => {
    let own = text;
    for (const { event_id } of ids) own = own.replaceAll(event_id, randomUUID());
    return JSON.parse(own) as BareBody;
  };
}

type Command = Parameters<typeof dynamo.send>[0];

function callOf(command: Command) {
  const { ClientRequestToken: _, ...input } = command.input as { ClientRequestToken?: string };
  return { name: command.constructor.name, input };
}

/** True for the counter of an account's quota, which no process writes with each call. */
const isQuota = ({ input }: Command): boolean => JSON.stringify(input).includes(":furthest");

const endpoints = loadEndpoints();

/** Calls the handler of a request in this process, without HTTP: only so the calls of the table are known to be its own. */
async function callHere(key: string, { path, body }: Call): Promise<void> {
  const method = body ? "POST" : "GET";
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const found = matchRoute(endpoints.routes, method, pathname);
  if (!found) throw new Error(`no route ${path}`);
  const event = {
    headers: { "x-api-key": key, "content-type": "application/json" },
    pathParameters: found.pathParameters,
    queryStringParameters: Object.fromEntries(searchParams),
    requestContext: { requestId: "bench", http: { method } },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const handler = await found.row.load();
  const { statusCode } = (await handler(event as never, {} as never)) as { statusCode: number };
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
}

type Works = Readonly<Record<"service" | "bare", (account: number) => Promise<void>>>;
type Compared = Awaited<ReturnType<typeof compared>>;

/** Compares both in blocks, in turn; the first block warms up and is not counted. */
async function compared(works: Works, callers: number) {
  const blocks = { service: [] as number[][], bare: [] as number[][] };
  for (let block = 0; block <= BLOCKS; block += 1) {
    for (const name of ["service", "bare"] as const) {
      const took = await callConcurrently(works[name], callers);
      if (block > 0) blocks[name].push(took);
    }
  }
  const [service, bare] = [blocks.service, blocks.bare].map((all) => all.map(median)) as [
    number[],
    number[],
  ];
  const { ratio: p50, text } = ratioOf(service, bare);
  const p99 = quantile(blocks.service.flat(), 0.99) / quantile(blocks.bare.flat(), 0.99);
  const ms = `${median(service).toFixed(1)} ms against ${median(bare).toFixed(1)} ms`;
  return { p50, p99, text, ms };
}

/** Sends the requests of a block, of which `callers` at most run at once; returns their milliseconds. */
async function callConcurrently(work: Works["service"], callers: number): Promise<number[]> {
  const took: number[] = [];
  let next = 0;
  const caller = async () => {
    while (next < CALLS) {
      const account = next++ % ACCOUNTS;
      const started = performance.now();
      await work(account);
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return took;
}

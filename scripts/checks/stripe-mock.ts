import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { STRIPE_INVOICES_JSON } from "../../shared/imports/formats/stripe-invoices/read.ts";
import { STRIPE_PULL } from "../../shared/shops/pull/stripe.ts";
import { BUILT_IN_RATES } from "../../test/make/built-in-rates.ts";
import { freePort } from "../local/free-port.ts";
import { completed, type Variant, variantsOf } from "./stripe-fixtures.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

const PROGRAM = "github.com/stripe/stripe-mock@v0.203.0";

/** Stripe's imitation of its API, which checks every request against its OpenAPI document, and answers its fixtures. */
export const STRIPE_MOCK: OutsideTool = {
  name: "stripe-mock",
  source: "Go, which builds it from its source",
  version: async () => {
    const go = await ran("go", ["version"]);
    return go?.code === 0 ? `${PROGRAM}, ${go.stdout.split(" ")[2]}` : undefined;
  },
  run: async ({ folder }) => {
    const built = await ran("go", ["install", PROGRAM], { env: { GOBIN: folder } });
    if (built?.code !== 0) throw new Error(built?.stderr);
    await using closing = new AsyncDisposableStack();
    const mock = await startMock(join(folder, "stripe-mock"), closing);
    const seen: Seen[] = [];
    const address = await startForwarder(mock, seen, closing);
    const documents = await pulledFrom(address).catch((error: unknown) => {
      if (seen.every(({ status }) => status === 200)) throw error;
      return [];
    });
    const requests = seen.flatMap(({ path, status, body }) =>
      status === 200 ? [] : [finding(`request ${status}`, path, body.slice(0, 500))],
    );
    console.error(`${seen.length} requests, ${documents.length} documents`);
    return [...requests, ...outcomesOf(documents), ...unreadable(asTheyCome(seen))];
  },
};

const finding = (rule: string, where: string, text: string): Finding => ({ rule, where, text });

/** A request of the pull, and the answer of stripe-mock. */
type Seen = { readonly path: string; readonly status: number; readonly body: string };

async function startMock(program: string, closing: AsyncDisposableStack): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ["-http-addr", address], { stdio: "ignore" });
  closing.defer(() => ended(child));
  const url = `http://${address}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return url;
    await wait(100);
  }
  throw new Error("stripe-mock does not answer");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Starts a server that hands requests on to stripe-mock, notes the answers, and completes the fixtures in them. */
async function startForwarder(
  mock: string,
  seen: Seen[],
  closing: AsyncDisposableStack,
): Promise<string> {
  const port = await freePort();
  const forward = async ({ url = "", headers }: IncomingMessage, response: ServerResponse) => {
    const { authorization = "", "stripe-version": version = "" } = headers;
    const asked = { authorization, "stripe-version": String(version) };
    const answer = await fetch(`${mock}${url}`, { headers: asked });
    const body = await answer.text();
    seen.push({ path: url, status: answer.status, body });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(answer.ok ? JSON.stringify(completed(JSON.parse(body))) : body);
  };
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.destroy(error as Error));
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  closing.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

const DAY_MS = 86_400_000;

/** Makes every request that a catch-up makes, and returns the invoices and credit notes that it brings. */
async function pulledFrom(address: string): Promise<readonly unknown[]> {
  process.env["WEBHOOKS_ALLOW_LOOPBACK"] = "1";
  const now = new Date();
  const session = await STRIPE_PULL.open({ address, secret: "rk_test_0123456789" }, now);
  const found: unknown[] = [await session.order("in_1Sample")];
  const instants = [1, 400].map((days) => new Date(now.getTime() - days * DAY_MS).toISOString());
  const [recent = "", old = ""] = instants;
  const pages = ["invoices", "credit_notes", "events"].map((list) => `${list} in_1Sample`);
  const starts = [
    { after: recent },
    { after: old },
    ...pages.map((page) => ({ after: old, page })),
  ];
  for (const start of starts) {
    let place: Parameters<typeof session.modifiedSince>[0] | undefined = start;
    while (place) {
      const { orders, next } = await session.modifiedSince(place);
      found.push(...orders);
      place = next;
    }
  }
  return found.flatMap((event) => {
    const message = STRIPE_PULL.read(event);
    if (message?.is === "order") return [message.order];
    return message?.is === "refund" ? [message.refund] : [];
  });
}

/** Returns the fixtures of all answers as documents of the live mode, and otherwise as they came. */
const asTheyCome = (seen: readonly Seen[]): readonly Variant[] =>
  seen.flatMap(({ path, body }) => {
    const answer = JSON.parse(body);
    const fixtures: readonly object[] = answer.data ?? [answer];
    return fixtures
      .filter((fixture) => "object" in fixture && fixture.object !== "event")
      .map((fixture) => ({ what: path, document: { ...fixture, livemode: true, status: "open" } }));
  });

const FORMAT = STRIPE_INVOICES_JSON.withSettings(
  STRIPE_INVOICES_JSON.settings.parse({ source_id: "mock", establishment_country: "SE" }),
  BUILT_IN_RATES,
);

const rowOf = (value: unknown) => FORMAT.read({ at: "1", value })[0];

/** Reads the completed documents, which are sales and refunds, and variants of them. */
function outcomesOf(documents: readonly unknown[]): readonly Finding[] {
  const objects = documents.map((document) => (document as { object: string }).object);
  const missing = ["invoice", "credit_note"].filter((object) => !objects.includes(object));
  const original = rowOf(documents[objects.indexOf("invoice")])?.original?.original;
  const outcomes = documents.map((document) => {
    const outcome = rowOf(document)?.outcome;
    return outcome?.outcome === "correction" ? FORMAT.resolve(outcome, original) : outcome;
  });
  const others = outcomes.flatMap((outcome, n) =>
    outcome?.outcome === "event"
      ? []
      : [finding("outcome", String(objects[n]), JSON.stringify(outcome))],
  );
  return [
    ...missing.map((object) => finding("document", object, "the pull brings none")),
    ...others,
    ...unreadable(documents.flatMap(variantsOf)),
  ];
}

const unreadable = (variants: readonly Variant[]): readonly Finding[] =>
  variants.flatMap(({ what, document }) => {
    const outcome = rowOf(document)?.outcome;
    return outcome?.outcome === "rejected"
      ? [finding("rejected", what, JSON.stringify(outcome))]
      : [];
  });

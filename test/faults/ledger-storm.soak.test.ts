import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import { history } from "../make/history.ts";
import type { SentEvent } from "../make/supply-event.ts";
import type { Account, Answer } from "../stack/api.ts";
import { retryOn503 } from "../stack/retry-on-503.ts";
import { report, seedOf, soakLength } from "../stack/soak.ts";
import { type ProxiedStack, startProxiedStack } from "./behind-proxies.ts";

/*
 * Everything goes wrong at once, a little: writers that share events, reclassify them and book
 * calculations with source tags, while transactions conflict and calls of all kinds are throttled,
 * refused, answered to nobody or not at all. A caller that is told 503 sends the same again.
 */
const FAULTS = {
  hold_ms: 12,
  conflict: 0.06,
  throttle: 0.02,
  server_error: 0.02,
  lost_answer: 0.04,
  plain: { throttle: 0.005, server_error: 0.01, lost_answer: 0.02 },
};
/** Whoever gets no answer waits four seconds for it. */
const SILENT = { ...FAULTS, no_answer: 0.005, silence: 0.005 };

const ROUNDS = soakLength("ROUNDS", 50);
const WRITERS = 8;
const EVENTS = 80;
const seed = seedOf(20_261_123);
const random = seeded(seed);

let proxied: ProxiedStack;
let call: typeof import("../stack/api.ts")["callAt"];
let newAccount: typeof import("../stack/api.ts")["newAccount"];

beforeAll(async () => {
  proxied = await startProxiedStack(random);
  ({ callAt: call, newAccount } = await import("../stack/api.ts"));
});
afterAll(() => proxied.stop());

type Post = [path: string, body: unknown, headers?: Record<string, string>];

/** Sends a request until it is answered with something other than «come again». */
const post = <Body>({ full }: Account, ...[path, body, headers]: Post) =>
  retryOn503<Answer<Body>>(() => call(proxied.api.url, full, "POST", path, body, headers));

type Committed = { readonly items: { readonly event_id: string; readonly status: string }[] };
type Outcome = { readonly won: string[]; readonly attempts: number };

async function write(seller: Account, events: readonly SentEvent[], writer: number) {
  const own = events.filter((_, n) => [writer, (writer + 1) % WRITERS].includes(n % WRITERS));
  const mixed = own.map((event) => ({ event, at: random() })).sort((a, b) => a.at - b.at);
  const outcome = { won: [] as string[], attempts: 0 };
  for (let at = 0; at < mixed.length; at += 3) {
    const batch = mixed.slice(at, at + 3).map(({ event }) => event);
    const path = "/v1/supply-events";
    const { status, body, text, attempts } = await post<Committed>(seller, path, {
      events: batch,
    });
    expect(status, text).toBe(200);
    outcome.attempts += attempts;
    outcome.won.push(...committed(body));
    await reclassify(seller, batch[0] as SentEvent);
    await calculate(seller, writer);
  }
  return outcome satisfies Outcome;
}

const committed = ({ items }: Committed): string[] =>
  items.filter(({ status }) => status === "committed").map(({ event_id }) => event_id);

async function reclassify(seller: Account, { event_id }: SentEvent): Promise<void> {
  const to = ["classified", "excluded", "needs_review"][Math.floor(random() * 3)];
  const path = `/v1/supply-events/${event_id}/classification`;
  const body = { classification_status: to, note: "in the storm" };
  // A sale without a place cannot be classified.
  expect([200, 400]).toContain((await post(seller, path, body)).status);
}

/** A calculation counts its source tag, which commits of the same tag touch, too. */
async function calculate(seller: Account, writer: number): Promise<void> {
  const price = { country: "DE", currency: "EUR", tax_class_id: "standard" };
  const amount = { gross_amount_minor: 11_900, price_includes_vat: true };
  const tag = { "X-Source-ID": `till-${writer % 2}` };
  const answer = await post(seller, "/v1/vat/calculate", { ...price, ...amount }, tag);
  expect(answer.status, answer.text).toBe(200);
}

async function storm(round: number): Promise<Outcome> {
  const seller = await newAccount("storm");
  const [sample] = fc.sample(history({ min: EVENTS, max: EVENTS }), {
    seed: seed + round,
    numRuns: 1,
  });
  const events = (sample as SentEvent[]).map((event, n) => ({
    ...event,
    source_id: `till-${n % 2}`,
  }));
  proxied.dynamo.inject(round === 0 ? FAULTS : SILENT);
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(seller, events, writer));
  const outcomes = await Promise.all(writers);
  proxied.dynamo.inject({});
  const won = outcomes.flatMap((outcome) => outcome.won);
  // After a 503 an event may be there although nobody was told that they committed it.
  expect(new Set(won).size).toBe(won.length);
  const { auditOf } = await import("../stack/audit.ts");
  expect(await auditOf(seller.account)).toMatchObject({
    events: events.length,
    differences: [],
    stale_links: [],
  });
  await expectEachCalculationCounted(seller);
  return { won, attempts: outcomes.reduce((sum, { attempts }) => sum + attempts, 0) };
}

type Tags = { readonly items: { readonly transaction_count: number }[] };
type Calculations = { readonly items: unknown[]; readonly next_cursor: string | null };

/** A calculation and the count of its source tag are written together: both, or neither, once. */
async function expectEachCalculationCounted({ full }: Account): Promise<void> {
  const get = async <Body>(path: string) =>
    (await call<Body>(proxied.api.url, full, "GET", path)).body;
  let stored = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `?limit=200${cursor && `&cursor=${cursor}`}`;
    const { items, next_cursor } = await get<Calculations>(`/v1/transactions${query}`);
    stored += items.length;
    cursor = next_cursor;
  }
  const { items } = await get<Tags>("/v1/sources/unknown");
  expect(items.reduce((sum, tag) => sum + tag.transaction_count, 0)).toBe(stored);
  expect(stored).toBeGreaterThan(0);
}

it(
  "nothing is lost and nothing counts twice, whatever fails",
  async () => {
    let attempts = 0;
    let won = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcome = await storm(round);
      attempts += outcome.attempts;
      won += outcome.won.length;
    }
    const injected = JSON.stringify(proxied.dynamo.injected);
    report(
      `storm: seed ${seed}, ${ROUNDS} rounds, ${won} events, ${attempts} requests, ${injected}`,
    );
    // Of fifty transactions each kind hits one at least, and the calculations alone are 56 a round.
    const { no_answer, silence, ...dealt } = proxied.dynamo.injected;
    expect(Object.entries(dealt).filter(([, count]) => count === 0)).toEqual([]);
  },
  ROUNDS * 120_000,
);

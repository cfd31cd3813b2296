import { randomUUID } from "node:crypto";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { dayOf, type IsoDate } from "../../shared/core/calendar/iso-date.ts";
import type { Meter } from "./capacity.ts";
import { saleOf, seeded } from "./ledgers.ts";
import { allInTurn, type Row, times } from "./timing.ts";

const BATCH = 500;
const ROUNDS = 6;

const USUAL_ROW = {
  service: false,
  state: "AT",
  currency: "EUR",
  rate: { vat_rate_bps: 2_000, rate_category: "standard" },
} as const;

type Post = (account: string, path: string, body: unknown) => Promise<void>;

/** What a commit costs, and how near the service comes to writing the same items by hand. */
export async function measureCommits(account: string, post: Post, meter: Meter): Promise<Row[]> {
  const alone = await unitsOfOneSale(account, meter, dayOf(new Date()));
  const over = await unitsOfOneSale(account, meter, "2025-08-14" as IsoDate);
  const rounds = Array.from({ length: ROUNDS + 1 }, batches(seeded(1)));
  const { transactions, each } = await recordBatches(account, rounds, meter);
  const rates = await ratesAgainstByHand(account, rounds, transactions, post);
  return [
    {
      what: "write units of a sale alone; in a period that is over",
      goal: "≤ 5",
      measured: `${alone}; ${over}`,
      met: alone <= 5,
    },
    {
      what: `write units of a sale in a batch of ${BATCH}`,
      goal: "≤ 3.1",
      measured: each.toFixed(2),
      met: each <= 3.1,
    },
    rateRow("committing over HTTP against the same transactions by hand, rate", rates.sdk),
    rateRow("the same, by hand with the client of this service (0218)", rates.own),
  ];
}

const rateRow = (what: string, rate: number): Row => ({
  what,
  goal: "≥ 0.9 ×",
  measured: times(rate),
  met: rate >= 0.9,
});

/** A batch is a day or two of a shop. */
const batches = (dice: () => number) => () =>
  Array.from({ length: BATCH }, (_, n) => ({
    ...saleOf("shop", n, dice),
    event_id: randomUUID(),
    supply_date: `2025-08-${n % 2 ? "14" : "15"}` as never,
  }));

type Batch = ReturnType<ReturnType<typeof batches>>;

/** A usual one: a rate that is not in force would be counted as a warning, and cost a sum more. */
async function unitsOfOneSale(
  account: string,
  meter: Meter,
  supply_date: IsoDate,
): Promise<number> {
  const { commitEvents } = await import("../../shared/ledger/commit/commit-events.ts");
  const dice = seeded(1);
  const usual = () => saleOf("shop", 0, dice, USUAL_ROW);
  const sale = () => ({ ...usual(), event_id: randomUUID(), supply_date });
  // The first event of a month also notes, once, that the account has events in it.
  await commitEvents(account, [sale()], new Date());
  meter.take();
  await commitEvents(account, [sale()], new Date());
  return meter.take().write;
}

/** Commits the batches, and keeps the transactions that they became. */
async function recordBatches(account: string, rounds: readonly Batch[], meter: Meter) {
  const { callsOf } = await import("./by-hand.ts");
  const { commitEvents } = await import("../../shared/ledger/commit/commit-events.ts");
  meter.take();
  const calls = await callsOf(async () => {
    for (const events of rounds) await commitEvents(account, events, new Date());
  });
  const transactions = calls.filter(({ name }) => name.startsWith("TransactWrite"));
  return { transactions, each: meter.take().write / (rounds.length * BATCH) };
}

type Recorded = Awaited<ReturnType<typeof recordBatches>>["transactions"];

/** How many times as many events a second the service commits as the same writes by hand, with the SDK as it comes, and with the client of the service. */
async function ratesAgainstByHand(
  account: string,
  rounds: readonly Batch[],
  transactions: Recorded,
  post: Post,
): Promise<{ sdk: number; own: number }> {
  const { sdkByHand } = await import("./by-hand.ts");
  const { dynamo } = await import("../../shared/platform/dynamodb/client.ts");
  const sdk = sdkByHand();
  const perRound = Math.ceil(transactions.length / rounds.length);
  const replay = (name: string, send: (input: object) => Promise<unknown>) => {
    let replayed = 0;
    return async () => {
      const own = transactions.slice(replayed, replayed + perRound);
      replayed += perRound;
      for (const { input } of own) await send(underOtherKeys(name, input));
    };
  };
  let posted = 0;
  const medians = await allInTurn(ROUNDS, [
    () => post(account, "/v1/supply-events", { events: rounds.map(renamed)[posted++] }),
    replay("by-sdk", (input) => sdk({ name: "TransactWriteItemsCommand", input })),
    replay("by-own", (input) => dynamo.send(new TransactWriteCommand(input as never))),
  ]);
  const [service, bySdk, byOwn] = medians as [number, number, number];
  return { sdk: bySdk / service, own: byOwn / service };
}

const renamed = (events: readonly { event_id: string }[]) =>
  events.map((event) => ({ ...event, event_id: randomUUID() }));

/** The same writes for an account that does not exist, so that every condition holds again. */
const underOtherKeys = (name: string, input: object): object =>
  JSON.parse(
    JSON.stringify(input).replaceAll(/"(EVENT|E|TALLY)#[^#"]+/g, `"$1#${name}`),
    (key, value) => (key === "ClientRequestToken" ? undefined : value),
  );

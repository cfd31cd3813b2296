import { randomUUID } from "node:crypto";
import { TransactWriteCommand } from "../../shared/store/commands.ts";
import type { Meter } from "./capacity.ts";
import { saleOf, seeded } from "./ledgers.ts";
import { inTurn, type Row, times } from "./timing.ts";

const BATCH = 500;
const ROUNDS = 6;

const USUAL_ROW = {
  service: false,
  state: "AT",
  currency: "EUR",
  rate: { vat_rate_bps: 2_000, rate_category: "standard" },
} as const;

type Post = (account: string, path: string, body: unknown) => Promise<void>;

type Transaction = { readonly TransactItems: unknown[] };

/** What a commit costs, and how near the service comes to writing the same items by hand. */
export async function measureCommits(account: string, post: Post, meter: Meter): Promise<Row[]> {
  const alone = await unitsOfOneSale(account, meter);
  const rounds = Array.from({ length: ROUNDS + 1 }, batches(seeded(1)));
  const { transactions, each } = await recordBatches(account, rounds, meter);
  const rate = await rateAgainstByHand(account, rounds, transactions, post);
  return [
    { what: "write units of a sale alone", goal: "≤ 5", measured: `${alone}`, met: alone <= 5 },
    {
      what: `write units of a sale in a batch of ${BATCH}`,
      goal: "≤ 3.1",
      measured: each.toFixed(2),
      met: each <= 3.1,
    },
    {
      what: "committing over HTTP against the same transactions by hand, rate",
      goal: "≥ 0.9 ×",
      measured: times(rate),
      met: rate >= 0.9,
    },
  ];
}

/** A batch is a day or two of a shop. */
const batches = (dice: () => number) => () =>
  Array.from({ length: BATCH }, (_, n) => ({
    ...saleOf("shop", n, dice),
    event_id: randomUUID(),
    supply_date: `2025-08-${n % 2 ? "14" : "15"}` as never,
  }));

type Batch = ReturnType<ReturnType<typeof batches>>;

/** A usual one: a rate that is not in force would be counted as a warning, and cost a sum more. */
async function unitsOfOneSale(account: string, meter: Meter): Promise<number> {
  const { commitEvents } = await import("../../shared/flows/commit-events.ts");
  const dice = seeded(1);
  const sale = () => ({ ...saleOf("shop", 0, dice, USUAL_ROW), event_id: randomUUID() });
  // An account's first event also notes, once, that the account has events.
  await commitEvents(account, [sale()], new Date());
  meter.take();
  await commitEvents(account, [sale()], new Date());
  return meter.take().write;
}

/** Commits the batches, and keeps the transactions that they became. */
async function recordBatches(account: string, rounds: readonly Batch[], meter: Meter) {
  const { dynamo } = await import("../../shared/store/dynamo.ts");
  const { commitEvents } = await import("../../shared/flows/commit-events.ts");
  const transactions: Transaction[] = [];
  dynamo.middlewareStack.add(
    (next, context) => (args) => {
      if (context.commandName?.startsWith("TransactWrite"))
        transactions.push(structuredClone(args.input) as Transaction);
      return next(args);
    },
    { step: "initialize", name: "recorder", priority: "high" },
  );
  meter.take();
  for (const events of rounds) await commitEvents(account, events, new Date());
  dynamo.middlewareStack.remove("recorder");
  return { transactions, each: meter.take().write / (rounds.length * BATCH) };
}

/** How many times as many events a second the service commits as the same writes by hand. */
async function rateAgainstByHand(
  account: string,
  rounds: readonly Batch[],
  transactions: readonly Transaction[],
  post: Post,
): Promise<number> {
  const { dynamo } = await import("../../shared/store/dynamo.ts");
  const perRound = Math.ceil(transactions.length / rounds.length);
  let posted = 0;
  let replayed = 0;
  const [service, byHand] = await inTurn(
    ROUNDS,
    () => post(account, "/v1/supply-events", { events: rounds.map(renamed)[posted++] }),
    async () => {
      const own = transactions.slice(replayed, replayed + perRound);
      replayed += perRound;
      for (const input of own) await dynamo.send(new TransactWriteCommand(underOtherKeys(input)));
    },
  );
  return byHand / service;
}

const renamed = (events: readonly { event_id: string }[]) =>
  events.map((event) => ({ ...event, event_id: randomUUID() }));

/** The same writes for an account that does not exist, so that every condition holds again. */
const underOtherKeys = (input: object) =>
  JSON.parse(
    JSON.stringify(input).replaceAll(/"(EVENT|E|TALLY)#[^#"]+/g, '"$1#by-hand'),
    (key, value) => (key === "ClientRequestToken" ? undefined : value),
  );

import { randomUUID } from "node:crypto";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { dayOf, type IsoDate } from "../../shared/core/calendar/dates.ts";
import type { EventId, LedgerId } from "../../shared/core/ids.ts";
import { commitEvents } from "../../shared/ledger/commit/commit-events.ts";
import { seeded } from "../demo/dice.ts";
import { unitsOf } from "./harness/call-counter.ts";
import { engineCaller, recordCommands } from "./harness/engine-calls.ts";
import { type Bench, goalRow, type Row } from "./harness/subject.ts";
import { inTurn, ratioOf } from "./harness/timing.ts";
import { saleOf } from "./ledgers.ts";

/** A short name, because it is part of keys: a longer one makes some items cost one more unit. */
const ACCOUNT = "bench" as LedgerId;
const BATCH = 500;
const ROUNDS = 12;

/** A row with a rate in force: any other rate would be counted as a warning, and cost a sum more. */
const USUAL_ROW = {
  service: false,
  state: "AT",
  currency: "EUR",
  rate: { vat_rate_bps: 2_000, rate_category: "standard" },
} as const;

/** Measures the units of a commit, and its rate against the same transactions without the service. */
export async function measureCommits(bench: Bench): Promise<Row[]> {
  await bench.newAccount(ACCOUNT);
  const single = await unitsOfOneSale(bench, dayOf(new Date()));
  const past = await unitsOfOneSale(bench, "2025-08-14" as IsoDate);
  const dice = seeded(1);
  const rounds = Array.from({ length: ROUNDS + 1 }, () => batchOf(dice));
  bench.takeCalls();
  const commands: Commands[] = [];
  for (const events of rounds) {
    commands.push(await recordCommands(() => commitEvents(ACCOUNT, events, new Date())));
  }
  const { write } = unitsOf(bench.takeCalls());
  const each = Number((write / (rounds.length * BATCH)).toFixed(2));
  return [
    goalRow(
      "saleUnits",
      "write units of a sale alone; in a period that is over",
      single,
      `${single}; ${past}`,
    ),
    goalRow("batchSaleUnits", `write units of a sale in a batch of ${BATCH}`, each),
    await rateRow(bench, rounds, commands),
  ];
}

async function unitsOfOneSale({ takeCalls }: Bench, supply_date: IsoDate): Promise<number> {
  const dice = seeded(1);
  const commitOne = () => {
    const sale = {
      ...saleOf("shop", 0, dice, USUAL_ROW),
      event_id: randomUUID() as EventId,
      supply_date,
    };
    return commitEvents(ACCOUNT, [sale], new Date());
  };
  // The first event of a month also records, once, that the account has events in it.
  await commitOne();
  takeCalls();
  await commitOne();
  return unitsOf(takeCalls()).write;
}

/** Makes a day or two of a shop. */
const batchOf = (dice: () => number) =>
  Array.from({ length: BATCH }, (_, n) => ({
    ...saleOf("shop", n, dice),
    event_id: randomUUID() as EventId,
    supply_date: `2025-08-${n % 2 ? "14" : "15"}` as IsoDate,
  }));

type Commands = Awaited<ReturnType<typeof recordCommands>>;

/** Compares commits over HTTP with the recorded transactions of the same round, two at a time, both through lib-dynamodb. */
async function rateRow(
  bench: Bench,
  rounds: readonly ReturnType<typeof batchOf>[],
  commands: readonly Commands[],
): Promise<Row> {
  const isTransaction = (command: Commands[number]) => command instanceof TransactWriteCommand;
  const send = engineCaller(bench.engine);
  let replayed = 0;
  let posted = 0;
  const took = await inTurn(
    {
      service: () => {
        const events = rounds[posted++]?.map((event) => ({ ...event, event_id: randomUUID() }));
        return bench.ask(ACCOUNT, "/v1/supply-events", { events });
      },
      engine: async () => {
        const own = (commands[replayed++]?.filter(isTransaction) ?? []).values();
        const sendInTurn = async () => {
          for (const command of own) await send(command, ofOtherAccount(command.input));
        };
        await Promise.all([sendInTurn(), sendInTurn()]);
      },
    },
    { blocks: ROUNDS },
  );
  const { ratio, text } = ratioOf(took.engine, took.service);
  const what = "committing batches over HTTP against the same transactions, rate";
  return goalRow("commitRate", what, ratio, text);
}

/** Moves writes to an account that does not exist, so that every condition holds again. */
const ofOtherAccount = (input: object): object =>
  JSON.parse(
    JSON.stringify(input).replaceAll(/"(EVENT|E|TALLY)#[^#"]+/g, `"$1#replayed`),
    (key, value) => (key === "ClientRequestToken" ? undefined : value),
  );

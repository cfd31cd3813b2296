import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { EventId } from "../../shared/core/ids.ts";
import { counted } from "../../shared/ledger/commit/plan.ts";
import { recordOf, storedEntries } from "../../shared/ledger/events/store-events.ts";
import { recountAccount } from "../../shared/ledger/recount/recount.ts";
import { NO_RECOUNT, requested, UNDER_WAY_MS } from "../../shared/ledger/recount/recount-state.ts";
import { RULES_VERSION } from "../../shared/ledger/sums/sums-of-event.ts";
import { dynamo } from "../../shared/platform/dynamodb/client.ts";
import type { Action } from "../../shared/platform/dynamodb/sharded-counter.ts";
import {
  eventKey,
  type Key,
  recountKey,
  registrationsKey,
} from "../../shared/platform/table/keys.ts";
import {
  boundariesOf,
  changedDays,
  NO_BOUNDARIES,
} from "../../shared/vat/schemes/registration-segments.ts";
import type { Registration } from "../../shared/vat/seller/registration.ts";
import { ACCOUNT, addTo, MadeUpLedger, type MadeUpSums, MONTHS } from "./made-up-ledger.ts";
import { MadeUpMoves } from "./made-up-moves.ts";

/*
 * A process that recounts a made-up ledger after a registration that begins within its quarter, so that every event
 * moves. Kills itself (kill -9) at a write, before it is carried out or after; every so often, a move loses its answer.
 * MADE_UP is {events, file, kill_at?, after?, lose_each?}.
 */
const asked = JSON.parse(process.env["MADE_UP"] ?? "{}") as {
  readonly events: number;
  readonly file: string;
  readonly kill_at?: number;
  readonly after?: boolean;
  readonly lose_each?: number;
};

type Item = Readonly<Record<string, unknown>>;

process.env["TABLE_NAME"] = "made-up";
const REGISTRATION: Registration = {
  id: 1,
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2026-05-15" as IsoDate,
  status: "active",
};
const boundaries = boundariesOf([REGISTRATION]);
const EVENT_PREFIX = eventKey(ACCOUNT, "" as EventId).pk;

/** The time of the jobs: a pause only moves it on. */
const clock = {
  skipped: 0,
  now: () => Date.now() + clock.skipped,
  pause: async (ms: number) => {
    clock.skipped += ms;
  },
};

const ledger = new MadeUpLedger(asked.events);
const moves = new MadeUpMoves(asked.file, asked.events);
const resumed = moves.moved;
const began = performance.now();
const calls = { reads: 0, transactions: 0, steps: 0, lost: 0 };
let [writes, longest, last, reported] = [0, 0, began, 0];

function firstState(): Item {
  const idle = { ...NO_RECOUNT, has_events: true, event_months: MONTHS };
  const days = changedDays(NO_BOUNDARIES, boundaries);
  if (!days) throw new Error("the registration moves nothing");
  const request = { days, now: clock.now(), under_way_ms: UNDER_WAY_MS };
  return { ...requested({ ...idle, rules_version: RULES_VERSION }, request), version: 1 };
}

/** Carries a write out, unless the process dies before; it may also die before the answer. */
function write(carryOut: () => void): object {
  writes += 1;
  const dies = writes === asked.kill_at;
  if (dies && !asked.after) process.kill(process.pid, "SIGKILL");
  carryOut();
  if (dies) process.kill(process.pid, "SIGKILL");
  return {};
}

/** Fails some moves that are carried out. */
function loseSome(): void {
  if (!asked.lose_each || calls.transactions % asked.lose_each > 0) return;
  calls.lost += 1;
  throw Object.assign(new Error("no answer"), { name: "TimeoutError" });
}

/** The recount's state is put alone, and in the end with a message. */
function putState(items: readonly (Item | undefined)[]): void {
  const state = items.find((item) => item?.["sk"] === recountKey(ACCOUNT).sk);
  if (!state) throw new Error("an unknown item is put");
  moves.put(state);
  reported += items.length - 1;
  calls.steps += 1;
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
}

function transact(actions: readonly Action[]): void {
  if (actions.some(({ Put }) => Put)) {
    putState(actions.map(({ Put }) => Put?.Item));
    return;
  }
  const [event, ...others] = actions.map(({ Update }) => Update);
  if (!event || !String(event.Key?.["pk"]).startsWith(EVENT_PREFIX)) throw new Error("no event");
  calls.transactions += 1;
  moves.move(
    numberOf(event.Key as Key),
    event,
    others.filter((other) => other !== undefined),
  );
}

const numberOf = ({ pk }: Key): number => Number(pk.slice(EVENT_PREFIX.length));

function itemAt(key: Key): Item | undefined {
  if (key.sk === "EVENT") return moves.itemOf(numberOf(key), ledger.itemOf(numberOf(key)));
  if (key.sk === recountKey(ACCOUNT).sk) return moves.state;
  if (key.sk !== registrationsKey(ACCOUNT).sk) return undefined;
  return { ...key, version: 1, last_id: 1, items: [REGISTRATION] };
}

type Asked = {
  readonly IndexName?: string;
  readonly Key?: Key;
  readonly Item?: Item;
  readonly TransactItems?: readonly Action[];
  readonly ExpressionAttributeValues?: Readonly<Record<string, string>>;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Key[] }>>;
  readonly Limit?: number;
};

/** The answer to a command of the table. */
function answer(name: string, input: Asked): unknown {
  if (name === "TransactWriteCommand") {
    const { transactions } = calls;
    write(() => transact(input.TransactItems ?? []));
    if (calls.transactions > transactions) loseSome();
    return {};
  }
  if (name === "PutCommand") return write(() => putState([input.Item]));
  calls.reads += 1;
  if (name === "GetCommand") return { Item: input.Key && itemAt(input.Key) };
  if (name === "QueryCommand") {
    const { IndexName, ExpressionAttributeValues = {}, Limit = 1_000 } = input;
    return IndexName ? ledger.page(ExpressionAttributeValues, Limit) : { Items: [] };
  }
  if (name !== "BatchGetCommand") throw new Error(`${name} is not made up`);
  const batches = Object.entries(input.RequestItems ?? {}).map(([table, { Keys }]) => {
    return [table, Keys.map(itemAt).filter((item) => item !== undefined)];
  });
  return { Responses: Object.fromEntries(batches) };
}

Object.assign(dynamo, {
  send: async (command: { readonly input: object }) =>
    answer(command.constructor.name, command.input),
});

/** Returns the sums of the ledger with what its moves have added. */
function sumsNow(): MadeUpSums {
  const sums = ledger.sumsBy((item) => recordEntries(item, NO_BOUNDARIES));
  for (const [at, move] of moves.moves.entries()) {
    for (const { key, added } of move.sums) {
      const sum = { pk: key.pk, sk: key.sk.replace(/#\d$/, "") };
      for (const [name, amount] of Object.entries(added)) {
        addTo(sums, sum, name, amount * (moves.counts[at] ?? 0));
      }
    }
  }
  return sums;
}

const recordEntries = (item: Item, context: typeof boundaries) =>
  storedEntries(counted(recordOf(item), { boundaries: context }).entries);

/** Lists the amounts other than zero; writes and markers are no amounts. */
const linesOf = (sums: MadeUpSums): string[] =>
  [...sums].flatMap(([pk, partition]) =>
    [...partition].flatMap(([sk, amounts]) =>
      Object.entries(amounts)
        .filter(([name, amount]) => amount !== 0 && name !== "w" && name !== "changes")
        .map(([name, amount]) => `${pk} ${sk} ${name} ${amount}`),
    ),
  );

if (!moves.state) moves.put(firstState());
const { state, looked_at, passes } = await recountAccount(ACCOUNT, clock);
moves.close();
const seconds = Math.round((performance.now() - began) / 1_000);
const now = new Set(linesOf(sumsNow()));
const first = new Set(linesOf(ledger.sumsBy((item) => recordEntries(item, boundaries))));
console.log(
  JSON.stringify({
    ...{ state, looked_at, passes, told: reported, resumed, ...calls },
    moved: moves.moved,
    sums: first.size,
    differences: [...now.symmetricDifference(first)],
    longest_ms: Math.round(longest),
    seconds,
    rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  }),
);

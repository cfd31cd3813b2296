import { recordOf, rowsOf, saleOf } from "../../scripts/bench/ledgers.ts";
import { seeded } from "../../scripts/demo/dice.ts";
import { type IsoDate, plusDays } from "../../shared/core/calendar/dates.ts";
import { fingerprintOf } from "../../shared/core/hash.ts";
import type { EventId, LedgerId } from "../../shared/core/ids.ts";
import { linkOf } from "../../shared/ledger/events/links.ts";
import { itemOf, type storedEntries } from "../../shared/ledger/events/store-events.ts";
import { submissionOf } from "../../shared/ledger/events/submission.ts";
import { NO_RECOUNT } from "../../shared/ledger/recount/recount-state.ts";
import { attributeOf } from "../../shared/ledger/sums/sum.ts";
import { RULES_VERSION, sumsOfEvent } from "../../shared/ledger/sums/sums-of-event.ts";
import { eventIndexKey } from "../../shared/platform/table/event-list-keys.ts";
import {
  eventKey,
  type Key,
  recountKey,
  sumsOfPartition,
} from "../../shared/platform/table/keys.ts";
import { withLink } from "../../shared/vat/schemes/supply-event.ts";
import { UNDESCRIBED } from "../../shared/vat/seller/profile.ts";

/*
 * A ledger of any number of sales in one quarter that nobody has stored: each item is made when it is asked for. In the
 * place of the table it shows what the service's own code takes of time and memory.
 */
export const ACCOUNT = "made-up" as LedgerId;
const FIRST_DAY = "2026-04-01" as IsoDate;
const DAYS = 91;
const KINDS = 8;
export const MONTHS = ["2026-04", "2026-05", "2026-06"];

type Item = Readonly<Record<string, unknown>>;

/** The sums of a ledger: the amounts by the stored key of their partition, and by their own key. */
export type MadeUpSums = Map<string, Map<string, Record<string, number>>>;

type StoredEntries = ReturnType<typeof storedEntries>;

export class MadeUpLedger {
  readonly events: number;
  /** The amount by which one sum exceeds its events. */
  readonly #drift: number;
  readonly #shards: Uint8Array;
  /** A sale of each kind and day, which the others differ from by their ids alone. */
  readonly #models = new Map<string, ReturnType<typeof modelOf>>();
  #sums: MadeUpSums | undefined;

  constructor(events: number, drift = 0) {
    this.events = events;
    this.#drift = drift;
    this.#shards = new Uint8Array(events).fill(255);
  }

  /** The answer to a command of the table. */
  send({ input, constructor: { name } }: { readonly input: object }): unknown {
    const asked = input as {
      readonly IndexName?: string;
      readonly Key?: Item;
      readonly ExpressionAttributeValues?: Readonly<Record<string, string>>;
      readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>;
      readonly Limit?: number;
    };
    const values = asked.ExpressionAttributeValues ?? {};
    if (name === "GetCommand") return { Item: this.#state(asked.Key ?? {}) };
    if (name === "BatchGetCommand") return this.#batch(asked.RequestItems ?? {});
    if (name !== "QueryCommand") throw new Error(`${name} is not made up`);
    if (asked.IndexName) return this.page(values, asked.Limit ?? 1_000);
    return { Items: this.#sumsAt(values[":pk"] ?? "") };
  }

  #state({ pk, sk }: Item): Item | undefined {
    const key = recountKey(ACCOUNT);
    if (pk !== key.pk || sk !== key.sk) return undefined;
    const state = { ...NO_RECOUNT, has_events: true, event_months: MONTHS };
    return { ...key, ...state, rules_version: RULES_VERSION };
  }

  #batch(asked: Readonly<Record<string, { readonly Keys: readonly Item[] }>>): unknown {
    const [[table, { Keys }] = ["", { Keys: [] }]] = Object.entries(asked);
    const prefix = eventKey(ACCOUNT, "" as EventId).pk;
    const items = Keys.filter(({ pk }) => String(pk).startsWith(prefix)).map(({ pk }) =>
      this.itemOf(Number(String(pk).slice(prefix.length))),
    );
    return { Responses: { [table]: items } };
  }

  /** A page of the index: the events of a shard of a month between two of its keys. */
  page(values: Readonly<Record<string, string>>, limit: number) {
    const [, , month = "", shard = ""] = (values[":pk"] ?? "").split("#");
    const [day = "", id = ""] = (values[":from"] ?? "00#").replace("\0", "").split("#");
    const last = this.#firstOf(month, Number((values[":to"] ?? "99").slice(0, 2)) + 1);
    const Items: Item[] = [];
    let n = id === "" ? this.#firstOf(month, Number(day)) : Number(id) + 1;
    for (; n < last && Items.length < limit; n += 1) {
      if (this.#shardOf(n) !== Number(shard)) continue;
      Items.push({
        ...eventKey(ACCOUNT, idOf(n) as EventId),
        ...eventIndexKey(ACCOUNT, this.dayOf(n), idOf(n) as EventId),
      });
    }
    return { Items, ...(n < last ? { LastEvaluatedKey: {} } : {}) };
  }

  #shardOf(n: number): number {
    if (this.#shards[n] === 255) {
      this.#shards[n] = Number(eventIndexKey(ACCOUNT, FIRST_DAY, idOf(n) as EventId).gsi1pk.at(-1));
    }
    return this.#shards[n] ?? 0;
  }

  dayOf(n: number): IsoDate {
    return plusDays(FIRST_DAY, Math.floor((n * DAYS) / this.events));
  }

  #firstOn(day: number): number {
    return Math.ceil((Math.min(Math.max(day, 0), DAYS) * this.events) / DAYS);
  }

  /** The first event of a day of a month; a day after the last one is the first of the next month. */
  #firstOf(month: string, day: number): number {
    const index = MONTHS.indexOf(month);
    if (index < 0) return this.events;
    const [from = 0, to = DAYS] = [0, 30, 61, DAYS].slice(index);
    return this.#firstOn(Math.min(from + Math.max(day, 1) - 1, to));
  }

  /** The n-th sale, under an id of its own or of the caller. */
  itemOf(n: number, event_id = idOf(n)): Item {
    const kind = n % KINDS;
    const day = this.dayOf(n);
    const model = this.#models.get(`${day} ${kind}`) ?? modelOf(kind, day);
    this.#models.set(`${day} ${kind}`, model);
    const fingerprint = fingerprintOf(
      submissionOf({ ...model.sale, event_id: event_id as EventId }),
    );
    return itemOf(ACCOUNT, { ...model.record, event_id: event_id as EventId, fingerprint });
  }

  #sumsAt(pk: string): Item[] {
    this.#sums ??= this.sumsBy((item) => item["entries"] as StoredEntries);
    const sums = [...(this.#sums.get(pk) ?? [])];
    return sums.map(([key, amounts], at) => ({
      pk,
      sk: `${key}#0`,
      ...amounts,
      ...(at === 0 && pk.includes("u2026") ? { v: (amounts["v"] ?? 0) + this.#drift } : {}),
    }));
  }

  /** Adds up the entries that `entriesOf` returns for each event; events of one kind and day have the same. */
  sumsBy(entriesOf: (item: Item) => StoredEntries): MadeUpSums {
    const sums: MadeUpSums = new Map();
    for (let day = 0; day < DAYS; day += 1) {
      const [from, to] = [this.#firstOn(day), this.#firstOn(day + 1)];
      for (let n = from; n < Math.min(to, from + KINDS); n += 1) {
        const times = Math.ceil((to - n) / KINDS);
        for (const { b, k, a } of entriesOf(this.itemOf(n))) {
          const { ":pk": pk } = sumsOfPartition(ACCOUNT, b).ExpressionAttributeValues;
          for (const [name, amount] of Object.entries(a)) {
            addTo(sums, { pk, sk: k }, attributeOf(name), amount * times);
          }
        }
      }
    }
    return sums;
  }
}

/** Adds an amount to one sum. */
export function addTo(sums: MadeUpSums, { pk, sk }: Key, name: string, amount: number): void {
  const partition = sums.get(pk) ?? new Map<string, Record<string, number>>();
  const amounts = partition.get(sk) ?? {};
  amounts[name] = (amounts[name] ?? 0) + amount;
  sums.set(pk, partition.set(sk, amounts));
}

function modelOf(kind: number, supply_date: IsoDate) {
  const sale = { ...saleOf("shop", kind, seeded(kind), ROWS[kind]), supply_date };
  const record = recordOf(sale, UNDESCRIBED);
  const linked = withLink(record, linkOf(record, undefined));
  return { sale, record: { ...linked, entries: sumsOfEvent(linked) } };
}

const ROWS = rowsOf("shop");

export const idOf = (n: number): string => String(n).padStart(8, "0");

import type { IsoDate } from "../../core/calendar/dates.ts";
import { DomainError, type Fault, rejectFaulty, summaryOf } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import type { Seller } from "../../vat/place-of-supply/place.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { roleOf } from "../../vat/schemes/supply-event.ts";
import type { DaySum } from "../../vat/threshold/day-sums.ts";
import { commitEvents, type PlaceOf } from "../commit/commit-events.ts";
import type { FindDeclared } from "../events/declared-in.ts";
import type { NewEvent } from "../events/schema.ts";
import { loadEventStates } from "../events/store-events.ts";
import { calculate, loadSeller } from "./calculate.ts";
import { type CommitTransaction, eventsOf } from "./commit-transaction.ts";
import { loadOriginal } from "./load-original.ts";
import { linkWaitingRefunds } from "./resolve-calculation-refs.ts";
import { batchFaults, type CalculatedItem, type CalculationItem, faultsOfItem } from "./schema.ts";
import {
  committedTransactionId,
  loadStored,
  type StoredTransaction,
  store,
} from "./store-batches.ts";
import { unmarkCommitted } from "./store-calculation-refs.ts";
import { newTransactionId } from "./store-transactions.ts";
import { newTransaction, quoteOf } from "./transaction.ts";
import { type QuotedTransaction, type Transaction, transactionView } from "./transaction-schema.ts";

/**
 * Returns the turnover that a calculation to be committed adds under Art. 59c VAT Directive. Later items of the batch
 * are placed with this turnover, as in separate requests. Domestic supplies and supplies to businesses add nothing.
 */
function turnoverOf(transaction: Transaction): DaySum[] {
  const { supply, currency, transaction_date: day, net_amount_minor } = transaction;
  if (!supply || !isCrossBorder(supply) || net_amount_minor <= 0) return [];
  const taxable_amount_minor = BigInt(net_amount_minor);
  return [{ day, currency, taxable_amount_minor, countries: new Map() }];
}

function isCrossBorder(supply: NonNullable<Transaction["supply"]>): boolean {
  const { supply_kind, member_state_of_consumption: to, treated_as } = supply;
  const from = supply_kind === "goods" ? supply.dispatch_country : supply.establishment_country;
  const isOfArticle = supply_kind === "goods" || supply_kind === "tbe_services";
  return (
    isOfArticle && to !== null && to !== from && treated_as === "b2c" && roleOf(supply) === "seller"
  );
}

/** Returns the seller of an item, with the turnover of earlier items in the same year, up to the item's day. */
function sellerAfter(seller: Seller, sold: readonly DaySum[]): Seller {
  const { range, sums } = seller.threshold;
  const year = range.to.slice(0, 4);
  const added = sold.filter(({ day }) => day <= range.to && day.startsWith(year));
  if (added.length === 0) return seller;
  return { ...seller, threshold: { ...seller.threshold, sums: [...sums, ...added] } };
}

/** A calculation of a batch and the events that it becomes; no events if the calculation is not committed. */
type BatchItem = {
  readonly transaction: Transaction;
  readonly asked: string;
  readonly commit: CommitTransaction | undefined;
  readonly events: readonly NewEvent[];
};

type Committed = Awaited<ReturnType<typeof commitEvents>>;

/**
 * Stores the events of all calculations to be committed, in one commit. Returns the results by the index of the
 * booking. If an id belongs to other content, stores no event and removes the markers again.
 */
async function commitAll(
  bookings: readonly BatchItem[],
  { ledger, now, findDeclared }: BatchRequest,
): Promise<ReadonlyMap<number, Committed>> {
  const events = bookings.flatMap((item) => item.events);
  if (events.length === 0) return new Map();
  try {
    const items = await commitEvents(ledger, events, now, {
      placeOf: placesIn(bookings),
      findDeclared,
    });
    for (const { transaction, commit, events: own } of bookings) {
      if (commit && isSplit(commit, own))
        await linkWaitingRefunds(ledger, transaction, commit.event_id);
    }
    return byItem(bookings, items);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "event_conflict") throw error;
    await unmarkUncommitted(ledger, bookings);
    throw error;
  }
}

/** True if the event_id of a commit names several events, none of which has that id. */
const isSplit = ({ event_id }: CommitTransaction, events: readonly NewEvent[]): boolean =>
  events.every((event) => event.event_id !== event_id);

function byItem(bookings: readonly BatchItem[], items: Committed): Map<number, Committed> {
  let at = 0;
  const entries = bookings.map(({ events }, index): [number, Committed] => {
    const own = items.slice(at, at + events.length);
    at += events.length;
    return [index, own];
  });
  return new Map(entries.filter(([, own]) => own.length > 0));
}

/**
 * Removes the markers of calculations without stored events. If the events exist, another request has committed the
 * calculation, so its marker stays.
 */
async function unmarkUncommitted(ledger: LedgerId, bookings: readonly BatchItem[]): Promise<void> {
  const states = await loadEventStates(
    ledger,
    bookings.flatMap(({ events }) => events.map(({ event_id }) => event_id)),
  );
  for (const { transaction, commit, events } of bookings) {
    if (!commit) continue;
    const { transaction_id } = transaction;
    const isCommitted = events.some(
      ({ event_id }) => states.get(event_id)?.event?.transaction_id === transaction_id,
    );
    const mark = { transaction_id, event_id: commit.event_id, is_split: isSplit(commit, events) };
    if (!isCommitted) await unmarkCommitted(ledger, mark);
  }
}

/** Maps the position of an event in the commit to the field and event_id of its batch item. */
function placesIn(bookings: readonly BatchItem[]): PlaceOf {
  const owners = bookings.flatMap((item, index) => item.events.map(() => ({ ...item, index })));
  return (at, field) => {
    const { index, commit } = owners[at] ?? {};
    return {
      field: `items.${index}.commit.${field}`,
      ...(commit ? { event_id: commit.event_id } : {}),
    };
  };
}

/** Returns the seller of an item; undefined for an item without a place of supply. */
type SellerOf = (item: CalculationItem) => Seller | undefined;

/**
 * Loads what the place of supply of each item depends on, once per distinct query. Each seller has the rates of all
 * days, because an item may have to convert the turnover of another item.
 */
async function sellersOf(
  ledger: LedgerId,
  items: readonly CalculationItem[],
  today: IsoDate,
): Promise<SellerOf> {
  const dayOf = (item: CalculationItem) => item.transaction_date ?? today;
  const keyOf = (item: CalculationItem) =>
    `${dayOf(item)} ${item.currency} ${item.supply?.establishment_country ?? ""}`;
  const placed = new Map(items.filter(({ supply }) => supply).map((item) => [keyOf(item), item]));
  const loaded = await Promise.all(
    [...placed].map(async ([key, item]): Promise<[string, Seller]> => {
      const { currency, supply } = item;
      const planned = { day: dayOf(item), currency, country: supply?.establishment_country };
      return [key, await loadSeller(ledger, planned, today)];
    }),
  );
  const days = new Map(loaded.flatMap(([, { threshold }]) => [...threshold.rates.days]));
  const sellers = new Map(loaded.map(([key, seller]) => [key, withRates(seller, days)]));
  return (item) => (item.supply ? sellers.get(keyOf(item)) : undefined);
}

type RateDays = Seller["threshold"]["rates"]["days"];

const withRates = (seller: Seller, days: RateDays): Seller => ({
  ...seller,
  threshold: { ...seller.threshold, rates: { ...seller.threshold.rates, days } },
});

/** The context of the request that sent the items. */
type BatchRequest = {
  readonly ledger: LedgerId;
  readonly rates: RateCatalogue;
  readonly sourceTag: string | undefined;
  readonly findDeclared?: FindDeclared;
  readonly now: Date;
  readonly today: IsoDate;
};

/** An item with the id under which its calculation is stored. */
type CalculationRequest = {
  readonly item: CalculationItem;
  readonly id: string;
  /** The fingerprint of the request; distinguishes a repetition from another request with the same event_id. */
  readonly asked: string;
};

const EVENTS_PER_BATCH = 500;

/**
 * Calculates every item, stores the calculations, and commits those with `commit`. The whole batch is checked before
 * anything is stored. A batch that was interrupted can be sent again: the id of a calculation to be committed is
 * derived from its event_id.
 * @throws DomainError `invalid_request` and `original_rate_missing` with the index of each fault,
 * `event_conflict`, `not_ready`
 */
export async function calculateBatch(
  items: readonly CalculationItem[],
  request: BatchRequest,
): Promise<CalculatedItem[]> {
  rejectFaulty(batchFaults(items));
  const { ledger, now, sourceTag } = request;
  const asked = items.map(
    (item): CalculationRequest => ({
      item,
      id: item.commit
        ? committedTransactionId(ledger, item.commit.event_id)
        : newTransactionId(now),
      asked: fingerprintOf({ item, sourceTag }),
    }),
  );
  const sellerOf = await sellersOf(ledger, items, request.today);
  let isRepeated = false;
  const bookings = await withRetries(async () => {
    // A new random id can only exist after an earlier attempt of this request.
    const maybeStored = asked.filter(({ item }) => isRepeated || item.commit);
    isRepeated = true;
    const stored = await loadStored(
      ledger,
      maybeStored.map(({ id }) => id),
    );
    const made = await allItems(asked, stored, sellerOf, request);
    await store(ledger, made, stored, request.today);
    return made;
  });
  const booked = await commitAll(bookings, request);
  return bookings.map(({ transaction, commit }, index) => {
    const events = commit && booked.get(index);
    const view = transactionView(transaction);
    return events
      ? { transaction: { ...view, committed_event_id: commit.event_id }, events }
      : { transaction: view, events: null };
  });
}

/** Calculates every item as `calculateBatch` does without `commit`, and stores nothing. */
export async function quoteBatch(
  items: readonly CalculationItem[],
  { ledger, rates, sourceTag, now, today }: BatchRequest,
): Promise<{ transaction: QuotedTransaction }[]> {
  rejectFaulty(batchFaults(items));
  const sellerOf = await sellersOf(ledger, items, today);
  const faults: Refused[] = [];
  const quotes = items.flatMap((item, index) => {
    const day = item.transaction_date ?? today;
    const calculation = collectErrors(faults, index, "", () =>
      calculate(item, day, rates, sellerOf(item)),
    );
    return calculation
      ? { transaction: transactionView(quoteOf(calculation, now, sourceTag)) }
      : [];
  });
  rejectAll(faults);
  return quotes;
}

/** Calculates every item in order, with the events that it becomes. */
async function allItems(
  asked: readonly CalculationRequest[],
  stored: ReadonlyMap<string, StoredTransaction>,
  sellerOf: SellerOf,
  request: BatchRequest,
): Promise<BatchItem[]> {
  const faults: Refused[] = [];
  const sold: DaySum[] = [];
  const bookings: BatchItem[] = [];
  for (const [index, one] of asked.entries()) {
    const transaction = collectErrors(faults, index, "", () =>
      transactionOf(one, stored, sellerOf, sold, request),
    );
    if (!transaction) continue;
    const { commit } = one.item;
    if (commit) sold.push(...turnoverOf(transaction));
    const original =
      commit &&
      (await reportedLater(faults, index, () => loadOriginal(request.ledger, transaction, commit)));
    const events =
      commit &&
      collectErrors(faults, index, "commit.", () =>
        eventsOf(transaction, commit, request.today, original),
      );
    bookings.push({ transaction, asked: one.asked, commit, events: events ?? [] });
  }
  rejectAll(faults);
  rejectMany(bookings);
  return bookings;
}

function transactionOf(
  { item, id, asked }: CalculationRequest,
  stored: ReadonlyMap<string, StoredTransaction>,
  sellerOf: SellerOf,
  sold: readonly DaySum[],
  { rates, sourceTag, now, today }: BatchRequest,
): Transaction {
  const there = stored.get(id);
  if (there?.transaction.committed_event_id) {
    const older = () => fingerprintOf({ item: olderForm(item), sourceTag });
    if (there.asked === asked || there.asked === older()) return there.transaction;
    const message = `${item.commit?.event_id} is taken by other content`;
    throw new DomainError("event_conflict", message, [{ field: "commit.event_id", message }]);
  }
  const { commit: _, ...question } = item;
  const day = item.transaction_date ?? today;
  const seller = sellerOf(item);
  return newTransaction(calculate(question, day, rates, seller && sellerAfter(seller, sold)), {
    transaction_id: id,
    created_at: now.toISOString(),
    source_id: sourceTag,
  });
}

/** Returns an item as it was until 2026-11-28, with `deemed_supplier`: stored fingerprints cover that form. */
function olderForm({ supply, commit, ...item }: CalculationItem): object {
  const older = <T extends { readonly supplier_role?: string | undefined }>(
    fields: T | undefined,
  ) => {
    if (fields?.supplier_role === undefined) return fields;
    const { supplier_role, ...others } = fields;
    return { ...others, deemed_supplier: supplier_role === "deemed_supplier" };
  };
  return { ...item, supply: older(supply), commit: older(commit) };
}

type Refused = { readonly code: DomainError["code"]; readonly faults: readonly Fault[] };

/**
 * Returns the result of `work`. An error is recorded with the index of the item, and the next items are still checked.
 */
function collectErrors<T>(
  refused: Refused[],
  index: number,
  within: string,
  work: () => T,
): T | undefined {
  try {
    return work();
  } catch (error) {
    note(refused, index, within, error);
    return undefined;
  }
}

async function reportedLater<T>(
  refused: Refused[],
  index: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    note(refused, index, "commit.", error);
    return undefined;
  }
}

function note(refused: Refused[], index: number, within: string, error: unknown): void {
  if (!(error instanceof DomainError) || !error.details) throw error;
  const faults = error.details.flatMap((fault) =>
    faultsOfItem(index, [fault], fault.field === "transaction_date" ? "" : within),
  );
  refused.push({ code: error.code, faults });
}

/** Throws one error with the faults of all items. Of several codes, the code for faults in the request itself wins. */
function rejectAll(refused: readonly Refused[]): void {
  const [first] = refused.toSorted((a, b) => rank(a.code) - rank(b.code));
  if (!first) return;
  const faults = refused.flatMap((refused) => refused.faults);
  throw new DomainError(first.code, summaryOf(faults), faults);
}

const ORDER: readonly DomainError["code"][] = ["invalid_request", "event_conflict"];
const rank = (code: DomainError["code"]): number => {
  const at = ORDER.indexOf(code);
  return at < 0 ? ORDER.length : at;
};

function rejectMany(bookings: readonly BatchItem[]): void {
  const events = bookings.reduce((sum, item) => sum + item.events.length, 0);
  const message = `make ${events} supply events, and a request commits at most ${EVENTS_PER_BATCH}`;
  rejectFaulty(events > EVENTS_PER_BATCH ? [{ field: "items", message }] : []);
}

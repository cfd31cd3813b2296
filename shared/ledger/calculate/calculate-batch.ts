import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { DomainError, type Fault } from "../../core/errors/errors.ts";
import { refuseFaulty } from "../../core/errors/invalid-request.ts";
import { summaryOf } from "../../core/errors/render-error.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { withRetries } from "../../platform/retries.ts";
import type { DaySum } from "../../vat/threshold/day-sums.ts";
import { loadOriginal } from "../commit/load-original.ts";
import { batchFaults, faultsAt } from "./batch-rules.ts";
import type { CalculatedItem, CalculationItem } from "./batch-schema.ts";
import { sellerAfter, turnoverOf } from "./batch-turnover.ts";
import { type Booking, bookAll } from "./book-batch.ts";
import { calculate } from "./calculate.ts";
import { eventsOf } from "./events-of-transaction.ts";
import { type SellerOf, sellersOf } from "./sellers-of-batch.ts";
import { bookedTransactionId, type KeptTransaction, loadKept, saveKept } from "./store-batches.ts";
import { newTransactionId } from "./store-transactions.ts";
import { newTransaction } from "./transaction.ts";
import type { Transaction } from "./transaction-schema.ts";

/** The request that the items came in. */
type BatchRequest = {
  readonly account: string;
  readonly sourceTag: string | undefined;
  readonly now: Date;
  readonly today: IsoDate;
};

/** An item with what it is kept under. */
type Asked = {
  readonly item: CalculationItem;
  readonly id: string;
  /** Tells a repetition from another request under the same event_id. */
  readonly asked: string;
};

const EVENTS_PER_BATCH = 500;

/**
 * Calculates every item, keeps the calculations, and commits those that say so. A batch is checked
 * whole before anything is kept. One that was broken off is finished by sending it again: what is to
 * be committed is kept under an id that follows from its event_id.
 * @throws DomainError `invalid_request` and `original_rate_missing` with the index of each fault,
 *   `event_conflict`, `not_ready`
 */
export async function calculateBatch(
  items: readonly CalculationItem[],
  request: BatchRequest,
): Promise<CalculatedItem[]> {
  refuseFaulty(batchFaults(items));
  const { account, now, sourceTag } = request;
  const asked = items.map(
    (item): Asked => ({
      item,
      id: item.commit ? bookedTransactionId(account, item.commit.event_id) : newTransactionId(now),
      asked: fingerprintOf({ item, sourceTag }),
    }),
  );
  const sellerOf = await sellersOf(account, items, request.today);
  let isRepeated = false;
  const bookings = await withRetries(async () => {
    // A new id is nobody else's: only after an attempt of ours can it be there.
    const maybeKept = asked.filter(({ item }) => isRepeated || item.commit);
    isRepeated = true;
    const kept = await loadKept(
      account,
      maybeKept.map(({ id }) => id),
    );
    const made = await allBookings(asked, kept, sellerOf, request);
    await saveKept(account, made, kept, request.today);
    return made;
  });
  const booked = await bookAll(account, bookings, now);
  return bookings.map(({ transaction, commit }, index) => {
    const events = booked.get(index);
    return commit && events
      ? { transaction: { ...transaction, committed_event_id: commit.event_id }, events }
      : { transaction };
  });
}

/** Every item calculated, in order, and what it becomes in the ledger. */
async function allBookings(
  asked: readonly Asked[],
  kept: ReadonlyMap<string, KeptTransaction>,
  sellerOf: SellerOf,
  request: BatchRequest,
): Promise<Booking[]> {
  const faults: Refused[] = [];
  const sold: DaySum[] = [];
  const bookings: Booking[] = [];
  for (const [index, one] of asked.entries()) {
    const transaction = told(faults, index, "", () =>
      transactionOf(one, kept, sellerOf, sold, request),
    );
    if (!transaction) continue;
    const { commit } = one.item;
    if (commit) sold.push(...turnoverOf(transaction));
    const original =
      commit &&
      (await toldLater(faults, index, () => loadOriginal(request.account, transaction, commit)));
    const events =
      commit &&
      told(faults, index, "commit.", () => eventsOf(transaction, commit, request.today, original));
    bookings.push({ transaction, asked: one.asked, commit, events: events ?? [] });
  }
  refuseAll(faults);
  refuseMany(bookings);
  return bookings;
}

/** The calculation as it is kept already, or a new one. */
function transactionOf(
  { item, id, asked }: Asked,
  kept: ReadonlyMap<string, KeptTransaction>,
  sellerOf: SellerOf,
  sold: readonly DaySum[],
  { sourceTag, now, today }: BatchRequest,
): Transaction {
  const there = kept.get(id);
  if (there?.transaction.committed_event_id) {
    if (there.asked === asked) return there.transaction;
    const message = `${item.commit?.event_id} is taken by other content`;
    throw new DomainError("event_conflict", message, [{ field: "commit.event_id", message }]);
  }
  const { commit: _, ...question } = item;
  const day = item.transaction_date ?? today;
  const seller = sellerOf(item);
  return newTransaction(calculate(question, day, seller && sellerAfter(seller, sold)), {
    transaction_id: id,
    created_at: now.toISOString(),
    source_id: sourceTag,
  });
}

type Refused = { readonly code: DomainError["code"]; readonly faults: readonly Fault[] };

/** What `work` answers; a refusal is noted with the index, and the next items are looked at too. */
function told<T>(refused: Refused[], index: number, within: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    note(refused, index, within, error);
    return undefined;
  }
}

async function toldLater<T>(
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
    faultsAt(index, [fault], fault.field === "transaction_date" ? "" : within),
  );
  refused.push({ code: error.code, faults });
}

/** Of several codes that of the request's own faults comes first, as everywhere. */
function refuseAll(refused: readonly Refused[]): void {
  const [first] = refused.toSorted((a, b) => rank(a.code) - rank(b.code));
  if (!first) return;
  const faults = refused.flatMap((one) => one.faults);
  throw new DomainError(first.code, summaryOf(faults), faults);
}

const ORDER: readonly DomainError["code"][] = ["invalid_request", "event_conflict"];
const rank = (code: DomainError["code"]): number => {
  const at = ORDER.indexOf(code);
  return at < 0 ? ORDER.length : at;
};

function refuseMany(bookings: readonly Booking[]): void {
  const events = bookings.reduce((sum, one) => sum + one.events.length, 0);
  const message = `make ${events} supply events, and a request commits at most ${EVENTS_PER_BATCH}`;
  refuseFaulty(events > EVENTS_PER_BATCH ? [{ field: "items", message }] : []);
}

import { DomainError } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { changeEvent } from "../../ledger/commit/change-event.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { undoneRecord } from "../../ledger/events/re-evaluate.ts";
import { loadEventStates } from "../../ledger/events/store-events.ts";
import { forgetEventsOfOrders } from "../../ledger/order-names/store-order-names.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { withoutFreeText } from "../../ledger/supply-records/free-text.ts";
import { type Boundaries, boundariesOf } from "../../vat/schemes/registration-segments.ts";
import { undoMovements } from "../movements/store-movements.ts";
import { ordersIn } from "../orders/name-order.ts";
import { loadShopOrders, type ShopOrder, updateShopOrder } from "../orders/store-orders.ts";
import { byImport, movementsOf, readPart } from "./commit-part.ts";
import { commitIdOf, type ImportJob, NO_COUNTS, type SplitJob } from "./job.ts";
import { markImportPart } from "./store-jobs.ts";

/** Number of events changed at once; more would conflict at the sums they share. */
const CHANGES_AT_ONCE = 4;

/**
 * Removes the events of one part of an import from the ledger, except events that were there before, and records that
 * in one write. Repeating it changes nothing.
 * @returns the updated import; undefined if another worker has recorded that part.
 */
export async function undoImportPart(
  ledger: LedgerId,
  job: SplitJob,
  part: number,
  now: Date,
): Promise<ImportJob | undefined> {
  const { rows: read, resolved: rows } = await readPart(ledger, job, part);
  await undoMovements(ledger, movementsOf(read), byImport(job, now));
  const ids = rows.flatMap(({ outcome }) =>
    outcome.outcome === "event" ? outcome.events.map(({ event_id }) => event_id) : [],
  );
  const orders = rows.flatMap(({ edit }) => (edit ? [edit.order_id] : []));
  const booked = await loadShopOrders(ledger, job.source_id, orders);
  const { items } = await loadRegistrations(ledger);
  const own = await ownOf(ledger, job, ids, booked);
  const step = { at: now.toISOString(), key_id: job.undone_by ?? job.requested_by };
  const changing = { ledger, boundaries: boundariesOf(items), step };
  // An adjustment names its sale, so it is removed before the sale.
  for (const adjustment of own.adjustments) await undo(changing, adjustment);
  for (let at = 0; at < own.others.length; at += CHANGES_AT_ONCE) {
    const some = own.others.slice(at, at + CHANGES_AT_ONCE);
    await Promise.all(some.map((event) => undo(changing, event)));
  }
  await Promise.all(booked.map((order) => forgetUndone(ledger, order, own)));
  const named = ordersIn(job.format, rows).map(({ order_id }) => order_id);
  await forgetEventsOfOrders(ledger, job.source_id, named, idsOf(own));
  return markImportPart(ledger, job, part, NO_COUNTS);
}

/** Removes undone events, and the edit that booked them, from the item of their order: it may be imported again. */
async function forgetUndone(ledger: LedgerId, order: ShopOrder, own: OwnEvents): Promise<void> {
  const gone = idsOf(own);
  if (!order.used.some((id) => gone.has(id))) return;
  await updateShopOrder(ledger, order, (seen) => {
    if (!seen) return undefined;
    const booked = seen.booked
      .filter(({ event }) => !gone.has(event.event_id))
      .map((row) => ({
        ...row,
        adjustments: row.adjustments.filter(({ event_id }) => !gone.has(event_id)),
      }));
    return { ...seen, booked, modified_at: "", content: "" };
  });
}

const idsOf = ({ adjustments, others }: OwnEvents): ReadonlySet<EventId> =>
  new Set([...adjustments, ...others].map(({ event_id }) => event_id));

type OwnEvents = {
  readonly adjustments: readonly EventRecord[];
  readonly others: readonly EventRecord[];
};

/**
 * Finds the events that an import has committed: those of its rows, also under the id of a later edit, and every
 * adjustment of its sales, because an adjustment of a sale that never took place has nothing to adjust.
 */
async function ownOf(
  ledger: LedgerId,
  job: ImportJob,
  ids: readonly EventId[],
  orders: readonly ShopOrder[],
): Promise<OwnEvents> {
  const all = [...new Set([...ids, ...orders.flatMap(({ used }) => used)])];
  const states = await loadEventStates(ledger, all);
  const records = all.flatMap((id) => states.get(id)?.event ?? []);
  const isOwn = ({ commit_id }: EventRecord) => commit_id === commitIdOf(job);
  const own = new Set<EventId | undefined>(records.filter(isOwn).map(({ event_id }) => event_id));
  const adjusting = new Map(
    orders.flatMap(({ booked }) =>
      booked.flatMap(({ event, adjustments }) =>
        adjustments.map(({ event_id }) => [event_id, event.event_id] as const),
      ),
    ),
  );
  const [others = [], adjustments = []] = [false, true].map((isAdjustment) =>
    records.filter(({ event_id }) => adjusting.has(event_id) === isAdjustment),
  );
  return {
    others: others.filter(isOwn),
    adjustments: adjustments
      .filter((adjustment) => isOwn(adjustment) || own.has(adjusting.get(adjustment.event_id)))
      .toReversed(),
  };
}

/**
 * Returns the undone event. No law requires the free text of a supply that never took place (Art. 5(1)(e) GDPR). It is
 * erased now, because a later erasure finds events by lists and an undone event is in none.
 */
function undone(seen: EventRecord, step: UndoAuthor): EventRecord {
  const outside = { ...seen, treatment: "outside_scope" as const };
  return undoneRecord(withoutFreeText(outside, new Date(step.at), fingerprintOf), step);
}

type UndoAuthor = { readonly at: string; readonly key_id: string };
type Undoing = {
  readonly ledger: LedgerId;
  readonly boundaries: Boundaries;
  readonly step: UndoAuthor;
};

/** Removes an event, unless it was committed anew meanwhile. */
async function undo(
  { ledger, boundaries, step }: Undoing,
  { event_id, commit_id }: EventRecord,
): Promise<void> {
  try {
    await changeEvent(ledger, boundaries, event_id, (seen) =>
      seen.undone || seen.commit_id !== commit_id ? seen : undone(seen, step),
    );
  } catch (error) {
    // Another worker with the same part was faster.
    if (!(error instanceof DomainError && error.code === "not_found")) throw error;
  }
}

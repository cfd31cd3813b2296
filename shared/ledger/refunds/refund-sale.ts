import { isDeepStrictEqual } from "node:util";
import { DomainError } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { backOff, patience } from "../../platform/calls.ts";
import { type Committing, commitEvents } from "../commit/commit-events.ts";
import { type committedItem, committedItems } from "../commit/committed-items.ts";
import type { EventRecord, LedgerView } from "../events/event-record.ts";
import { loadRegistrations } from "../settings/store-settings.ts";
import { type AskedRefund, eventsOfRefund } from "./decide-refund.ts";
import { type LoadedPart, loadRefundable } from "./load-refundable.ts";
import type { RefundResponse } from "./schema.ts";

type Refunding = Pick<Committing, "findDeclared"> & {
  readonly now: Date;
  readonly dry_run: boolean;
};

/** The sale was changed or refunded since the refund was decided, so that it must be decided anew. */
class SaleChanged extends Error {}

/**
 * Takes back a sale, or an order that was split, in full or by an amount with VAT. The events are booked in one
 * transaction, on condition that no other refund has changed what is left, so two refunds never take the same amount.
 * A repeated request returns what it has booked.
 * @throws DomainError `not_found`, `not_a_sale`, `invalid_request`, `nothing_to_refund`, `refund_exceeds_sale`,
 * `event_conflict`, `not_ready`
 */
export async function refundSale(
  ledger: LedgerId,
  asked: AskedRefund,
  refunding: Refunding,
): Promise<RefundResponse> {
  const giveUpAt = patience();
  for (let n = 1; ; n += 1) {
    try {
      return await refundOnce(ledger, asked, refunding);
    } catch (error) {
      if (!(error instanceof SaleChanged)) throw error;
      await backOff(n, giveUpAt, error);
    }
  }
}

async function refundOnce(
  ledger: LedgerId,
  asked: AskedRefund,
  { now, dry_run, findDeclared }: Refunding,
): Promise<RefundResponse> {
  // The events of the same request have the same commit, and no others do.
  const commit_id = `refund ${fingerprintOf(asked)}`;
  const parts = await loadRefundable(ledger, asked.order, asked.event_id);
  const there = parts.flatMap(({ booked }) => booked ?? []);
  rejectTaken(there, commit_id);
  if (there.length > 0) {
    const { items: registrations } = await loadRegistrations(ledger);
    const finder = findDeclared?.(ledger, registrations, now);
    const items = await committedItems(there, "", finder);
    return answerOf(items.flatMap((item, n) => (item ? [[item, there[n] as EventRecord]] : [])));
  }
  const events = eventsOfRefund(parts, asked);
  const taken = new Set(events.map(({ event_id }) => event_id));
  const touched = parts.filter(({ refund_id }) => taken.has(refund_id));
  const confirm = (view: LedgerView) => rejectChanged(view, touched);
  try {
    const items = await commitEvents(ledger, events, now, {
      commit_id,
      dry_run,
      confirm,
      findDeclared,
    });
    return answerOf(items.map((item, n) => [item, events[n] as (typeof events)[number]] as const));
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === "event_conflict";
    // Another request was faster with the id, perhaps the same request: the next attempt tells.
    throw isTaken ? new SaleChanged("taken", { cause: error }) : error;
  }
}

/** Rejects an id that belongs to another request. */
function rejectTaken(
  there: readonly { readonly event_id: EventId; readonly commit_id: string }[],
  commit_id: string,
): void {
  const taken = there.find((event) => event.commit_id !== commit_id);
  if (!taken) return;
  const { event_id } = taken;
  const message = `${event_id} is taken by other content`;
  throw new DomainError("event_conflict", message, [{ field: "event_id", event_id, message }]);
}

/**
 * Rejects a write whose refund was decided by another state of a sale. The write is conditional on the refunded totals
 * in `view`.
 */
function rejectChanged(view: LedgerView, parts: readonly LoadedPart[]): void {
  for (const { sale, state, refund_id } of parts) {
    // After a lost response, the sale has changed by the refund itself.
    if (view.state(refund_id).event) return;
    const { event, links, taken_back } = view.state(sale.event_id);
    const isSame = links === state.links && isDeepStrictEqual(taken_back, state.taken_back);
    if (!event || !isSame) throw new SaleChanged(sale.event_id);
  }
}

type Booked = Pick<
  AskedRefund & RefundResponse["items"][number],
  "taxable_amount_minor" | "vat_amount_minor"
> & {
  readonly original_event_id?: EventId | undefined;
  readonly currency: RefundResponse["currency"];
};

function answerOf(
  booked: readonly (readonly [ReturnType<typeof committedItem>, Booked])[],
): RefundResponse {
  const items = booked.map(([item, event]) => ({
    ...item,
    original_event_id: event.original_event_id as EventId,
    taxable_amount_minor: event.taxable_amount_minor,
    vat_amount_minor: event.vat_amount_minor,
  }));
  const gross_amount_minor = items.reduce(
    (sum, { taxable_amount_minor, vat_amount_minor }) =>
      sum + taxable_amount_minor + vat_amount_minor,
    0,
  );
  const [first] = booked;
  return { items, currency: (first as (typeof booked)[number])[1].currency, gross_amount_minor };
}

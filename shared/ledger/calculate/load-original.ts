import { invalidRequest } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { isSale } from "../../vat/schemes/supply-event.ts";
import { referredId } from "../commit/plan.ts";
import { consignmentIdOf } from "../events/consignments.ts";
import type { EventRecord, RelatedStates } from "../events/event-record.ts";
import { loadConsignments, loadEventState, loadEventStates } from "../events/store-events.ts";
import type { CommitTransaction } from "./commit-transaction.ts";
import { type NamedOriginal, partsOf, portionRates } from "./portions.ts";
import { loadNamedCalculations } from "./store-calculation-refs.ts";
import { loadTransaction } from "./store-transactions.ts";
import type { Transaction } from "./transaction-schema.ts";

/**
 * Loads the original that the commit of a calculation corrects, by rate, as far as it is in the ledger. A sale without
 * a calculation may have a rate of its own, so a correction with one rate refers to it directly.
 * @throws DomainError `invalid_request` for a calculation that does not exist or is not committed.
 */
export async function loadOriginal(
  ledger: LedgerId,
  transaction: Transaction,
  { original_event_id, original_transaction_id }: CommitTransaction,
): Promise<NamedOriginal | undefined> {
  if (original_transaction_id !== undefined) {
    const original = await loadTransaction(ledger, original_transaction_id);
    return calculationNamed(original, "original_transaction_id");
  }
  if (original_event_id === undefined) return undefined;
  const field = "original_event_id";
  const [named, { event }] = await Promise.all([
    loadNamedCalculations(ledger, [original_event_id]),
    loadEventState(ledger, original_event_id),
  ]);
  const calculation = named.get(original_event_id);
  if (calculation) return calculationNamed(calculation, field);
  if (!event || !isSale(event)) return undefined;
  const isCalculated = event.transaction_id !== undefined || portionRates(transaction).length > 1;
  if (!isCalculated) return undefined;
  const { vat_rate_bps } = event;
  return { field, event_id: event.event_id, parts: partsOf(event.event_id, [vat_rate_bps]) };
}

function calculationNamed(
  original: Transaction | undefined,
  field: NamedOriginal["field"],
): NamedOriginal {
  if (!original) throw invalidRequest([{ field, message: "no such transaction" }]);
  const { committed_event_id: event_id } = original;
  if (event_id === null) throw invalidRequest([{ field, message: "is not committed" }]);
  return { field, event_id, parts: partsOf(event_id, portionRates(original)) };
}

/** Loads the related states of these events, the original and the consignment, strongly consistent. */
export async function loadRelated(
  ledger: LedgerId,
  records: readonly EventRecord[],
): Promise<(record: EventRecord) => RelatedStates> {
  const ids = <Id>(idOf: (record: EventRecord) => Id | undefined) => [
    ...new Set(records.map(idOf).filter((id) => id !== undefined)),
  ];
  const [originals, consignments] = await Promise.all([
    loadEventStates(ledger, ids(referredId)),
    loadConsignments(ledger, ids(consignmentIdOf)),
  ]);
  return (record) => {
    const original_id = referredId(record);
    return {
      original: original_id && originals.get(original_id),
      consignment: consignments.get(consignmentIdOf(record) ?? ""),
    };
  };
}

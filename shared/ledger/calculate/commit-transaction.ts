import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { DomainError, type Fault, invalidRequest } from "../../core/errors/errors.ts";
import { faultIf, readAs } from "../../core/errors/field-errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { withRules } from "../../core/input/fields.ts";
import { placeOf } from "../../vat/place-of-supply/place.ts";
import { isServiceKind } from "../../vat/place-of-supply/supply.ts";
import { isMemberState } from "../../vat/reference-data/member-states.ts";
import { eventFields, REMOVED_FIELDS } from "../../vat/schemes/event-fields.ts";
import { CLASSIFICATIONS, type SupplyKind } from "../../vat/schemes/supply-event.ts";
import { type Committing, commitEvents } from "../commit/commit-events.ts";
import type { FieldsWith } from "../events/field-uses.ts";
import { DryRun, futureDateFaults, NewEvent } from "../events/schema.ts";
import { loadEventStates } from "../events/store-events.ts";
import {
  consignmentParts,
  correctedParts,
  type NamedOriginal,
  partsOf,
  portionsOf,
} from "./portions.ts";
import { linkWaitingRefunds } from "./resolve-calculation-refs.ts";
import { markCommitted, rejectMarked, unmarkCommitted } from "./store-calculation-refs.ts";
import { isTransactionId } from "./transaction.ts";
import type { Transaction } from "./transaction-schema.ts";

/**
 * Body of POST /v1/transactions/{id}/commit: the fields of a supply event that a transaction does not have. Fields that
 * the transaction was placed by may be omitted, but must not be contradicted.
 */
export const CommitTransaction = withRules(
  z.strictObject({
    ...({
      event_id: eventFields.event_id,
      event_type: eventFields.event_type,
      original_event_id: eventFields.original_event_id.describe(
        "The sale that is corrected: the id of an event, or the event_id that a calculation was committed under. Each part corrects the one of the same rate",
      ),
      original_transaction_id: z
        .string()
        .refine(isTransactionId, "must be the id of a transaction")
        .optional()
        .describe(
          "Id of the calculation that was committed as the sale; replaces `original_event_id`",
        ),
      original_period: eventFields.original_period,
      supply_kind: eventFields.supply_kind
        .optional()
        .describe("Kind of the supply; known for a calculation with `supply`"),
      customer_type: eventFields.customer_type,
      dispatch_country: eventFields.dispatch_country,
      establishment_country: eventFields.establishment_country,
      origin_country: eventFields.origin_country,
      supplier_role: eventFields.supplier_role,
      consignment: eventFields.consignment,
      location_evidence: eventFields.location_evidence,
      customer_category: eventFields.customer_category,
      quantity: eventFields.quantity,
      quantity_unit: eventFields.quantity_unit,
      hs_code: eventFields.hs_code,
      underlying_seller_id: eventFields.underlying_seller_id,
      vat_number_check_id: eventFields.vat_number_check_id,
      payments: eventFields.payments,
      payments_on_account: eventFields.payments_on_account,
      invoice_number: eventFields.invoice_number,
      invoice_date: eventFields.invoice_date,
      description: eventFields.description,
      metadata: eventFields.metadata,
    } satisfies Record<
      FieldsWith<"commit", "request" | "either"> | "original_transaction_id",
      z.ZodType
    >),
    classification_status: z.enum(CLASSIFICATIONS).optional(),
  }),
  () => [],
  REMOVED_FIELDS,
).meta({ id: "CommitTransaction" });
export type CommitTransaction = z.output<typeof CommitTransaction>;

export const CommitTransactionQuery = z.strictObject({ dry_run: DryRun });

/**
 * Converts a transaction into supply events, one for each rate, because a row of a return has one rate. A single event
 * has the given id; of several events, each has the id `<event_id>-<vat_rate_bps>`. `original` is the known original
 * that a non-sale corrects.
 * @throws DomainError `invalid_request` if the ledger could not store the transaction, or the body contradicts it,
 * `original_rate_missing` if the original has no part with the same rate.
 */
export function eventsOf(
  transaction: Transaction,
  body: CommitTransaction,
  today: IsoDate,
  original?: NamedOriginal,
): NewEvent[] {
  const { event_id, original_transaction_id, ...given } = body;
  const facts = { ...definedOf(given), ...placedBy(transaction) };
  const supply_kind = facts.supply_kind ?? given.supply_kind;
  const faults = [
    ...originalFaults(body),
    ...contradictions(given, transaction),
    ...dateFaults(transaction, today),
  ];
  if (supply_kind === undefined) faults.push({ field: "supply_kind", message: "required" });
  const state = consumptionOf(transaction, supply_kind);
  if (faults.length > 0) throw invalidRequest(faults);
  const portions = portionsOf(transaction, body.event_type);
  const shared = {
    ...facts,
    ...ledgerFieldsOf(transaction),
    consumption_country: state ?? outsideOf(transaction),
    ...(body.event_type === "sale" ? { treatment: foundFor(transaction, state) } : {}),
  };
  const rates = portions.map(({ vat_rate_bps }) => vat_rate_bps);
  const ids = [...partsOf(event_id, rates).values()];
  const corrected = original && correctedParts(rates, original);
  const consignments = facts.consignment && consignmentParts(facts.consignment, event_id, portions);
  return portions.map((portion, n) => {
    // A given id is stored unchanged, so that a repeated request stays the same whatever has arrived since.
    const named = original_transaction_id && { original_event_id: corrected?.[n] };
    const parcel = consignments && { consignment: consignments[n] };
    const filled = { ...shared, ...portion } satisfies Record<
      FieldsWith<"commit", "calculation">,
      unknown
    >;
    return parsed({ event_id: ids[n], ...filled, ...parcel, ...named });
  });
}

function originalFaults(body: CommitTransaction): Fault[] {
  const { event_type, original_event_id, original_transaction_id, original_period } = body;
  const field = "original_transaction_id";
  if (original_transaction_id === undefined) return [];
  return [
    ...faultIf(event_type === "sale", field, "only a non-sale refers to an original"),
    ...faultIf(original_event_id !== undefined, field, "not together with original_event_id"),
    ...faultIf(original_period !== undefined, field, "not together with original_period"),
  ];
}

/**
 * Returns the country of a supply outside the Union. Northern Ireland belongs to the Union for goods only; its services
 * are consumed in the United Kingdom.
 */
const outsideOf = ({ country }: Transaction): string => (country === "XI" ? "GB" : country);

/**
 * Returns the treatment that a calculation found. For a sale, findings such as taxation below the threshold are known
 * only from the calculation; a country outside the Union is clear from its code. A non-sale follows the treatment of
 * its sale, whatever applies on its own day.
 */
function foundFor(transaction: Transaction, state: string | null): Transaction["treatment"] {
  // A service may be taxed where the seller is, wherever the consumer is (Art. 45).
  if (state !== null || transaction.treatment === "domestic") return transaction.treatment;
  return isMemberState(outsideOf(transaction)) ? "outside_scope" : undefined;
}

const ledgerFieldsOf = ({
  transaction_date,
  currency,
  source_id,
  transaction_id,
}: Transaction) => ({
  supply_date: transaction_date,
  currency,
  source_id,
  transaction_id,
});

/** Returns the fields of an event that the transaction was placed by. */
function placedBy({ supply }: Transaction): Partial<CommitTransaction> {
  if (!supply) return {};
  const { supply_kind, dispatch_country, establishment_country, supplier_role } = supply;
  return definedOf({
    supply_kind,
    customer_type: supply.treated_as,
    dispatch_country,
    establishment_country,
    supplier_role,
  } as Partial<CommitTransaction>);
}

const definedOf = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

function contradictions(given: Partial<CommitTransaction>, transaction: Transaction): Fault[] {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  const placed: Readonly<Record<string, unknown>> = placedBy(transaction);
  return said
    .filter(([field, value]) => placed[field] !== undefined && placed[field] !== value)
    .map(([field]) => ({ field, message: `the transaction was placed with ${placed[field]}` }));
}

const dateFaults = ({ transaction_date }: Transaction, today: IsoDate): Fault[] =>
  futureDateFaults({ supply_date: transaction_date }, today).map(({ message }) => ({
    field: "transaction_date",
    message,
  }));

/** Returns the Member State of consumption; without a placed supply, the one that the country names. */
function consumptionOf(
  { supply, country, transaction_date }: Transaction,
  kind: SupplyKind = "goods",
): string | null {
  if (supply) return supply.member_state_of_consumption;
  return placeOf(country, undefined, transaction_date, !isServiceKind(kind)).state;
}

function parsed(event: object): NewEvent {
  const read = readAs(NewEvent, event);
  if (read.success) return read.data;
  throw invalidRequest(read.faults);
}

/** A transaction, the id under which it is committed, and the events that it becomes. */
type CommittedPart = {
  readonly transaction: Transaction;
  readonly event_id: EventId;
  readonly events: readonly NewEvent[];
};

/**
 * Stores a transaction in the ledger as `events`, under its id, once. The marker on the transaction is written first,
 * so only one of two competing ids succeeds. A commit that was interrupted can be finished by sending it again. Returns
 * the result of a commit of supply events; a dry run returns the same result and writes nothing.
 * @throws DomainError `transaction_already_committed`, `event_conflict`, `not_ready`
 */
export async function commitTransaction(
  ledger: LedgerId,
  { transaction, event_id, events }: CommittedPart,
  now: Date,
  { dry_run, findDeclared }: Pick<Committing, "dry_run" | "findDeclared">,
) {
  const { transaction_id } = transaction;
  const is_split = events.every((event) => event.event_id !== event_id);
  const commit = { transaction_id, event_id, is_split };
  // The caller knows the id of the whole transaction, not the ids of its parts.
  const placeOf = (_: number, field: string) => ({ field, event_id });
  if (dry_run) {
    await rejectMarked(ledger, transaction, commit);
    return commitEvents(ledger, events, now, { dry_run, placeOf, findDeclared });
  }
  await markCommitted(ledger, commit);
  try {
    const items = await commitEvents(ledger, events, now, { placeOf, findDeclared });
    if (is_split) await linkWaitingRefunds(ledger, transaction, event_id);
    return items;
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === "event_conflict";
    if (isTaken && !(await isCommitted(ledger, transaction_id, events))) {
      await unmarkCommitted(ledger, commit);
    }
    throw error;
  }
}

/** True if the ids belong to events of this transaction, committed by a request with another body. */
async function isCommitted(ledger: LedgerId, transactionId: string, events: readonly NewEvent[]) {
  const states = await loadEventStates(
    ledger,
    events.map(({ event_id }) => event_id),
  );
  return [...states.values()].some(({ event }) => event?.transaction_id === transactionId);
}

import { textHash } from "../../core/hash.ts";
import type { EventId } from "../../core/ids.ts";
import { type Currency, isCurrency } from "../../core/money/money.ts";
import type { TableRecord } from "../files/csv-record.ts";
import type { ImportRecord } from "./import-format.ts";
import { type ImportedEvent, orNone, type ReadRow, type RowOutcome } from "./outcome.ts";

/** Maximum length of an event id. */
const LONGEST_ID = 100;

/**
 * Builds the id of an event from the source and the shop's own ids, so that importing a row again finds the same event.
 * If the id is too long, everything after the order becomes a hash.
 */
export function naturalKey(source_id: string, order: string, ...rest: readonly string[]): EventId {
  const id = [source_id, order, ...rest].join(":");
  if (id.length <= LONGEST_ID) return id as EventId;
  const hash = textHash(rest.join(":")).toString(36);
  const shortened = `${source_id}:${order}`.slice(0, LONGEST_ID - hash.length - 3);
  return `${shortened}:h:${hash}` as EventId;
}

/** The fields by which a person finds a row in the shop again; each is absent if the file does not have it. */
export type RowFacts = {
  /** The shop's own number of the order. */
  readonly order_id?: string;
  readonly country?: string;
  readonly currency?: Currency;
  /** The amount with VAT; negative for money that was given back. */
  readonly gross_minor?: number;
};

/** The place and the amount of a row, as the file has them. */
export type RowAmount = {
  readonly country?: unknown;
  readonly currency?: unknown;
  /** @throws RowError for an amount that cannot be read */
  readonly gross?: () => unknown;
};

/** Maximum length of an order number; the numbers of shops are shorter. */
const LONGEST_ORDER = 60;

/** Returns what is usable of the facts of a row. A file may have anything in its cells. */
export function rowFacts(order: unknown, { country, currency, gross }: RowAmount): RowFacts {
  const place = String(country ?? "")
    .trim()
    .toUpperCase();
  const money = String(currency ?? "").toUpperCase();
  const amount = isCurrency(money) ? gross && orNone(gross) : undefined;
  return {
    ...orderIn(order),
    ...(/^[A-Z]{2}$/.test(place) && { country: place }),
    ...(isCurrency(money) &&
      Number.isSafeInteger(amount) && { currency: money, gross_minor: Number(amount) }),
  };
}

function orderIn(order: unknown): Pick<RowFacts, "order_id"> {
  if (typeof order !== "string" && typeof order !== "number") return {};
  const order_id = String(order).trim();
  return order_id !== "" && order_id.length <= LONGEST_ORDER ? { order_id } : {};
}

/** Returns the facts of the events of one row. Those of a rejected row are not validated. */
export function factsOfEvents(events: readonly ImportedEvent[]): RowFacts {
  const [first] = events;
  if (!first) return {};
  const gross = () => events.reduce((sum, event) => sum + signOf(event) * grossOf(event), 0);
  return rowFacts(first.transaction_id ?? first.event_id, {
    country: first.consumption_country,
    currency: first.currency,
    gross,
  });
}

/** Returns the facts that an outcome has: of its events, or of a refund whose sale is known. */
export function factsOfOutcome(outcome: RowOutcome): RowFacts {
  if (outcome.outcome === "event") return factsOfEvents(outcome.events);
  return (outcome.outcome === "unresolved" && outcome.facts) || {};
}

/** The event types that give money back. */
const GIVING_BACK: readonly string[] = ["refund", "cancellation", "credit_note"];

const signOf = ({ event_type }: ImportedEvent): number =>
  GIVING_BACK.includes(event_type) ? -1 : 1;

const grossOf = ({ taxable_amount_minor, vat_amount_minor }: ImportedEvent): number =>
  taxable_amount_minor + vat_amount_minor;

/** The reasons whose cell is a code, a day or an amount. The cells of all others may hold free text. */
const WITH_VALUE: readonly string[] = [
  "bad_date",
  "future_date",
  "not_a_number",
  "too_many_decimals",
  "not_a_member_state",
  "unknown_currency",
  "negative_amount",
  "country_missing",
  "unknown_tax_code",
  "unknown_transaction_type",
];

/** Maximum length of a quoted cell. */
const LONGEST_VALUE = 40;

/** Adds the content of the cells at fault to the outcome of a row of a table. */
export function withValues(row: ReadRow, record: ImportRecord): ReadRow {
  if (!("cell" in record)) return row;
  const { outcome } = row;
  if (outcome.outcome === "unresolved") {
    return { ...row, outcome: { ...outcome, ...cellValue(outcome, record) } };
  }
  if (outcome.outcome !== "rejected") return row;
  const faults = outcome.faults.map((fault) => ({ ...fault, ...cellValue(fault, record) }));
  return { ...row, outcome: { outcome: "rejected", faults } as unknown as RowOutcome };
}

function cellValue(
  { reason, column }: { readonly reason: string; readonly column?: string | undefined },
  record: TableRecord,
): { readonly value?: string } {
  if (!column || !WITH_VALUE.includes(reason)) return {};
  const value = record.cell(column).trim().slice(0, LONGEST_VALUE);
  return value === "" ? {} : { value };
}

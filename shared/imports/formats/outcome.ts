import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import type { NewEvent } from "../../ledger/events/schema.ts";
import type { TableRecord } from "../files/csv-record.ts";
import type { Movement } from "../movements/movement.ts";
import type { ExclusionReason, OpenQuestion, Remark, RowFaultReason } from "./reasons.ts";
import type { RowFacts } from "./row-facts.ts";
import type { OrderEdit } from "./shop-rules.ts";

/** A supply event in the form that a caller submits, under the id that its reader gives it. */
export type ImportedEvent = z.input<typeof NewEvent> &
  Pick<NewEvent, "event_id" | "original_event_id">;

export type RowFault = {
  readonly reason: RowFaultReason;
  /** The name of the column in the file. */
  readonly column?: string | undefined;
  /** The beginning of the cell, if it is a code, a day or an amount. */
  readonly value?: string;
  readonly message: string;
};

export type RowOutcome =
  | {
      readonly outcome: "event";
      readonly events: readonly ImportedEvent[];
      readonly findings: readonly Remark[];
    }
  | { readonly outcome: "excluded"; readonly reason: ExclusionReason }
  | {
      readonly outcome: "unresolved";
      readonly reason: OpenQuestion;
      readonly column?: string;
      /** The beginning of the cell, if it is a code. */
      readonly value?: string;
      /** Details that help to find what is missing, such as the order and its day. */
      readonly details?: Readonly<Record<string, string>>;
      /** The place and amount of a refund, which only its sale tells. */
      readonly facts?: RowFacts;
    }
  | { readonly outcome: "rejected"; readonly faults: readonly [RowFault, ...RowFault[]] };

/** A correction that cannot be placed without its sale; `draft` holds the content of its row. */
export type Correction<Draft = unknown> = {
  readonly outcome: "correction";
  readonly original_key: string;
  readonly draft: Draft;
  /** Reported if the sale is not found. */
  readonly details: Readonly<Record<string, string>>;
};

/** The fields of a sale that later corrections need. */
export type OriginalPart = Pick<
  ImportedEvent,
  | "event_id"
  | "supply_kind"
  | "dispatch_country"
  | "establishment_country"
  | "origin_country"
  | "consumption_country"
  | "currency"
  | "vat_rate_bps"
  | "rate_category"
> & {
  /** The ids by which the shop's own refunds name the rate. Older versions stored numbers. */
  readonly rate_ids?: readonly (string | number)[];
  /** The shop's ids of the lines in the part; absent where an older version stored it. */
  readonly line_ids?: readonly string[];
  /** What stands of the sale; absent where an older version stored it. */
  readonly net?: number;
  readonly vat?: number;
};

export type Original =
  | { readonly left_out: true }
  | {
      readonly parts: readonly OriginalPart[];
      /** The shop's ids of the lines of the order that make no event. */
      readonly left_out_lines?: readonly string[];
    };

/** The fields of one row, before it is matched with other rows. */
export type ReadRow = {
  /** The position: the number of a row or line, or the path in a JSON file. */
  readonly at: string;
  readonly outcome: RowOutcome | Correction;
  /** The day of the supply, where it can be read. A row that makes no event is open in the period of this day. */
  readonly day?: IsoDate | undefined;
  /** The facts of a row that makes no event, and of another one those that differ from its events. */
  readonly facts?: RowFacts | undefined;
  /** The movement of own goods that the row reports. */
  readonly movement?: Movement | undefined;
  /** The order of the shop that the row belongs to. */
  readonly edit?: OrderEdit | undefined;
  /** The sale that corrections look up, in this file or a later one. */
  readonly original?: { readonly key: string; readonly original: Original };
};

export const event = (
  events: readonly ImportedEvent[],
  findings: readonly Remark[] = [],
): RowOutcome => ({ outcome: "event", events, findings });

export const excluded = (reason: ExclusionReason): RowOutcome => ({ outcome: "excluded", reason });

export const unresolved = (
  reason: OpenQuestion,
  more: {
    column?: string;
    details?: Readonly<Record<string, string>>;
    facts?: RowFacts;
  } = {},
): RowOutcome => ({ outcome: "unresolved", reason, ...more });

export const rejected = (first: RowFault, ...more: readonly RowFault[]): RowOutcome => ({
  outcome: "rejected",
  faults: [first, ...more],
});

/** Returns the fields of a sale's event that its corrections need. */
export const originalPart = (sale: ImportedEvent): OriginalPart => ({
  event_id: sale.event_id,
  supply_kind: sale.supply_kind,
  ...(sale.dispatch_country && { dispatch_country: sale.dispatch_country }),
  ...(sale.establishment_country && { establishment_country: sale.establishment_country }),
  ...(sale.origin_country && { origin_country: sale.origin_country }),
  consumption_country: sale.consumption_country,
  currency: sale.currency,
  vat_rate_bps: sale.vat_rate_bps,
  rate_category: sale.rate_category,
});

/**
 * Chooses between two originals with one key, independent of their order: a sale before an excluded row, and of two
 * sales the one with the smaller id.
 */
export function preferredOriginal(a: Original, b: Original): Original {
  if ("left_out" in a) return b;
  if ("left_out" in b) return a;
  return (a.parts[0]?.event_id ?? "") <= (b.parts[0]?.event_id ?? "") ? a : b;
}

/** The error of a row that cannot be read: the row is rejected, and the import continues. */
export class RowError extends Error {
  readonly fault: RowFault;

  constructor(reason: RowFaultReason, column: string, message: string) {
    super(message);
    this.name = "RowError";
    this.fault = { reason, column, message };
  }
}

/** Returns the result of `read`, or the rejection of a row that it cannot read. */
export function orRejected<T>(read: () => T): T | RowOutcome {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowError) return rejected(error.fault);
    throw error;
  }
}

/** Returns the result of `read`, or undefined for a value that it cannot read. */
export function orNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowError) return undefined;
    throw error;
  }
}

/**
 * Rejects a row with more or fewer cells than the header, because its cells would have wrong names.
 * @throws RowError
 */
export function rejectOtherWidth(record: TableRecord): void {
  const expected = record.header.names.length;
  const all = [record, ...record.rest];
  const wrong = all.find(({ width }) => width !== expected);
  if (!wrong) return;
  const isCut = record.isOpenEnd && wrong === all.at(-1) && wrong.width < expected;
  throw new RowError(
    isCut ? "row_cut_off" : "wrong_number_of_cells",
    "",
    isCut
      ? "The file ends in the middle of this row: download it again."
      : `Row ${wrong.at} has ${wrong.width} cells, the header ${expected}.`,
  );
}

import type * as z from "zod";
import type { NewEvent } from "../../ledger/events/schema.ts";
import type { TableRecord } from "../files/record.ts";
import type { ExclusionReason, OpenQuestion, Remark, RowFaultReason } from "./reasons.ts";

/** A supply event as a caller would send it. */
export type ImportedEvent = z.input<typeof NewEvent>;

export type RowFault = {
  readonly reason: RowFaultReason;
  /** As the file names it. */
  readonly column?: string | undefined;
  readonly message: string;
};

/** What becomes of a row. */
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
      /** What helps to find the missing thing: the order, its day. */
      readonly details?: Readonly<Record<string, string>>;
    }
  | { readonly outcome: "rejected"; readonly faults: readonly [RowFault, ...RowFault[]] };

/** A correction that cannot be placed without its sale; `draft` is what its row says. */
export type Correction<Draft = unknown> = {
  readonly outcome: "correction";
  readonly original_key: string;
  readonly draft: Draft;
  /** Told when the sale is not found. */
  readonly details: Readonly<Record<string, string>>;
};

/** A sale, as later corrections of it need to know it. */
export type OriginalPart = Pick<
  ImportedEvent,
  | "event_id"
  | "supply_kind"
  | "dispatch_country"
  | "establishment_country"
  | "consumption_country"
  | "currency"
  | "vat_rate_bps"
  | "rate_category"
> & {
  /** By which the shop's own refunds name the rate. */
  readonly rate_ids?: readonly number[];
};

export type Original = { readonly left_out: true } | { readonly parts: readonly OriginalPart[] };

/** What is read from one row, without looking anywhere else. */
export type ReadRow = {
  /** Where it stands: the number of a row or line, or the place in a JSON file. */
  readonly at: string;
  readonly outcome: RowOutcome | Correction;
  /** What corrections look for, in this file or a later one. */
  readonly original?: { readonly key: string; readonly original: Original };
};

export const event = (
  events: readonly ImportedEvent[],
  findings: readonly Remark[] = [],
): RowOutcome => ({ outcome: "event", events, findings });

export const excluded = (reason: ExclusionReason): RowOutcome => ({ outcome: "excluded", reason });

export const unresolved = (
  reason: OpenQuestion,
  more: { column?: string; details?: Readonly<Record<string, string>> } = {},
): RowOutcome => ({ outcome: "unresolved", reason, ...more });

export const rejected = (first: RowFault, ...more: readonly RowFault[]): RowOutcome => ({
  outcome: "rejected",
  faults: [first, ...more],
});

/** What the sale's own event tells its corrections. */
export const originalPart = (sale: ImportedEvent, rate_ids?: readonly number[]): OriginalPart => ({
  event_id: sale.event_id,
  supply_kind: sale.supply_kind,
  ...(sale.dispatch_country && { dispatch_country: sale.dispatch_country }),
  ...(sale.establishment_country && { establishment_country: sale.establishment_country }),
  consumption_country: sale.consumption_country,
  currency: sale.currency,
  vat_rate_bps: sale.vat_rate_bps,
  rate_category: sale.rate_category,
  ...(rate_ids && { rate_ids }),
});

/**
 * Which of two originals of one key stands, whatever came first: a sale before a row that was left
 * out, and of two sales the one with the lesser id, so that any order of rows gives the same.
 */
export function preferredOriginal(a: Original, b: Original): Original {
  if ("left_out" in a) return b;
  if ("left_out" in b) return a;
  return (a.parts[0]?.event_id ?? "") <= (b.parts[0]?.event_id ?? "") ? a : b;
}

/** Thrown while a row is read: the row is rejected for this, and the file goes on. */
export class RowError extends Error {
  readonly fault: RowFault;

  constructor(reason: RowFaultReason, column: string, message: string) {
    super(message);
    this.name = "RowError";
    this.fault = { reason, column, message };
  }
}

/** What `read` answers, or the rejection of the row that it refuses. */
export function orRejected<T>(read: () => T): T | RowOutcome {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowError) return rejected(error.fault);
    throw error;
  }
}

/**
 * A row with other cells than the header has them under wrong names.
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

import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import type { JsonRecord, LineRecord, TableRecord } from "../files/csv-record.ts";
import type { TableForm } from "../files/table-header.ts";
import type { SellerFacts } from "./home-sale.ts";
import {
  type Correction,
  type ImportedEvent,
  type Original,
  orNone,
  type ReadRow,
  type RowOutcome,
} from "./outcome.ts";
import type { KnownFile } from "./recognise.ts";
import { type RowAmount, type RowFacts, rowFacts } from "./row-facts.ts";
import type { OrderEdit } from "./shop-rules.ts";

/** The settings of an import, with the VAT rates that categories of rates come from, and what is known of the seller. */
export type WithRates<Settings = object> = Settings & {
  readonly rates: RateCatalogue;
  readonly seller?: SellerFacts | undefined;
};

export type ImportRecord = TableRecord | JsonRecord | LineRecord;

/** The columns of a file from which the fields of its events are read; of several, the first. */
type FieldColumns = { readonly [Field in keyof ImportedEvent]?: string };

type Definition<Rec extends ImportRecord, Settings extends WithRates, Draft> = {
  readonly file: KnownFile;
  /** Returns the form of a table, where the settings decide on it. */
  readonly formOf?: (settings: Settings) => TableForm;
  /** True if the format was not yet tested with a real file of the shop. */
  readonly isBeta: boolean;
  readonly settings: z.ZodType<Omit<Settings, "rates" | "seller">>;
  /** Names the column of a fault in an event; absent if the columns have the names of the fields. */
  readonly columns?: FieldColumns | ((settings: Settings) => FieldColumns);
  /** Reads a record by itself; pure, and independent of the record's position. */
  readonly read: (record: Rec, settings: Settings) => readonly ReadRow[];
  /**
   * Reads the day of a record's supply, also of one that makes no event; undefined if it has none.
   * @throws RowError if the day cannot be read
   */
  readonly dayOf: (record: Rec, settings: Settings) => IsoDate | undefined;
  /** Returns the shop's own number of the order of a record. */
  readonly orderOf: (record: Rec) => unknown;
  /** Returns the edit of the order that a record shows; absent if the format's events are no orders of a shop. */
  readonly editOf?: (record: Rec) => OrderEdit | undefined;
  /** True if events have an internal id of the order, and not the number that the shop's owner knows. */
  readonly isOrderIdInternal?: boolean;
  /** Returns the place and the amount of a record, as they are in the file. */
  readonly amountOf: (record: Rec, settings: Settings) => RowAmount;
  /**
   * Resolves a correction once its sale is known; `original` is undefined if the sale was not found. `order` is what an order
   * that cannot be booked says of itself.
   */
  readonly resolve?: (
    correction: Correction<Draft>,
    original: Original | undefined,
    settings: Settings,
    order?: RowFacts,
  ) => RowOutcome;
};

export type ImportFormat = {
  readonly name: string;
  readonly title: string;
  readonly isBeta: boolean;
  /** True if its rows are orders, which a shop may have edited since an earlier export. */
  readonly hasEdits: boolean;
  /** True if the file names its orders otherwise than their events do. */
  readonly namesOrders: boolean;
  readonly settings: z.ZodType;
  readonly file: KnownFile;
  /** Returns the format with validated settings, and the rates and the seller of the run. */
  readonly withSettings: (
    settings: unknown,
    rates: RateCatalogue,
    seller?: SellerFacts,
  ) => {
    readonly file: KnownFile;
    /** Returns the column of a field of events; the field itself if the format names none. */
    readonly columnOf: (field: string) => string;
    readonly read: (record: ImportRecord) => readonly ReadRow[];
    readonly resolve: (
      correction: Correction,
      original: Original | undefined,
      order?: RowFacts,
    ) => RowOutcome;
  };
};

/** Builds an import format from its definition and hides its settings and row types. */
export function importFormat<Rec extends ImportRecord, Settings extends WithRates, Draft = never>(
  definition: Definition<Rec, Settings, Draft>,
): ImportFormat {
  const { file, formOf, isBeta, settings, columns, read, resolve, editOf } = definition;
  const { format: name, title } = file;
  return {
    name,
    title,
    isBeta,
    hasEdits: editOf !== undefined,
    namesOrders: definition.isOrderIdInternal === true,
    settings,
    file,
    withSettings: (given, rates, seller) => {
      const own = { ...(given as object), rates, seller } as Settings;
      const names = new Map(
        Object.entries(typeof columns === "function" ? columns(own) : (columns ?? {})),
      );
      return {
        file: file.kind === "table" && formOf ? { ...file, form: formOf(own) } : file,
        // Faults in a list name the entry as well: "payments.0.amount_minor".
        columnOf: (field) => names.get(field.split(".")[0] ?? field) ?? field,
        read: (record) =>
          read(record as Rec, own).map((row) =>
            withEdit(withFacts(row, record as Rec, own, definition), record as Rec, editOf),
          ),
        resolve: (correction, original, order) => {
          if (!resolve) throw new RangeError(`${name} has no corrections to resolve`);
          return resolve(correction as Correction<Draft>, original, own, order);
        },
      };
    },
  };
}

/** Adds the day and the facts of their record to rows that make no event; of the others, only the order's number. */
function withFacts<Rec extends ImportRecord, Settings extends WithRates>(
  row: ReadRow,
  record: Rec,
  settings: Settings,
  { dayOf, orderOf, isOrderIdInternal, amountOf }: Pick<Definition<Rec, Settings, never>, Facts>,
): ReadRow {
  if (row.outcome.outcome === "event") {
    return isOrderIdInternal ? { ...row, facts: rowFacts(orderOf(record), {}) } : row;
  }
  // A row within a record, such as a refund of an order, has an amount of its own.
  const isWhole = row.at === record.at;
  const { gross, ...place } = amountOf(record, settings);
  const facts = rowFacts(orderOf(record), isWhole && gross ? { ...place, gross } : place);
  return {
    ...row,
    day: row.day ?? (isWhole ? orNone(() => dayOf(record, settings)) : row.day),
    facts,
  };
}

/** Adds the edit of its order to a row. A correction that is a record of its own belongs to the order that it names. */
function withEdit<Rec extends ImportRecord>(
  row: ReadRow,
  record: Rec,
  editOf: ((record: Rec) => OrderEdit | undefined) | undefined,
): ReadRow {
  if (!editOf) return row;
  const edit =
    row.outcome.outcome === "correction"
      ? { order_id: row.outcome.original_key, modified_at: "" }
      : editOf(record);
  return edit ? { ...row, edit } : row;
}

type Facts = "dayOf" | "orderOf" | "isOrderIdInternal" | "amountOf";

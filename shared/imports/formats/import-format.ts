import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { JsonRecord, LineRecord, TableRecord } from "../files/record.ts";
import type { TableForm } from "../files/table.ts";
import {
  type Correction,
  type ImportedEvent,
  type Original,
  orNone,
  type ReadRow,
  type RowOutcome,
} from "./outcome.ts";

/** The structure of the file, which defines a record. */
type FileForm<Settings> =
  | { readonly kind: "table"; readonly form: TableForm | ((settings: Settings) => TableForm) }
  | { readonly kind: "json"; readonly lists: readonly string[] }
  | { readonly kind: "lines" };

export type ImportRecord = TableRecord | JsonRecord | LineRecord;

/** The columns of a file from which the fields of its events are read; of several, the first. */
type FieldColumns = { readonly [Field in keyof ImportedEvent]?: string };

type Definition<Rec extends ImportRecord, Settings, Draft> = {
  readonly name: string;
  /** The shop's own name of the export. */
  readonly title: string;
  /** True if the format was not yet tested with a real file of the shop. */
  readonly isBeta: boolean;
  readonly file: FileForm<Settings>;
  readonly settings: z.ZodType<Settings>;
  /** Names the column of a fault in an event; absent if the columns have the names of the fields. */
  readonly columns?: FieldColumns | ((settings: Settings) => FieldColumns);
  /** Reads a record by itself; pure, and independent of the record's position. */
  readonly read: (record: Rec, settings: Settings) => readonly ReadRow[];
  /**
   * Reads the day of a record's supply, also of one that makes no event; undefined if it has none.
   * @throws RowError if the day cannot be read
   */
  readonly dayOf: (record: Rec, settings: Settings) => IsoDate | undefined;
  /** Resolves a correction once its sale is known; `original` is undefined if the sale was not found. */
  readonly resolve?: (
    correction: Correction<Draft>,
    original: Original | undefined,
    settings: Settings,
  ) => RowOutcome;
};

/** A type of file that can be imported. */
export type ImportFormat = {
  readonly name: string;
  readonly title: string;
  readonly isBeta: boolean;
  readonly settings: z.ZodType;
  readonly file: FileForm<unknown>;
  /** Returns the format with validated settings. */
  readonly withSettings: (settings: unknown) => {
    readonly file:
      | { readonly kind: "table"; readonly form: TableForm }
      | { readonly kind: "json"; readonly lists: readonly string[] }
      | { readonly kind: "lines" };
    /** Returns the column of a field of events; the field itself if the format names none. */
    readonly columnOf: (field: string) => string;
    readonly read: (record: ImportRecord) => readonly ReadRow[];
    readonly resolve: (correction: Correction, original: Original | undefined) => RowOutcome;
  };
};

/** Builds an import format from its definition and hides its settings and row types. */
export function importFormat<Rec extends ImportRecord, Settings, Draft = never>(
  definition: Definition<Rec, Settings, Draft>,
): ImportFormat {
  const { name, title, isBeta, settings, file, columns, read, dayOf, resolve } = definition;
  return {
    name,
    title,
    isBeta,
    settings,
    file: file as FileForm<unknown>,
    withSettings: (given) => {
      const own = given as Settings;
      const names = new Map(
        Object.entries(typeof columns === "function" ? columns(own) : (columns ?? {})),
      );
      return {
        file:
          file.kind === "table"
            ? { kind: "table", form: typeof file.form === "function" ? file.form(own) : file.form }
            : file,
        // Faults in a list name the entry as well: "payments.0.amount_minor".
        columnOf: (field) => names.get(field.split(".")[0] ?? field) ?? field,
        read: (record) => withDay(read(record as Rec, own), () => dayOf(record as Rec, own)),
        resolve: (correction, original) => {
          if (!resolve) throw new RangeError(`${name} has no corrections to resolve`);
          return resolve(correction as Correction<Draft>, original, own);
        },
      };
    },
  };
}

/** Adds the day of their record to rows that make no event and have no day of their own. */
function withDay(rows: readonly ReadRow[], dayOf: () => IsoDate | undefined): readonly ReadRow[] {
  return rows.map((row) => {
    const { outcome } = row.outcome;
    if (row.day !== undefined || outcome === "event" || outcome === "excluded") return row;
    return { ...row, day: orNone(dayOf) };
  });
}

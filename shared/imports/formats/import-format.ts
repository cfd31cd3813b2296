import type * as z from "zod";
import type { JsonRecord, LineRecord, TableRecord } from "../files/record.ts";
import type { TableForm } from "../files/table.ts";
import type { Correction, Original, ReadRow, RowOutcome } from "./outcome.ts";

/** How the file is put together; it decides what a record is. */
type FileForm<Settings> =
  | { readonly kind: "table"; readonly form: TableForm | ((settings: Settings) => TableForm) }
  | { readonly kind: "json"; readonly lists: readonly string[] }
  | { readonly kind: "lines" };

export type ImportRecord = TableRecord | JsonRecord | LineRecord;

type Definition<Rec extends ImportRecord, Settings, Draft> = {
  readonly name: string;
  /** As the shop calls the export. */
  readonly title: string;
  /** Not yet seen with a real file of the shop. */
  readonly isBeta: boolean;
  readonly file: FileForm<Settings>;
  readonly settings: z.ZodType<Settings>;
  /** What a record says of itself: pure, and the same for every record wherever it stands. */
  readonly read: (record: Rec, settings: Settings) => readonly ReadRow[];
  /** What a correction becomes once its sale is known; undefined: the sale is nowhere. */
  readonly resolve?: (
    correction: Correction<Draft>,
    original: Original | undefined,
    settings: Settings,
  ) => RowOutcome;
};

/** A kind of file that can be imported. */
export type ImportFormat = {
  readonly name: string;
  readonly title: string;
  readonly isBeta: boolean;
  readonly settings: z.ZodType;
  readonly file: FileForm<unknown>;
  /** The format with checked settings. */
  readonly withSettings: (settings: unknown) => {
    readonly file:
      | { readonly kind: "table"; readonly form: TableForm }
      | { readonly kind: "json"; readonly lists: readonly string[] }
      | { readonly kind: "lines" };
    readonly read: (record: ImportRecord) => readonly ReadRow[];
    readonly resolve: (correction: Correction, original: Original | undefined) => RowOutcome;
  };
};

/** Makes a format of its definition; nobody outside it needs to know its own settings and drafts. */
export function importFormat<Rec extends ImportRecord, Settings, Draft = never>(
  definition: Definition<Rec, Settings, Draft>,
): ImportFormat {
  const { name, title, isBeta, settings, file, read, resolve } = definition;
  return {
    name,
    title,
    isBeta,
    settings,
    file: file as FileForm<unknown>,
    withSettings: (given) => {
      const own = given as Settings;
      return {
        file:
          file.kind === "table"
            ? { kind: "table", form: typeof file.form === "function" ? file.form(own) : file.form }
            : file,
        read: (record) => read(record as Rec, own),
        resolve: (correction, original) => {
          if (!resolve) throw new RangeError(`${name} has no corrections to resolve`);
          return resolve(correction as Correction<Draft>, original, own);
        },
      };
    },
  };
}

import * as z from "zod";
import { MonthKey } from "../../core/calendar/schema.ts";
import { noSuch } from "../../core/errors/errors.ts";
import { formSchema, readable } from "../../core/input/fields.ts";
import {
  listQuery,
  loadedListQuery,
  NextCursor,
  pageOf,
  pageOfAll,
} from "../../core/input/pagination.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import { SourceId } from "../formats/settings.ts";
import { IMPORT_STATES, ImportCounts, ImportJob, isExpired, monthIn } from "./job.ts";

export const StartImport = z
  .strictObject({
    dry_run: z
      .boolean()
      .default(false)
      .describe(
        "True to check the file without booking; the import can then be started without it",
      ),
  })
  .meta({ id: "StartImport" });

const [{ shape }] = ImportJob.options;

const OnConflict = shape.on_conflict.describe(
  "An order of a shop that is booked otherwise than the file shows it: `ask` lists it as a conflict, `adjust` books the difference, or takes the sale out and books it anew on its day",
);
const instant = shape.requested_at;
const count = ImportCounts.shape.counts.shape.rows;

export const ImportErrorView = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    recognised_format: z
      .string()
      .nullable()
      .describe("The format that reads the file, when it is another report; null otherwise"),
  })
  .nullable()
  .describe("Reason why nothing of the file could be used, in one sentence; null if it could");

export const importErrorView = ({ error }: ImportJob): z.output<typeof ImportErrorView> =>
  error ? { ...error, recognised_format: error.recognised_format ?? null } : null;

const fields = {
  id: shape.id,
  status: z
    .enum([...IMPORT_STATES, "expired"])
    .describe("Status of the import; `expired` if nothing was uploaded in time"),
  format: shape.format.describe("Format of the file; `unknown` if no format reads a dropped file"),
  source_id: shape.source_id,
  file_name: z
    .string()
    .nullable()
    .describe(
      "Name of the file in the drop folder, or as it was sent for an upload; null without one",
    ),
  settings: shape.settings.describe("Settings of the format, checked and completed with defaults"),
  on_conflict: OnConflict,
  dry_run: shape.dry_run.describe("True if the last pass checks the file without booking"),
  size_bytes: shape.size_bytes,
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  progress: z.strictObject({
    rows_done: count,
    rows: count
      .nullable()
      .describe(
        "Number of rows in the file, an order of several rows counted once; null until it has been read to its end",
      ),
  }),
  counts: z
    .strictObject(ImportCounts.shape.counts.shape)
    .describe("Numbers of rows by outcome; all but `rows` add up to `rows`"),
  reasons: ImportCounts.shape.reasons.describe("Number of times that each reason was given"),
  countries: z
    .array(z.strictObject(ImportCounts.shape.countries.element.shape))
    .describe(
      "Sums of what was taken, to compare with the shop's own; refunds count against sales",
    ),
  months: z
    .array(z.strictObject(ImportCounts.shape.months.element.shape))
    .describe(
      "Sums of the committed rows by month of supply, which an undo takes out again; empty for imports of an earlier version",
    ),
  open_rows: z
    .array(
      z.strictObject({
        month: MonthKey.nullable().describe(
          "Month of the supply, YYYY-MM; null where the row has no readable day",
        ),
        row_count: count,
      }),
    )
    .describe(
      "Rows that are unresolved, rejected or in conflict, by month. Unless the last pass was a dry run, they keep the return of their month from `ready` until they are settled or the import is undone",
    ),
  open_rows_settled_at: instant
    .nullable()
    .describe("Time when a user settled the open rows; null before"),
  findings_ready: z.boolean().describe("True if the file of findings is ready"),
  error: ImportErrorView,
};

export const ImportView = z.strictObject(fields).meta({ id: "Import" });
export type ImportView = z.output<typeof ImportView>;

export const CreatedImport = z
  .strictObject({
    ...fields,
    upload: z
      .strictObject({
        method: z.literal("PUT"),
        url: z.string().describe("Address that accepts the file once, without an API key"),
        headers: z.record(z.string(), z.string()).describe("Headers to send with the file"),
        expires_at: instant,
      })
      .describe("Upload link for the file"),
  })
  .meta({ id: "CreatedImport" });

export const ID_FORM = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;

export const ImportPath = z.strictObject({
  id: z.string().regex(ID_FORM, noSuch("import")),
});

const LIST = "imports";

export const ImportListQuery = listQuery(LIST, z.string().regex(ID_FORM));

export const ImportList = z
  .strictObject({ items: z.array(ImportView), next_cursor: z.string().nullable() })
  .meta({ id: "ImportList" });

/** Returns a page of `limit` imports from the first `limit` + 1 remaining imports. */
export const importsPage = (
  jobs: readonly ImportJob[],
  limit: number,
  now: Date,
): z.output<typeof ImportList> =>
  pageOf(LIST, jobs, limit, { idOf: ({ id }) => id, view: (job) => importView(job, now) });

/** Returns the public view of an import, without its parts. */
export const importView = (job: ImportJob, now: Date): ImportView => ({
  ...viewOfTotals(job.totals),
  id: job.id,
  status: isExpired(job, now) ? "expired" : job.state,
  format: job.format,
  source_id: job.source_id,
  file_name: job.file_name ?? job.upload_name ?? null,
  settings: inOrder(job.settings),
  on_conflict: job.on_conflict,
  dry_run: job.dry_run,
  size_bytes: job.size_bytes,
  created_at: job.requested_at,
  started_at: job.started_at ?? null,
  finished_at: job.finished_at ?? null,
  progress: { rows_done: job.totals.counts.rows, rows: job.rows ?? null },
  open_rows_settled_at: job.settled_at ?? null,
  findings_ready: hasFindings(job),
  error: importErrorView(job),
});

/** Returns the results of rows; the bridge of the import has the amounts of those that were left out. */
const viewOfTotals = ({ counts, reasons, countries, months, open_rows }: ImportCounts) => ({
  counts,
  reasons: inOrder(reasons),
  countries,
  months,
  open_rows: Object.entries(inOrder(open_rows)).map(([month, row_count]) => ({
    month: monthIn(month),
    row_count,
  })),
});

/** Sorts the entries of a record, because the table stores no order. */
const inOrder = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** True if the import has findings, which are collected at the end of a pass. */
export const hasFindings = ({ state }: ImportJob): boolean =>
  state === "checked" || state === "completed";

/** Maximum size of a file: one gigabyte, as much as one run of the function reads. */
export const LARGEST_FILE = 1_000_000_000;

/** Maximum length of the name of a file, as file systems have it. */
const LONGEST_FILE_NAME = 255;

const FORMAT_NAMES = IMPORT_FORMATS.map(({ name }) => name);

export const ImportRequest = z
  .strictObject({
    format: z.enum(FORMAT_NAMES).describe("Format of the file, see `docs/imports`"),
    source_id: SourceId,
    settings: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("Settings of the format: facts that the file does not contain"),
    file_name: readable(LONGEST_FILE_NAME)
      .optional()
      .describe("Name of the file, to tell imports apart; nothing follows from it"),
    on_conflict: OnConflict.default("ask"),
    size_bytes: z
      .int()
      .min(1)
      .max(LARGEST_FILE)
      .describe("Exact size of the file in bytes: the link accepts no other length"),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 hex digits")
      .optional()
      .describe("SHA-256 of the file, hexadecimal; if given, another file is rejected"),
  })
  .meta({ id: "ImportRequest" });
export type ImportRequest = z.output<typeof ImportRequest>;

const ImportFormatView = z
  .strictObject({
    format: z.string().describe("Name of the format, as `POST /v1/imports` takes it"),
    title: z.string().describe("Title of the export, as the shop names it"),
    status: z
      .enum(["ready", "beta"])
      .describe("Status of the format; `beta`: not yet tested with a real file of the shop"),
    has_order_edits: z
      .boolean()
      .describe(
        "True if `on_conflict: adjust` books orders that were edited since an earlier file",
      ),
    guide: z.string().describe("Page of the documentation about the format"),
    settings: z
      .record(z.string(), z.unknown())
      .describe("JSON Schema of `settings`; `source_id` may be left out there"),
  })
  .meta({ id: "ImportFormat" });

export const ImportFormatList = z.strictObject({
  items: z.array(ImportFormatView),
  next_cursor: NextCursor,
});

const FORMAT_LIST = "import-formats";

export const ImportFormatQuery = loadedListQuery(FORMAT_LIST);

/** Returns a page of the formats that can be imported, with the settings that each requires. */
export const importFormatPage = (query: z.output<typeof ImportFormatQuery>) =>
  pageOfAll(FORMAT_LIST, IMPORT_FORMATS, query, { idOf: ({ name }) => name, view: formatView });

const formatView = ({
  name,
  title,
  isBeta,
  hasEdits,
  settings,
}: (typeof IMPORT_FORMATS)[number]): z.output<typeof ImportFormatView> => ({
  format: name,
  title,
  status: isBeta ? "beta" : "ready",
  has_order_edits: hasEdits,
  guide: `docs/imports/${name}.md`,
  settings: formSchema(settings),
});

/**
 * The CORS rules of the bucket of imports: a page of another origin may upload a file by a signed link. Findings are
 * read through the API, so reading from the bucket is not allowed.
 */
export const BROWSER_UPLOADS = {
  methods: ["PUT"],
  headers: ["content-type", "x-amz-checksum-sha256"],
  /** Time for which a browser may cache these rules. */
  maxAgeSeconds: 3_600,
} as const;

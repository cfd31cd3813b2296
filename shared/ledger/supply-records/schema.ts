import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { noSuch } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { CSV_DECIMALS, CSV_DELIMITERS } from "../../core/files/csv.ts";
import { withRules } from "../../core/input/fields.ts";
import { listQuery, pageOf } from "../../core/input/pagination.ts";
import { RecordsFile, RecordsJob } from "./job.ts";
import { POINTS } from "./supply-record.ts";

export const RecordsRequest = withRules(
  z.strictObject({
    from: IsoDate.describe("First day of supply"),
    to: IsoDate.describe("Last day of supply, included"),
    delimiter: z.enum(CSV_DELIMITERS).default("comma").describe("Separator of the fields in CSV"),
    decimal: z.enum(CSV_DECIMALS).default("point").describe("Decimal sign in the CSV"),
  }),
  ({ from, to, delimiter, decimal }) => [
    ...faultIf(
      from !== undefined && to !== undefined && to < from,
      "to",
      "must not lie before from",
    ),
    ...faultIf(
      decimal === "comma" && delimiter === "comma",
      "decimal",
      "comma needs another delimiter, such as semicolon",
    ),
  ],
).meta({ id: "RecordsRequest" });
export type RecordsRequest = z.output<typeof RecordsRequest>;

const { shape } = RecordsJob;
const file = RecordsFile.shape;

const fields = {
  id: shape.id,
  state: shape.state.describe("State of the job; `waiting` or `running` until all is written"),
  from: shape.from,
  to: shape.to,
  requested_at: shape.requested_at,
  finished_at: shape.requested_at.nullable(),
  records: shape.records.describe("Number of records written so far"),
};

const RecordsSummary = z.strictObject(fields).meta({ id: "RecordsJob" });

export const RecordsDetail = z
  .strictObject({
    ...fields,
    files: z.array(
      z.strictObject({
        file: z.string().describe("Name of the file in the path of its link, such as `1.csv`"),
        format: file.format,
        file_name: file.file_name,
        records: file.records,
        size_bytes: file.size_bytes,
        sha256: file.sha256,
      }),
    ),
    points: z
      .array(
        z.strictObject({
          point: z.string().describe("A point of Art. 63c CIR 282/2011, as records name it"),
          letters: z
            .string()
            .describe("Letters of Art. 63c(1), or of 63c(2) for the import scheme"),
          source: z.string().describe("Fields of a supply event that the point is taken from"),
          asked: shape.records.describe("Number of records that must have the point"),
          not_known: shape.records.describe("Number of these records that lack the point"),
        }),
      )
      .describe("Points of Art. 63c CIR 282/2011, with the number of records that lack each"),
  })
  .meta({ id: "RecordsJobDetail" });
export type RecordsDetail = z.output<typeof RecordsDetail>;

const ID_FORM = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;

const RecordsId = z.string().regex(ID_FORM, noSuch("records"));

export const RecordsPath = z.strictObject({ id: RecordsId });

export const RecordsFilePath = z.strictObject({
  id: RecordsId,
  file: z.string().regex(/^[1-9]\d{0,4}\.(ndjson|csv)$/, noSuch("file of records")),
});

const LIST = "records";

export const RecordsListQuery = listQuery(LIST, z.string().regex(ID_FORM));

export const RecordsList = z
  .strictObject({ items: z.array(RecordsSummary), next_cursor: z.string().nullable() })
  .meta({ id: "RecordsJobList" });

/** Returns a page of `limit` jobs from the first `limit` + 1 remaining jobs. */
export const recordsPage = (
  jobs: readonly RecordsJob[],
  limit: number,
): z.output<typeof RecordsList> =>
  pageOf(LIST, jobs, limit, { idOf: ({ id }) => id, view: jobView });

const jobView = ({ id, state, from, to, requested_at, finished_at, records }: RecordsJob) => ({
  id,
  state,
  from,
  to,
  requested_at,
  finished_at: finished_at ?? null,
  records,
});

/** Returns the view of a job with its files and their gaps, without their places in the bucket. */
export const fullJobView = (job: RecordsJob): RecordsDetail => ({
  ...jobView(job),
  files: job.files.map(({ part, format, file_name, records, size_bytes, sha256 }) => ({
    file: nameInPath({ part, format }),
    format,
    file_name,
    records,
    size_bytes,
    sha256,
  })),
  points: POINTS.map(({ name, union, imports, source }) => ({
    point: name,
    letters: lettersOf(union, imports),
    source,
    asked: job.points[name]?.asked ?? 0,
    not_known: job.points[name]?.not_known ?? 0,
  })),
});

const lettersOf = (union: string | null, imports: string | null): string =>
  [union && `63c(1)(${union})`, imports && `63c(2)(${imports})`].filter(Boolean).join(", ");

const nameInPath = ({ part, format }: Pick<RecordsFile, "part" | "format">): string =>
  `${part}.${format}`;

/** Returns the file of a job with the name in a path, if the job has it. */
export const fileOfJob = ({ files }: RecordsJob, name: string): RecordsFile | undefined =>
  files.find((file) => nameInPath(file) === name);

import { randomBytes } from "node:crypto";
import * as z from "zod";
import { accountIdOf } from "../../accounts/people/clients.ts";
import { type Client, OrganisationPath } from "../../accounts/people/organisation.ts";
import { dayOf } from "../../core/calendar/dates.ts";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { type Fault, invalidRequest, noSuch, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf, readAs } from "../../core/errors/field-errors.ts";
import { csvRecords, isoDayIn } from "../../core/files/csv.ts";
import type { AuthorId } from "../../core/ids.ts";
import { text } from "../../core/input/fields.ts";
import { FILING_STATUSES } from "../../returns/compute/status.ts";
import type { LockedPeriod } from "../../returns/locks/locked-period.ts";
import { LockLanguage } from "../../returns/path-schema.ts";
import { PaymentAmount } from "../../returns/payment/schema.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { ManyPayments } from "../payment/schema.ts";

export const ZipFile = z.object({
  file_name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
});
export type ZipFile = Readonly<z.output<typeof ZipFile>>;

/** Returns the folders of clients by account: the name, and what tells two clients of one name apart. */
export const foldersOf = (clients: readonly Client[]): ReadonlyMap<string, string> =>
  new Map(
    clients.map(({ account, name, reference }) => [account, `${name} ${reference ?? account}`]),
  );

/** Returns the folder of a return in a ZIP, with the characters that every file system takes. */
export const folderOf = (
  client: string,
  {
    scheme_type,
    period_key,
    registration_id,
  }: Pick<LockedPeriod, "scheme_type" | "period_key" | "registration_id">,
): string => {
  const safe = client.replace(/[^\p{L}\p{N} ._&()+-]/gu, "_").replace(/^[.\s]+|[.\s]+$/g, "");
  return `${safe || "_"}/${scheme_type}-${period_key}-${registration_id}`;
};

/** Maximum number of returns of one job, so that the job is one item. */
const MOST_RETURNS = 500;
const JOB_DAYS = 30;

const ACTIONS = [
  "check",
  "import",
  "prepare",
  "unprepare",
  "lock",
  "file",
  "pay",
  "download",
] as const;

/** Maximum number of returns whose files are put into one ZIP, so that it is made in one run of the worker. */
const MOST_FILES = 100;
const ZIP_DAYS = 7;

const BulkReturn = z
  .strictObject({
    account: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be the id of an account")
      .brand("AccountId"),
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z
      .int()
      .positive()
      .optional()
      .describe(
        "Id of the registration; required if two registrations follow one another in the period",
      ),
    filed_at: IsoDate.optional().describe("Day of submission, for `file`; today if left out"),
    filing_reference: text(100).optional().describe("Reference of the tax authority, for `file`"),
    paid_on: IsoDate.optional().describe(
      "Day on which the money left the account, for `pay`; today if left out",
    ),
    amount_minor: PaymentAmount.optional().describe(
      "Amount paid in minor units of the return's currency, for `pay`; what is outstanding if left out",
    ),
    submitted_on: IsoDate.optional().describe(
      "Day on which the return was submitted, for `lock`: from the last day of its period to today",
    ),
  })
  .meta({ id: "BulkReturn" });
type BulkReturn = z.output<typeof BulkReturn>;

/** Body of POST /v1/organisations/{organisation}/bulk-jobs. */
export const BulkRequest = z
  .strictObject({
    action: z
      .enum(ACTIONS)
      .describe(
        "Action on each return: `check` writes the rows of the board, `import` commits the checked files that the client sent for the period by upload links, `prepare` marks the figures as prepared, `unprepare` takes your own mark back, `lock` locks the returns that are ready and have no open question, but no nil return whose client was asked for files and has sent none, `file` records filings, `pay` records payments, `download` puts the files of locked returns into one ZIP: those that the lock stored, the entry sheet, and the portal file where the number is stored and the person is an approver",
      ),
    returns: z
      .array(BulkReturn)
      .min(1)
      .max(MOST_RETURNS)
      .optional()
      .describe("Returns to act on, at most 500, or 100 for `download`; left out with `csv`"),
    csv: z
      .string()
      .min(1)
      .max(200_000)
      .optional()
      .describe(
        "Returns to record as filed or paid, as CSV lines with `account` or `reference`, `scheme_type`, `period_key`, and optionally `registration_id`, and `filed_at`, `filing_reference` or `paid_on`, `amount_minor`; a day is 2026-11-30 or 30.11.2026; only for `file` and `pay`",
      ),
    language: LockLanguage,
    payments: ManyPayments.optional().describe(
      "Bank accounts for a payment order of all chosen returns (pain.001) in the ZIP of a `download`; kept with the job for a week",
    ),
  })
  .meta({ id: "BulkRequest" });
export type BulkRequest = z.output<typeof BulkRequest>;

const Outcome = z.object({
  result: z.enum(["done", "unchanged", "rejected"]),
  error: z.string().optional(),
  message: z.string().optional(),
  filing_status: z.enum(FILING_STATUSES).optional(),
});
export type Outcome = Readonly<z.output<typeof Outcome>>;

const StoredReturn = BulkReturn.extend({ outcome: Outcome.optional() });
export type StoredReturn = Readonly<z.output<typeof StoredReturn>>;

/** The stored record of a job. Every step of it is a new version. */
export const BulkJob = z.object({
  organisation: z.string(),
  job: z.string(),
  version: z.int(),
  action: z.enum(ACTIONS),
  person: z.string().brand("AuthorId"),
  requested_at: z.string(),
  ended_at: z.string().optional(),
  returns: z.array(StoredReturn),
  zip: ZipFile.optional(),
  language: LockLanguage,
  payments: ManyPayments.optional(),
  expires_at: z.int(),
});
export type BulkJob = Readonly<z.output<typeof BulkJob>>;

export const BulkJobPath = OrganisationPath.extend({
  job: z.string().regex(/^bk_[0-9a-f]{16}$/, noSuch("job")),
});

export const BulkJobView = z
  .strictObject({
    id: z.string(),
    action: z.enum(ACTIONS),
    state: z.enum(["running", "ended"]),
    requested_at: z.iso.datetime(),
    requested_by: z.string().describe("The id of a person, under whose roles the job runs"),
    ended_at: z.iso.datetime().nullable(),
    file: z
      .strictObject({ file_name: z.string(), size_bytes: z.int() })
      .nullable()
      .describe(
        "The ZIP of a `download`, kept a week for the person who requested it; null for other actions",
      ),
    results: z.array(
      z
        .strictObject({
          account: z.string().brand("AccountId"),
          scheme_type: SchemeType,
          period_key: PeriodKey,
          registration_id: z.int().nullable(),
          result: z
            .enum(["waiting", "done", "unchanged", "rejected"])
            .describe(
              "Result of the action; `unchanged`: the return was marked by you, locked, or filed before",
            ),
          error: z
            .string()
            .nullable()
            .describe(
              "The error code of a rejected return; `files_awaited`: it is nil, and files of its period were asked for and none came",
            ),
          message: z
            .string()
            .nullable()
            .describe(
              "Reason of a rejection; for `download` the portal files that could not be made, with what they need",
            ),
          filing_status: z
            .enum(FILING_STATUSES)
            .nullable()
            .describe("Readiness for filing, found by `check`; null for a declared return"),
        })
        .meta({ id: "BulkResult" }),
    ),
  })
  .meta({ id: "BulkJob" });

export const bulkJobView = (job: BulkJob): z.output<typeof BulkJobView> => ({
  id: job.job,
  action: job.action,
  state: job.ended_at === undefined ? "running" : "ended",
  requested_at: job.requested_at,
  requested_by: job.person,
  ended_at: job.ended_at ?? null,
  file: job.zip ? { file_name: job.zip.file_name, size_bytes: job.zip.size_bytes } : null,
  results: job.returns.map(({ outcome, ...entry }) => ({
    account: entry.account,
    scheme_type: entry.scheme_type,
    period_key: entry.period_key,
    registration_id: entry.registration_id ?? null,
    result: outcome?.result ?? "waiting",
    error: outcome?.error ?? null,
    message: outcome?.message ?? null,
    filing_status: outcome?.filing_status ?? null,
  })),
});

/**
 * Returns a new job of a request.
 * @throws DomainError `invalid_request` with every fault; nothing is done then
 */
export function newBulkJob(
  organisation: string,
  request: BulkRequest,
  { person, now }: { readonly person: AuthorId; readonly now: Date },
): BulkJob {
  const returns = returnsOf(organisation, request);
  rejectFaulty([
    ...repeated(returns, request.csv === undefined),
    ...paymentFaults(request, dayOf(now)),
  ]);
  return {
    organisation,
    job: `bk_${randomBytes(8).toString("hex")}`,
    version: 1,
    action: request.action,
    person,
    requested_at: now.toISOString(),
    returns,
    ...(request.language ? { language: request.language } : {}),
    ...(request.payments ? { payments: request.payments } : {}),
    expires_at: Math.floor(now.getTime() / 1000) + daysOf(request.action) * 86_400,
  };
}

function paymentFaults({ action, payments }: BulkRequest, today: string): Fault[] {
  if (!payments) return [];
  const { creditors, execution_date } = payments;
  const states = creditors.map(({ member_state }) => member_state);
  return [
    ...faultIf(action !== "download", "payments", "is for the action `download` only"),
    ...faultIf(
      execution_date !== undefined && execution_date < today,
      "payments.execution_date",
      `must not lie before ${today}`,
    ),
    ...states.flatMap((state, n) =>
      faultIf(states.indexOf(state) !== n, `payments.creditors.${n}`, "is named twice"),
    ),
  ];
}

const daysOf = (action: BulkJob["action"]): number => (action === "download" ? ZIP_DAYS : JOB_DAYS);

function returnsOf(organisation: string, { action, returns, csv }: BulkRequest): BulkReturn[] {
  if ((returns === undefined) === (csv === undefined)) {
    throw faulty("returns", "send either `returns` or `csv`");
  }
  if (csv !== undefined && action !== "file" && action !== "pay") {
    throw faulty("csv", "is for the actions `file` and `pay` only");
  }
  const given = csv === undefined ? (returns ?? []) : returnsIn(organisation, csv);
  if (action === "download" && given.length > MOST_FILES) {
    throw faulty("returns", `must have at most ${MOST_FILES} for the action download`);
  }
  const onlyFor = (of: BulkRequest["action"], field: keyof BulkReturn) =>
    given.flatMap((named, n) =>
      action !== of && named[field] !== undefined
        ? [
            {
              field: `${csv === undefined ? `returns.${n}` : lineOf(n)}.${field}`,
              message: `is for the action \`${of}\` only`,
            },
          ]
        : [],
    );
  rejectFaulty([
    ...onlyFor("file", "filed_at"),
    ...onlyFor("file", "filing_reference"),
    ...onlyFor("pay", "paid_on"),
    ...onlyFor("pay", "amount_minor"),
    ...onlyFor("lock", "submitted_on"),
  ]);
  return given;
}

const faulty = (field: string, message: string) => invalidRequest([{ field, message }]);

/** Returns a fault for every return that is named before. */
function repeated(returns: readonly BulkReturn[], isList: boolean): Fault[] {
  const names = returns.map((named) =>
    [named.account, named.scheme_type, named.period_key, named.registration_id].join("#"),
  );
  return names.flatMap((name, n) =>
    names.indexOf(name) === n
      ? []
      : [{ field: isList ? `returns.${n}` : lineOf(n), message: "is named twice" }],
  );
}

const lineOf = (row: number): string => `csv.line_${row + 2}`;

const Columns = z.strictObject({
  account: z.string().brand("AccountId").optional(),
  reference: z.string().optional(),
  scheme_type: z.string(),
  period_key: z.string().brand("PeriodKey"),
  registration_id: z.string().optional(),
  filed_at: z.string().transform(isoDayIn).optional(),
  filing_reference: z.string().optional(),
  paid_on: z.string().transform(isoDayIn).optional(),
  amount_minor: z.string().optional(),
});

/** Reads the filings or payments of a file, with every fault by its line. Empty cells are left out. */
function returnsIn(organisation: string, csv: string): BulkReturn[] {
  const rows = recordsIn(csv).map(({ reference, ...cells }) => {
    const given = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell));
    const account = reference && !cells.account ? accountIdOf(organisation, reference) : undefined;
    // Anything but digits stays text, which is rejected: 12.00 may be meant as major units.
    const numbers = ["registration_id", "amount_minor"].flatMap((name) =>
      /^-?\d+$/.test(given[name] ?? "") ? [[name, Number(given[name])]] : [],
    );
    return readAs(BulkReturn, {
      ...given,
      ...(account === undefined ? {} : { account }),
      ...Object.fromEntries(numbers),
    });
  });
  rejectFaulty(
    rows.flatMap((row, n) =>
      row.success
        ? []
        : row.faults.map(({ field, message }) => ({ field: `${lineOf(n)}.${field}`, message })),
    ),
  );
  return rows.flatMap((row) => (row.success ? [row.data] : []));
}

function recordsIn(csv: string): z.output<typeof Columns>[] {
  const rows = z.array(Columns).safeParse(csvRecords(csv));
  if (!rows.success) {
    throw faulty("csv", "needs the columns scheme_type and period_key, with account or reference");
  }
  if (rows.data.length === 0) throw faulty("csv", "has no line below its header");
  if (rows.data.length > MOST_RETURNS) throw faulty("csv", `has more than ${MOST_RETURNS} lines`);
  return rows.data;
}

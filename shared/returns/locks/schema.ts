import * as z from "zod";
import { type IsoDate as Day, type Period, plusDays } from "../../core/calendar/dates.ts";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { DomainError, type Fault } from "../../core/errors/errors.ts";
import type { AuthorId } from "../../core/ids.ts";
import { answeredFields } from "../../core/input/answered-fields.ts";
import { text } from "../../core/input/fields.ts";
import { cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { ReturnQuestion } from "../compute/open-questions.ts";
import { LockLanguage, RegistrationParam, type SchemeInput } from "../path-schema.ts";
import { paymentState, paymentsOfReturn } from "../payment/payment.ts";
import { type Payments, PaymentView } from "../payment/schema.ts";
import { Return } from "../schema.ts";
import { ChangedSinceLock } from "./changes.ts";
import { Filing, LockedExport, LockedPeriod } from "./locked-period.ts";
import { Signers } from "./signers.ts";
import { lockView } from "./view.ts";

const shape = answeredFields(LockedPeriod.shape);

export const LockedReturn = Return.extend({
  exchange_rates: Return.shape.exchange_rates.describe(
    "The recorded rates of the currencies that the period has supplies in, and those that converted its corrections",
  ),
}).meta({ id: "LockedReturn", description: "The return as it was locked" });

const Export = z
  .strictObject(
    LockedExport.pick({
      id: true,
      kind: true,
      format: true,
      size_bytes: true,
      sha256: true,
      created_at: true,
    }).shape,
  )
  .meta({ id: "LockedExport" });

const fields = {
  status: z.enum(["locked", "filed"]),
  period_key: shape.period_key,
  registration_id: shape.registration_id,
  member_state_identification: shape.member_state_identification,
  return_currency: shape.return_currency,
  filing_due_date: shape.filing_due_date,
  filing_status: shape.filing_status.describe("Readiness for filing when the period was locked"),
  filing_status_detail: shape.filing_status_detail,
  nil_return_eligible: shape.nil_return_eligible,
  total_source_event_count: shape.total_source_event_count,
  included_source_event_count: shape.included_source_event_count,
  excluded_source_event_count: shape.excluded_source_event_count,
  warning_count: shape.warning_count.describe(
    "Number of events that are in no return: the sum over the report's `warnings`, not the number of codes",
  ),
  jurisdiction_count: shape.jurisdiction_count,
  export_count: z.int(),
  totals: shape.totals,
  locked_at: shape.locked_at,
  locked_by: shape.locked_by,
  prepared_by: shape.prepared_by,
  submitted_on: shape.submitted_on,
  sha256: shape.sha256.describe("SHA-256 of the stored snapshot, hexadecimal"),
  previous_sha256: shape.sha256.nullable().describe("SHA-256 of the previous snapshot, if any"),
  filed: z
    .strictObject({
      ...answeredFields(Filing.shape),
      corrections: z
        .array(z.strictObject(answeredFields(Filing.shape)).meta({ id: "FilingCorrection" }))
        .describe("Day and reference as they were corrected later, the newest last"),
    })
    .meta({ id: "Filing" })
    .nullable(),
};

const ListedPeriod = z
  .strictObject({
    ...fields,
    payment_status: PaymentView.shape.status,
    outstanding_minor: PaymentView.shape.outstanding_minor,
  })
  .meta({ id: "LockedPeriod" });

export const LockedPeriodDetail = z
  .strictObject({ ...fields, exports: z.array(Export) })
  .meta({ id: "LockedPeriodDetail" });
export type LockedPeriodDetail = z.output<typeof LockedPeriodDetail>;

/** The identity of a lock in the views and files of its return. */
export const lockIdentity = {
  status: fields.status.describe("The state of the return: `locked`, or recorded as `filed`"),
  registration_id: fields.registration_id,
  locked_at: fields.locked_at,
  locked_by: fields.locked_by,
  prepared_by: fields.prepared_by,
  submitted_on: fields.submitted_on,
  sha256: fields.sha256,
  filed: fields.filed,
};

/** The comparison of a locked return with the current ledger. */
export const sinceFields = {
  changed_since_lock: ChangedSinceLock.nullable().describe(
    "Comparison of today's preview with the lock; null if the preview cannot be computed, or is in another currency",
  ),
  declared_in: z
    .array(PeriodKey)
    .nullable()
    .describe(
      "Periods of the later returns that declare the changes since the lock; the last one may still be open. Null where nothing has to be declared, empty where no return declares it",
    ),
};

export const LockedPeriodList = z
  .strictObject({
    items: z.array(ListedPeriod),
    next_cursor: z.string().nullable(),
    current_period: z
      .strictObject({
        ...fields,
        exports: z.array(Export),
        locked_return: LockedReturn,
        open_questions: z
          .array(ReturnQuestion)
          .nullable()
          .describe("Open questions at the lock; null where an earlier version locked the return"),
        signers: Signers.describe("Names of the persons who prepared and locked the return"),
        ...sinceFields,
        ...recountField,
      })
      .optional()
      .describe("The period asked for, if it is locked"),
  })
  .meta({ id: "LockedPeriodList" });
export type LockedPeriodList = z.output<typeof LockedPeriodList>;

const LIST = "locked-return-periods";

/** Default page size: five years of quarters. */
const USUAL = 20;

const page = {
  registration_id: RegistrationParam,
  limit: Limit.unwrap()
    .default(USUAL)
    .meta(Limit.meta() ?? {}),
  cursor: cursorParam(LIST, z.tuple([PeriodKey, z.int().positive()])),
};

/** Builds the query of the list of locked periods. */
export const listQueryOf = ({ period }: Pick<SchemeInput, "period">) =>
  z.strictObject({ period: period.optional(), ...page });
export type LockListQuery = z.output<ReturnType<typeof listQueryOf>>;

/** Builds the query of the routes that mark a period as filed. */
export const filedQueryOf = ({ period }: Pick<SchemeInput, "period">) =>
  z.strictObject({ period, registration_id: RegistrationParam });
export type FiledQuery = z.output<ReturnType<typeof filedQueryOf>>;

/** Builds the query of the routes that lock a period. */
export const lockQueryOf = (input: Pick<SchemeInput, "period">) =>
  filedQueryOf(input).extend({
    require_ready: z
      .enum(["true", "false"])
      .optional()
      .describe(
        "Reject a return that is `review_required` (409 `return_not_ready`) if `true`, as `lock_requires_ready` of the account does for every lock",
      ),
    confirm: z
      .literal("nothing_included")
      .optional()
      .describe(
        "Confirmation that all events of the period belong elsewhere: with `true`, a return that includes none of them is not rejected for it",
      ),
    submitted_on: IsoDate.optional().describe(
      "Day on which the return was submitted, from the last day of its period to today. The lock of a final return leaves out corrections that are dated later: they go directly to the Member States of consumption (Art. 61a CIR 282/2011)",
    ),
    language: LockLanguage,
  });
export type LockQuery = z.output<ReturnType<typeof lockQueryOf>>;

/** Returns a page of `limit` periods from the first `limit` + 1 remaining periods, with what was paid of them. */
export const lockPage = (
  locks: readonly LockedPeriod[],
  payments: readonly Payments[],
  limit: number,
): Pick<LockedPeriodList, "items" | "next_cursor"> => ({
  items: locks.slice(0, limit).map((lock) => {
    const { status, outstanding_minor } = paymentState(lock, paymentsOfReturn(payments, lock));
    return { ...lockView(lock), payment_status: status, outstanding_minor };
  }),
  next_cursor: locks.length > limit ? cursorAfterLock(locks[limit - 1]) : null,
});

const cursorAfterLock = (lock: LockedPeriod | undefined): string =>
  cursorAt(LIST, [lock?.period_key, lock?.registration_id]);

export const FilingRequest = z
  .strictObject({
    filed_at: IsoDate.optional().describe("The day the return was submitted; today if left out"),
    filing_reference: text(100).optional().describe("The reference of the tax authority"),
  })
  .meta({ id: "FilingRequest" });
export type FilingRequest = z.output<typeof FilingRequest>;

/** Body of POST …/filed/corrections: what replaces day and reference. A reference that is left out is none. */
export const FilingCorrectionRequest = z
  .strictObject({
    filed_at: IsoDate.describe("The day the return was submitted"),
    filing_reference: FilingRequest.shape.filing_reference.describe(
      "The reference of the tax authority; none if left out",
    ),
  })
  .meta({ id: "FilingCorrectionRequest" });
export type FilingCorrectionRequest = z.output<typeof FilingCorrectionRequest>;

/** Finds a filing day in the future. One day is allowed, because tomorrow has begun in time zones east of Greenwich. */
export function futureFilingFaults(body: unknown, today: Day): Fault[] {
  const parsed = z.object({ filed_at: IsoDate }).safeParse(body);
  const latest = plusDays(today, 1);
  if (!parsed.success || parsed.data.filed_at <= latest) return [];
  return [{ field: "filed_at", message: `must not lie after ${latest}` }];
}

/**
 * Builds the audit record of a filing.
 * @throws DomainError `invalid_request` if the return was filed before its period ended: the return is due in the
 * month that follows (Art. 369f, 369s VAT Directive).
 */
export function filingOf(
  { filed_at, filing_reference }: FilingRequest,
  period: Period,
  { author, now, today }: { author: AuthorId; now: Date; today: Day },
): Filing {
  if (filed_at !== undefined && filed_at <= period.lastDay) {
    const message = `must lie after ${period.lastDay}, the last day of ${period.key}`;
    throw new DomainError("invalid_request", `filed_at: ${message}`, [
      { field: "filed_at", message },
    ]);
  }
  return {
    filed_at: filed_at ?? today,
    ...(filing_reference === undefined ? {} : { filing_reference }),
    recorded_at: now.toISOString(),
    recorded_by: author,
  };
}

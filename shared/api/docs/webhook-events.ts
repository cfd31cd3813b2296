import * as z from "zod";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { ImportCounts } from "../../imports/jobs/job.ts";
import { Notification } from "../../notifications/notification.ts";
import type { WebhookEventType } from "../../notifications/webhooks/event-types.ts";
import { Filing, LockedPeriod } from "../../returns/locks/locked-period.ts";
import { RatesVersion } from "../../vat/reference-data/vat-rates.ts";
import { Registration, SchemeType } from "../../vat/seller/registration.ts";

const notice = Notification.shape;
const lock = LockedPeriod.shape;
const filing = Filing.shape;

/** The ledger of an event, contained in every event. */
const ledger = {
  account: z.string().brand("LedgerId").describe("Id of the account of the event"),
  mode: z.enum(["live", "test"]).describe("Mode of the account; `test` is its sandbox"),
};

const ofReturn = { scheme_type: SchemeType, period_key: PeriodKey };

const ofLock = {
  ...ofReturn,
  registration_id: Registration.shape.id.describe("Id of the registration that made the return"),
};

const notification_id = z.string().describe("The id of the event in the list of notifications");

/**
 * The data of each event, by its type. For the OpenAPI document and the tests, which validate every message. Functions
 * must not import these values, because functions that commit sales would include all schemas.
 */
export const EVENT_DATA = {
  "threshold.crossed": z.strictObject({
    ...ledger,
    notification_id,
    line: z
      .enum(["warning", "exceeded"])
      .describe("Line that was crossed; `warning`: the last tenth below the threshold"),
    year: notice.year,
    threshold_minor: notice.threshold_minor,
    currency: notice.currency,
    current_minor: notice.current_minor,
    percentage_used: notice.percentage_used,
    crossed_on: notice.crossed_on,
    crossed_on_eur: notice.crossed_on_eur,
    deciding_currency: notice.deciding_currency,
    registered: notice.registered,
    eur_only: notice.eur_only,
  }),
  "late_change.recorded": z.strictObject({ ...ledger, notification_id, ...ofReturn }),
  "return.due_soon": z.strictObject({
    ...ledger,
    notification_id,
    ...ofReturn,
    filing_due_date: IsoDate.describe("The last day on which the return can be submitted in time"),
    days_left: z.int().min(0).describe("Days until the due day, at the reminder"),
  }),
  "return.overdue": z.strictObject({
    ...ledger,
    notification_id,
    ...ofReturn,
    filing_due_date: IsoDate.describe("The due day of the oldest return"),
    period_keys: z
      .array(PeriodKey)
      .describe("Every overdue return of the scheme, the oldest first"),
  }),
  "return.unpaid": z.strictObject({
    ...ledger,
    notification_id,
    ...ofReturn,
    filing_due_date: IsoDate.describe("The last day on which the VAT could be paid in time"),
  }),
  "recount.completed": z.strictObject({
    ...ledger,
    requested_at: z.iso.datetime(),
    events_examined: z.int().min(0),
    events_moved: z.int().min(0).describe("Events whose sums have changed"),
  }),
  "import.completed": z.strictObject({
    ...ledger,
    import_id: z.string(),
    format: z.string(),
    source_id: z.string(),
    status: z
      .enum(["checked", "completed", "failed", "undone"])
      .describe("Status of the import; `checked`: the file was checked and nothing was committed"),
    counts: z.strictObject(ImportCounts.shape.counts.shape).describe("Numbers of rows by outcome"),
    error_code: z.string().nullable().describe("Reason why the import failed; null if it did not"),
  }),
  "period.locked": z.strictObject({
    ...ledger,
    ...ofLock,
    member_state_identification: lock.member_state_identification,
    return_currency: lock.return_currency,
    totals: lock.totals,
    filing_due_date: lock.filing_due_date,
    filing_status: lock.filing_status,
    submitted_on: IsoDate.nullable().describe(
      "Day of submission that the lock states; null where none is stated",
    ),
    locked_at: lock.locked_at,
    sha256: lock.sha256.describe("SHA-256 of the snapshot, as the list of locked periods has it"),
  }),
  "period.filed": z.strictObject({
    ...ledger,
    ...ofLock,
    filed_at: filing.filed_at,
    filing_reference: z.string().nullable().describe("Recorded reference of the filing, if any"),
    recorded_at: filing.recorded_at,
  }),
  "connection.failing": z.strictObject({
    ...ledger,
    notification_id,
    connection_id: z.string().describe("Id of the connection, as `GET /v1/connections` lists it"),
    source_id: z.string(),
    code: z
      .enum([
        "signature_rejected",
        "topic_not_needed",
        "pull_rejected",
        "pull_failed",
        "orders_missing",
        "webhook_switched_off",
      ])
      .describe("Code of the fault, as `fault` or `access.fault` of the connection has it"),
    since: z.iso.datetime().describe("Time when the fault was first seen, UTC"),
  }),
  "rates.changed": z.strictObject({
    ...ledger,
    day: IsoDate.describe("The day whose rates were compared with those told before, UTC"),
    rates_version: RatesVersion,
    countries: z.array(z.string()).describe("Every country with a changed rate, ISO 3166-1"),
    tax_class_ids: z.array(z.string()).describe("Every tax class with a changed rate"),
    changes: z
      .array(
        z.strictObject({
          country: z.string().describe("Country of the rate, ISO 3166-1; Northern Ireland is XI"),
          tax_class_id: z.string(),
          form: z.enum(["physical", "electronic"]).describe("Form of supply that the rate covers"),
          rate_bps: z.int().nullable().describe("Rate of that day; null where none is known"),
          former_rate_bps: z
            .int()
            .nullable()
            .describe("Rate that was told before; null where none was known"),
        }),
      )
      .describe("Every changed rate, by country and tax class"),
  }),
  "webhook.test": z.strictObject({ ...ledger, webhook_id: z.string() }),
} as const satisfies Record<WebhookEventType, z.ZodType>;

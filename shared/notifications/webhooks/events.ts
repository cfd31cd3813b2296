import type { ImportJob } from "../../imports/jobs/job.ts";
import type { RecountState } from "../../ledger/recount/recount-state.ts";
import type { Filing, LockedPeriod } from "../../returns/locks/locked-period.ts";
import type { NoticeOf } from "../notification.ts";
import type { Notification } from "../threshold-notification.ts";
import type { WebhookEvent } from "./event-types.ts";

/** A return was frozen. */
export const lockedEvent = (lock: Omit<LockedPeriod, "filed">): WebhookEvent => ({
  type: "period.locked",
  data: {
    scheme_type: lock.scheme_type,
    period_key: lock.period_key,
    registration_id: lock.registration_id,
    member_state_identification: lock.member_state_identification,
    return_currency: lock.return_currency,
    totals: lock.totals,
    filing_due_date: lock.filing_due_date,
    filing_status: lock.filing_status,
    locked_at: lock.locked_at,
    sha256: lock.sha256,
  },
});

type FiledReturn = Pick<LockedPeriod, "scheme_type" | "period_key" | "registration_id">;

/** Somebody has recorded that a return was filed. */
export const filedEvent = (
  { scheme_type, period_key, registration_id }: FiledReturn,
  {
    filed_at,
    filing_reference = null,
    recorded_at,
  }: Omit<Filing, "filing_reference"> & {
    readonly filing_reference?: string | null | undefined;
  },
): WebhookEvent => ({
  type: "period.filed",
  data: { scheme_type, period_key, registration_id, filed_at, filing_reference, recorded_at },
});

const ENDS = ["checked", "completed", "failed", "undone"] as const;

type ImportEnd = Pick<ImportJob, "id" | "format" | "source_id" | "state" | "error" | "tally">;

/** An import has come to an end by itself; undefined while it goes on, or when somebody cancelled it. */
export function importEvent(job: ImportEnd): WebhookEvent | undefined {
  const status = ENDS.find((end) => end === job.state);
  if (!status) return undefined;
  return {
    type: "import.completed",
    data: {
      import_id: job.id,
      format: job.format,
      source_id: job.source_id,
      status,
      counts: job.tally.counts,
      error_code: job.error?.code ?? null,
    },
  };
}

/** A recount is over; undefined of any other change of its state. */
export function recountEvent(before: RecountState, after: RecountState): WebhookEvent | undefined {
  if (before.state !== "pending" || after.state !== "done") return undefined;
  return {
    type: "recount.completed",
    data: {
      requested_at: new Date(after.requested_at).toISOString(),
      events_looked_at: after.looked_at,
      events_moved: after.moved,
    },
  };
}

type ReturnNotice = NoticeOf<"return.due_soon"> | NoticeOf<"late_change.recorded">;

const DAY_MS = 86_400_000;

/** What people are told of a return. */
export function noticeEvent(notice: ReturnNotice, now: Date): WebhookEvent {
  const { id: notification_id, scheme_type, period_key } = notice;
  const data = { notification_id, scheme_type, period_key };
  if (notice.kind === "late_change.recorded") return { type: notice.kind, data };
  const { filing_due_date } = notice;
  const left = Date.parse(filing_due_date) - Date.parse(now.toISOString().slice(0, 10));
  return { type: notice.kind, data: { ...data, filing_due_date, days_left: left / DAY_MS } };
}

/** The threshold was crossed, or comes close. */
export const thresholdEvent = (notification: Notification): WebhookEvent => ({
  type: "threshold.crossed",
  data: {
    notification_id: notification.id,
    line: notification.kind === "vat.threshold.exceeded" ? "exceeded" : "warning",
    year: notification.year,
    threshold_minor: notification.threshold_minor,
    currency: notification.currency,
    current_minor: notification.current_minor,
    percentage_used: notification.percentage_used,
    crossed_on: notification.crossed_on,
    eur_only: notification.eur_only,
  },
});

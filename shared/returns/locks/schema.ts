import * as z from "zod";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { ChangedSinceLock } from "./changes.ts";
import { LockedExport, LockedPeriod } from "./locked-period.ts";

const { shape } = LockedPeriod;

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
  filing_status: shape.filing_status.describe("As it was when the period was locked"),
  filing_status_detail: shape.filing_status_detail,
  nil_return_eligible: shape.nil_return_eligible,
  total_source_event_count: shape.total_source_event_count,
  included_source_event_count: shape.included_source_event_count,
  excluded_source_event_count: shape.excluded_source_event_count,
  warning_count: shape.warning_count.describe(
    "Events that are in no return: the sum over the report's `warnings`, not the number of codes",
  ),
  jurisdiction_count: shape.jurisdiction_count,
  export_count: z.int(),
  totals: shape.totals,
  locked_at: shape.locked_at,
  locked_by: shape.locked_by,
  sha256: shape.sha256.describe("Of the snapshot"),
  previous_sha256: shape.sha256.nullable().describe("Of the snapshot locked before this one"),
  filed: shape.filed,
};

export const LockedPeriodSummary = z.strictObject(fields).meta({ id: "LockedPeriod" });
export type LockedPeriodSummary = z.output<typeof LockedPeriodSummary>;

export const LockedPeriodDetail = z
  .strictObject({ ...fields, exports: z.array(Export) })
  .meta({ id: "LockedPeriodDetail" });
export type LockedPeriodDetail = z.output<typeof LockedPeriodDetail>;

export const LockedPeriodList = z
  .strictObject({
    items: z.array(LockedPeriodSummary),
    next_cursor: z.string().nullable(),
    current_period: z
      .strictObject({
        ...fields,
        exports: z.array(Export),
        changed_since_lock: ChangedSinceLock.nullable().describe(
          "Null when today's preview cannot be drawn, or is in another currency",
        ),
        ...recountField,
      })
      .optional()
      .describe("The period asked for, if it is locked"),
  })
  .meta({ id: "LockedPeriodList" });
export type LockedPeriodList = z.output<typeof LockedPeriodList>;

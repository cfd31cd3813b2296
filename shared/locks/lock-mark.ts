import * as z from "zod";
import { PeriodKey } from "../calendar/schema.ts";
import { LateChange } from "../returns/schema.ts";

/** What later returns have to know of a locked one without reading its snapshot. */
export const LockMark = z.object({
  period_key: PeriodKey,
  registration_id: z.int(),
  member_state_identification: z.string(),
  return_currency: z.string(),
  /** How often the sums of the period had been changed after its end when it was locked. */
  changes_seen: z.int(),
  /** What this return has declared of changes in returns that were locked before. */
  late_changes: z.array(LateChange),
});
export type LockMark = z.output<typeof LockMark>;

/** The mark of a snapshot. */
export const lockMarkOf = (lock: LockMark): LockMark => ({
  period_key: lock.period_key,
  registration_id: lock.registration_id,
  member_state_identification: lock.member_state_identification,
  return_currency: lock.return_currency,
  changes_seen: lock.changes_seen,
  late_changes: lock.late_changes,
});

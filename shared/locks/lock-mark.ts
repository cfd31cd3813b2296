import * as z from "zod";
import { PeriodKey } from "../calendar/schema.ts";
import { LateChange } from "../returns/schema.ts";

const declaredReturn = {
  period_key: PeriodKey,
  registration_id: z.int(),
  member_state_identification: z.string(),
  return_currency: z.string(),
};

/** What other returns have to know of one that was filed elsewhere. */
export const OpeningMark = z.object({
  ...declaredReturn,
  /** It had been recorded by mistake. */
  withdrawn: z.boolean(),
});
export type OpeningMark = z.output<typeof OpeningMark>;

/** What later returns have to know of a locked one without reading its snapshot. */
export const LockMark = z.object({
  ...declaredReturn,
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

/** What is marked of a period: how often it was changed after its end, and what was declared of it. */
export type PeriodMarks = {
  readonly changes: number;
  readonly locks: readonly LockMark[];
  /** Those that stand. */
  readonly openings: readonly OpeningMark[];
};

/** The marks of a scheme's periods, by book. */
export type Marks = ReadonlyMap<string, PeriodMarks>;

/** Every return of a scheme that was filed elsewhere. */
export const openingsIn = (marks: Marks): OpeningMark[] =>
  [...marks.values()].flatMap(({ openings }) => openings);

import * as z from "zod";
import { PeriodKey } from "../../core/calendar/schema.ts";
import type { Opening } from "../openings/schema.ts";
import { LateChange, type Warning } from "../schema.ts";

const declaredReturn = {
  period_key: PeriodKey,
  registration_id: z.int(),
  member_state_identification: z.string(),
  return_currency: z.string(),
};

/** What other returns have to know of one that was filed elsewhere. */
export const OpeningMarker = z.object({
  ...declaredReturn,
  /** It had been recorded by mistake. */
  withdrawn: z.boolean(),
});
export type OpeningMarker = z.output<typeof OpeningMarker>;

/** What later returns have to know of a locked one without reading its snapshot. */
export const LockMarker = z.object({
  ...declaredReturn,
  /** How often the sums of the period had been changed after its end when it was locked. */
  changes_seen: z.int(),
  /** The days of registrations that it was made by. */
  days_in_force: z.string(),
  /** Whether it left supplies out because their rate was not known. */
  lacks_rates: z.boolean(),
  /** What this return has declared of changes in returns that were locked before. */
  late_changes: z.array(LateChange),
});
export type LockMarker = z.output<typeof LockMarker>;

type Locked = Omit<LockMarker, "lacks_rates"> & { readonly warnings: readonly Warning[] };

/** The mark of a snapshot. */
export const lockMarkOf = (lock: Locked): LockMarker => ({
  period_key: lock.period_key,
  registration_id: lock.registration_id,
  member_state_identification: lock.member_state_identification,
  return_currency: lock.return_currency,
  changes_seen: lock.changes_seen,
  days_in_force: lock.days_in_force,
  lacks_rates: lock.warnings.some(({ code }) => code === "missing_exchange_rate_excluded"),
  late_changes: lock.late_changes,
});

/** What is marked of a period: how often it was changed after its end, and what was declared of it. */
export type MarkersOfPeriod = {
  readonly changes: number;
  readonly locks: readonly LockMarker[];
  /** Those that stand. */
  readonly openings: readonly OpeningMarker[];
};

/** The marks of a scheme's periods, by book. */
export type PeriodMarkers = ReadonlyMap<string, MarkersOfPeriod>;

/** Every return of a scheme that was filed elsewhere. */
export const openingsIn = (markers: PeriodMarkers): OpeningMarker[] =>
  [...markers.values()].flatMap(({ openings }) => openings);

/** The mark of an opening. */
export const openingMarkOf = (opening: Opening): OpeningMarker => ({
  period_key: opening.period_key,
  registration_id: opening.registration_id,
  member_state_identification: opening.member_state_identification,
  return_currency: opening.currency,
  withdrawn: opening.withdrawn_at !== undefined,
});

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

/** The part of an externally filed return that later returns need. */
export const OpeningMarker = z.object({
  ...declaredReturn,
  /** True if the opening was recorded by mistake. */
  withdrawn: z.boolean(),
});
export type OpeningMarker = z.output<typeof OpeningMarker>;

/** The part of a locked return that later returns need without reading its snapshot. */
export const LockMarker = z.object({
  ...declaredReturn,
  /** Number of changes to the period's sums between its end and its lock. */
  changes_seen: z.int(),
  /** The days of the registrations that the return was made under. */
  days_in_force: z.string(),
  /** True if the return excluded supplies because their rate was not known. */
  lacks_rates: z.boolean(),
  /** Late changes of earlier locked returns that this return has declared. */
  late_changes: z.array(LateChange),
});
export type LockMarker = z.output<typeof LockMarker>;

type MarkedLock = Omit<LockMarker, "lacks_rates"> & { readonly warnings: readonly Warning[] };

/** Returns the marker of a snapshot. */
export const lockMarkOf = (lock: MarkedLock): LockMarker => ({
  period_key: lock.period_key,
  registration_id: lock.registration_id,
  member_state_identification: lock.member_state_identification,
  return_currency: lock.return_currency,
  changes_seen: lock.changes_seen,
  days_in_force: lock.days_in_force,
  lacks_rates: lock.warnings.some(({ code }) => code === "missing_exchange_rate_excluded"),
  late_changes: lock.late_changes,
});

/** The markers of a period: the number of changes since its end, and its declared returns. */
export type MarkersOfPeriod = {
  readonly changes: number;
  readonly locks: readonly LockMarker[];
  /** The openings that were not withdrawn. */
  readonly openings: readonly OpeningMarker[];
};

/** The markers of a scheme's periods, by partition. */
export type PeriodMarkers = ReadonlyMap<string, MarkersOfPeriod>;

/** Returns every opening of a scheme. */
export const openingsIn = (markers: PeriodMarkers): OpeningMarker[] =>
  [...markers.values()].flatMap(({ openings }) => openings);

/** Returns the marker of an opening. */
export const openingMarkOf = (opening: Opening): OpeningMarker => ({
  period_key: opening.period_key,
  registration_id: opening.registration_id,
  member_state_identification: opening.member_state_identification,
  return_currency: opening.currency,
  withdrawn: opening.withdrawn_at !== undefined,
});

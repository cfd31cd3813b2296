import * as z from "zod";
import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { LOCK_ITEM } from "../../platform/table/periods.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { StoredBridge } from "../bridge/schema.ts";
import { ReturnQuestion } from "../compute/open-questions.ts";
import { FILING_STATUSES } from "../compute/status.ts";
import { ARTIFACT_FORMATS, ARTIFACT_KINDS, type Artifact } from "../documents/artifacts.ts";
import type { Opening } from "../openings/schema.ts";
import {
  CorrectionRow,
  Count,
  LateChange,
  Minor,
  ReturnRow,
  Totals,
  UsedRate,
  Warning,
} from "../schema.ts";

const Instant = z.iso.datetime();

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The amounts of one Member State of consumption; a negative `payable_vat_minor` is a refund. */
export const CountryAmounts = z
  .strictObject({
    member_state_of_consumption: z.string(),
    taxable_minor: Minor,
    current_vat_minor: Minor,
    correction_vat_minor: Minor,
    payable_vat_minor: Minor,
  })
  .meta({ id: "CountryAmounts" });
export type CountryAmounts = z.output<typeof CountryAmounts>;

/** A stored file of a locked period. */
export const LockedExport = z.object({
  id: z.string(),
  kind: z.enum(ARTIFACT_KINDS),
  format: z.enum(ARTIFACT_FORMATS),
  file_name: z.string(),
  content_type: z.string(),
  size_bytes: Count,
  sha256: Sha256,
  key: z.string(),
  /** The stored object version; absent if the bucket has no versions, as locally. */
  version_id: z.string().optional(),
  created_at: Instant,
});
export type LockedExport = z.output<typeof LockedExport>;

/** The record that the return was filed, with author and time. */
export const Filing = z.strictObject({
  filed_at: IsoDate,
  filing_reference: z.string().optional(),
  recorded_at: Instant,
  recorded_by: z.string().describe("Id of the API key or person"),
});
export type Filing = z.output<typeof Filing>;

/** The day and reference that replace those of a filing; the first record and each correction stay. */
type Corrected = Pick<LockedPeriod, "filed" | "filing_corrections">;

/** Returns the newest record of a filing: its last correction, or the first record. */
export const currentFiling = ({ filed, filing_corrections = [] }: Corrected): Filing | undefined =>
  filing_corrections.at(-1) ?? filed;

const RegistrationId = z.int().positive();

/** The snapshot that was locked before this one, in any scheme and period. */
const Previous = z
  .object({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: RegistrationId,
    sha256: Sha256,
  })
  .nullable();

/**
 * The stored snapshot of a locked period. Nothing in it changes, except that `filed` is added once and corrections of it
 * are appended; so `sha256` covers everything except itself, `filed` and `filing_corrections`.
 */
export const LockedPeriod = z.object({
  schema_version: z.literal(LOCK_ITEM.version),
  scheme_type: SchemeType,
  period_key: PeriodKey,
  registration_id: RegistrationId.describe("Id of the registration that made the return"),
  /** Distinguishes concurrent attempts to lock one period. */
  lock_id: z.string(),
  locked_at: Instant,
  locked_by: z.string().describe("Id of the API key or person"),
  prepared_by: z
    .string()
    .optional()
    .describe("Id of the API key or person that another person has marked these figures with"),
  submitted_on: IsoDate.optional().describe(
    "Day of submission that the lock states; null where none is stated, and the lock counts as the submission",
  ),
  member_state_identification: z.string(),
  return_currency: KnownCurrency,
  filing_due_date: IsoDate,
  filing_status: z.enum(FILING_STATUSES),
  filing_status_detail: z.string(),
  nil_return_eligible: z.boolean(),
  total_source_event_count: Count,
  included_source_event_count: Count,
  excluded_source_event_count: Count,
  warning_count: Count,
  warnings: z.array(Warning),
  jurisdiction_count: Count,
  totals: Totals,
  countries: z.array(CountryAmounts),
  /** The return itself: later returns subtract its amounts, and portal files are made of it. */
  rows: z.array(ReturnRow),
  corrections: z.array(CorrectionRow),
  late_changes: z.array(LateChange),
  /** The way from the files of shops to the return; absent in locks of before 2026-11-29. */
  bridge: StoredBridge.optional(),
  /** Open questions at the lock; absent in locks of earlier versions. */
  open_questions: z.array(ReturnQuestion).optional(),
  /** Number of changes to the period's sums since the period ended. */
  changes_seen: z.int(),
  /** The days of the registrations that the return was made under; see daysInForce. */
  days_in_force: z.string(),
  /** All rates published for the period, and the rates used by its corrections. */
  exchange_rates: z.array(UsedRate),
  /** Hash of all rows, corrections, warnings and counts; see frozenContent. */
  content_sha256: Sha256,
  exports: z.array(LockedExport),
  previous: Previous,
  sha256: Sha256,
  filed: Filing.optional(),
  /** The corrections of `filed`, the oldest first. */
  filing_corrections: z.array(Filing).optional(),
});
export type LockedPeriod = z.output<typeof LockedPeriod>;

/** A snapshot before it is chained to the previous one. */
export type NewLock = Omit<LockedPeriod, "previous" | "sha256" | "filed" | "filing_corrections">;

const HASH_DIGITS = 16;

/**
 * Returns the id of an export, such as `union-oss.2025-Q3.quarterly_summary.csv.0123456789abcdef`. The id names its
 * scheme and period, so that no index is needed.
 */
export const exportId = (
  scheme: Scheme,
  period: Period,
  { kind, format }: Pick<Artifact, "kind" | "format">,
  sha256: string,
): string => [scheme.slug, period.key, kind, format, sha256.slice(0, HASH_DIGITS)].join(".");

/** Returns the scheme and period of an export id, or undefined if the id is not of an export. */
export function returnOfExport(
  id: string,
): { readonly scheme: Scheme; readonly period: Period } | undefined {
  const match = /^([^.]+)\.([^.]+)\.[a-z_]+\.[a-z]+\.[0-9a-f]{16}$/.exec(id);
  const scheme = SCHEMES.find(({ slug }) => slug === match?.[1]);
  const period = periodNamed(match?.[2] ?? "");
  return scheme && period ? { scheme, period } : undefined;
}

const declaredReturn = {
  period_key: PeriodKey,
  registration_id: z.int(),
  member_state_identification: z.string(),
  return_currency: KnownCurrency,
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
  /** Null in markers of earlier versions. */
  locked_at: Instant.nullable().default(null),
  /** The day of submission that the lock states. */
  submitted_on: IsoDate.nullable().default(null),
});
export type LockMarker = z.output<typeof LockMarker>;

type MarkedLock = Omit<LockMarker, "lacks_rates" | "submitted_on"> & {
  readonly warnings: readonly Warning[];
  readonly submitted_on?: LockedPeriod["submitted_on"];
};

export const lockMarkOf = (lock: MarkedLock): LockMarker => ({
  period_key: lock.period_key,
  registration_id: lock.registration_id,
  member_state_identification: lock.member_state_identification,
  return_currency: lock.return_currency,
  changes_seen: lock.changes_seen,
  days_in_force: lock.days_in_force,
  lacks_rates: lock.warnings.some(({ code }) => code === "missing_exchange_rate_excluded"),
  late_changes: lock.late_changes,
  locked_at: lock.locked_at,
  submitted_on: lock.submitted_on ?? null,
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

export const openingsIn = (markers: PeriodMarkers): OpeningMarker[] =>
  [...markers.values()].flatMap(({ openings }) => openings);

export const openingMarkOf = (opening: Opening): OpeningMarker => ({
  period_key: opening.period_key,
  registration_id: opening.registration_id,
  member_state_identification: opening.member_state_identification,
  return_currency: opening.currency,
  withdrawn: opening.withdrawn_at !== undefined,
});

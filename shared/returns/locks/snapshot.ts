import type { IsoDate } from "../../core/calendar/dates.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { LOCK_ITEM } from "../../platform/table/periods.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { daysInForce } from "../../vat/seller/in-force.ts";
import type { SchemeType } from "../../vat/seller/registration.ts";
import type { StoredBridge } from "../bridge/schema.ts";
import { type Covered, statesOf } from "../compute/compute.ts";
import { openQuestions } from "../compute/open-questions.ts";
import { filingStateOf } from "../compute/status.ts";
import type { Return, UsedRate } from "../schema.ts";
import type { CountryAmounts, LockedExport, NewLock } from "./locked-period.ts";

type Reference = {
  readonly scheme_type: SchemeType;
  readonly period_key: PeriodKey;
  readonly registration_id: number;
  readonly sha256: string;
};

/** The end of an account's chain of snapshots: the last snapshot, and the number of all snapshots. */
export type ChainHead = { readonly count: number; readonly last: Reference };

/** The fields of a snapshot that the chain needs. */
export type ChainLink = Reference & { readonly previous: Reference | null };

/** Returns the snapshot that a new one is chained to; null for the first of an account. */
export const previousOf = (head: ChainHead | undefined): Reference | null => head?.last ?? null;

export const headAfter = (
  head: ChainHead | undefined,
  { scheme_type, period_key, registration_id, sha256 }: ChainLink,
): ChainHead => ({
  count: (head?.count ?? 0) + 1,
  last: { scheme_type, period_key, registration_id, sha256 },
});

/** Returns the readable name of a snapshot: `union_oss 2026-Q1 of registration 1`. */
export const nameOfLock = ({
  scheme_type,
  period_key,
  registration_id,
}: Omit<Reference, "sha256">): string =>
  `${scheme_type} ${period_key} of registration ${registration_id}`;

/**
 * Returns the faults of a chain, followed from its head backwards. A replaced snapshot has another hash than its
 * successor recorded; a removed one is missing.
 */
export function chainFaults(links: readonly ChainLink[], head: ChainHead | undefined): string[] {
  const byName = new Map(links.map((link) => [nameOfLock(link), link]));
  const faults: string[] = [];
  const seen = new Set<string>();
  let by = "the head of the chain";
  for (let wanted = previousOf(head); wanted; ) {
    const name = nameOfLock(wanted);
    const link = byName.get(name);
    faults.push(...linkFaults(link, { wanted, by, again: seen.has(name) }));
    if (!link || seen.has(name)) break;
    seen.add(name);
    by = name;
    wanted = link.previous;
  }
  const loose = links.map(nameOfLock).filter((name) => !seen.has(name));
  for (const name of loose) faults.push(`${name}: the chain does not lead to it`);
  const count = head?.count ?? 0;
  if (count !== links.length) {
    faults.push(`the head of the chain counts ${count} locked periods, there are ${links.length}`);
  }
  return faults;
}

function linkFaults(
  link: ChainLink | undefined,
  { wanted, by, again }: { wanted: Reference; by: string; again: boolean },
): string[] {
  const name = nameOfLock(wanted);
  if (!link) return [`${name}: the snapshot is missing, though ${by} refers to it`];
  if (again) return [`${by}: the snapshot refers to ${name}, which is locked after it`];
  if (link.sha256 === wanted.sha256) return [];
  return [`${name}: the snapshot has SHA-256 ${link.sha256}, ${by} records ${wanted.sha256}`];
}

/** The data that a lock request adds to its return. */
type LockFacts = {
  /** The stored files. */
  readonly exports: readonly LockedExport[];
  readonly bridge: StoredBridge;
  readonly changes_seen: number;
  /** SHA-256 of frozenContent of the return. */
  readonly content_sha256: string;
  readonly lock_id: string;
  readonly locked_at: string;
  /** Id of the API key or person. */
  readonly locked_by: string;
  /** The author of another person's mark on these figures, if the account requires one. */
  readonly prepared_by?: string;
  /** The day of submission that the request states. */
  readonly submitted_on?: IsoDate;
};

/** Builds the snapshot of a period. All later views come from this stored return. */
export function newLock(computed: Covered, { exports, ...facts }: LockFacts): NewLock {
  const { report, period, input, registration } = computed;
  return {
    schema_version: LOCK_ITEM.version,
    scheme_type: report.scheme_type,
    period_key: report.period_key,
    registration_id: registration.id,
    ...facts,
    member_state_identification: report.member_state_identification,
    return_currency: report.return_currency,
    filing_due_date: period.filingDueDate,
    ...filingStateOf(computed),
    open_questions: openQuestions(computed),
    total_source_event_count: report.total_source_event_count,
    included_source_event_count: report.included_source_event_count,
    excluded_source_event_count: report.excluded_source_event_count,
    warning_count: report.warnings.reduce((sum, { count }) => sum + count, 0),
    warnings: report.warnings,
    jurisdiction_count: report.balances.length,
    totals: report.totals,
    countries: countryAmounts(report),
    rows: report.rows,
    corrections: report.corrections,
    late_changes: report.late_changes,
    days_in_force: daysInForce(input.registrations, report.scheme_type, period.lastDay),
    exchange_rates: ratesOnRecord(report, input.rates.get(report.period_key)),
    exports: [...exports],
  };
}

/** Returns the amounts of each Member State of consumption, sorted by code. */
export const countryAmounts = (report: Return): CountryAmounts[] =>
  statesOf(report).map(({ totals, balance }) => ({
    member_state_of_consumption: balance.member_state_of_consumption,
    taxable_minor: totals.taxable_minor,
    current_vat_minor: balance.current_vat_minor,
    correction_vat_minor: balance.correction_vat_minor,
    payable_vat_minor: balance.payable_vat_minor,
  }));

/**
 * Returns the rates to record: all rates of the period, because a correction years later may be in another currency,
 * and the used rates of other periods.
 */
function ratesOnRecord(report: Return, rates: PeriodRates | undefined): UsedRate[] {
  const period = report.period_key;
  const own = [...(rates?.quotes ?? [])]
    .map(([currency, { rate, date }]) => ({ currency, rate, date, period }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return [...own, ...report.exchange_rates.filter((used) => used.period !== period)];
}

/**
 * Returns everything that a return declares and excludes, each row as a list. Two returns with equal content declare
 * the same. Field names are left out, so that contents stay comparable for ten years.
 */
export const frozenContent = (report: Return): unknown => [
  report.scheme_type,
  report.member_state_identification,
  report.return_currency,
  report.rows.map((row) => [
    row.section,
    row.member_state_of_consumption,
    row.supply_kind,
    row.from_member_state,
    row.rate_category,
    row.vat_rate_bps,
    row.taxable_amount_minor,
    row.vat_amount_minor,
    row.event_count,
  ]),
  report.corrections.map((row) => [
    row.original_period,
    row.member_state_of_consumption,
    row.taxable_amount_minor,
    row.vat_amount_minor,
    row.event_count,
  ]),
  report.warnings.map(({ code, count }) => [code, count]),
  [report.total_source_event_count, report.included_source_event_count],
];

/** Returns the SHA-256 of the content that a return declares. */
export const contentSha256 = (report: Return): string => fingerprintOf(frozenContent(report));

/**
 * The files of a lock apart from its exports, named by the SHA-256 of its snapshot: the snapshot itself, stored before
 * the item; the seal, stored after the item is written; and the record of its filing.
 */
export const LOCK_FILE_KINDS = ["snapshot", "seal", "filing"] as const;
export type LockFileKind = (typeof LOCK_FILE_KINDS)[number];

type LockedContent = {
  readonly scheme_type: string;
  readonly period_key: PeriodKey;
  readonly sha256: string;
};

export const lockFileKey = (ledger: LedgerId, lock: LockedContent, kind: LockFileKind): string =>
  `${ledger}/${schemeNamed(lock.scheme_type).slug}/${lock.period_key}/${lock.sha256}.${kind}.json`;

/** Returns the lock file that a key names; undefined for exports. */
export function lockFileAt(
  key: string,
): { readonly kind: LockFileKind; readonly sha256: string } | undefined {
  const [, sha256 = "", name] = /\/([0-9a-f]{64})\.([a-z]+)\.json$/.exec(key) ?? [];
  const kind = LOCK_FILE_KINDS.find((lockFileKind) => lockFileKind === name);
  return kind && { kind, sha256 };
}

import type { Currency } from "../../core/money/money.ts";
import type { Return } from "../schema.ts";
import { changedLines } from "./changed-lines.ts";
import type { ComparedLock } from "./compare-lock.ts";
import type { Filing, LockedPeriod } from "./locked-period.ts";
import type { LockedPeriodDetail } from "./schema.ts";

/** Returns the view of a locked period without its files. */
export function lockView(lock: LockedPeriod): Omit<LockedPeriodDetail, "exports"> {
  return {
    status: lock.filed ? "filed" : "locked",
    period_key: lock.period_key,
    registration_id: lock.registration_id,
    member_state_identification: lock.member_state_identification,
    return_currency: lock.return_currency,
    filing_due_date: lock.filing_due_date,
    filing_status: lock.filing_status,
    filing_status_detail: lock.filing_status_detail,
    nil_return_eligible: lock.nil_return_eligible,
    total_source_event_count: lock.total_source_event_count,
    included_source_event_count: lock.included_source_event_count,
    excluded_source_event_count: lock.excluded_source_event_count,
    warning_count: lock.warning_count,
    jurisdiction_count: lock.jurisdiction_count,
    export_count: lock.exports.length,
    totals: lock.totals,
    locked_at: lock.locked_at,
    locked_by: lock.locked_by,
    prepared_by: lock.prepared_by ?? null,
    submitted_on: lock.submitted_on ?? null,
    sha256: lock.sha256,
    previous_sha256: lock.previous?.sha256 ?? null,
    filed: lock.filed
      ? {
          ...filingView(lock.filed),
          corrections: (lock.filing_corrections ?? []).map(filingView),
        }
      : null,
  };
}

const filingView = (filing: Filing) => ({
  ...filing,
  filing_reference: filing.filing_reference ?? null,
});

/** Returns the view of a locked period with its files, without their places in the bucket. */
export const lockWithExports = (lock: LockedPeriod): LockedPeriodDetail => ({
  ...lockView(lock),
  exports: lock.exports.map(({ id, kind, format, size_bytes, sha256, created_at }) => ({
    id,
    kind,
    format,
    size_bytes,
    sha256,
    created_at,
  })),
});

/** Returns what names the lock of a return, its author and its hash. */
export function lockIdentityOf(lock: LockedPeriod) {
  const view = lockView(lock);
  return {
    status: view.status,
    registration_id: view.registration_id,
    locked_at: view.locked_at,
    locked_by: view.locked_by,
    prepared_by: view.prepared_by,
    submitted_on: view.submitted_on,
    sha256: view.sha256,
    filed: view.filed,
  };
}

/** Returns the lock of a return and the changes since, for views of the return. */
export const lockPart = ({
  lock,
  locked_return,
  current_return,
  changes,
  declared_in,
}: ComparedLock) => ({
  ...lockIdentityOf(lock),
  changed_since_lock: changes,
  declared_in,
  changed_lines: current_return && changedLines(current_return, locked_return),
});

/** True unless the ledger still makes the locked return: a preview then says nothing of its lock. */
export const hasChanged = ({ changes }: Pick<ComparedLock, "changes">): boolean =>
  changes?.changed !== false;

/**
 * Returns the return as it was locked. A lock records every rate of its period; `currencies` are those of the period's
 * sums, whose rates are shown.
 */
export const returnOfLock = (lock: LockedPeriod, currencies: ReadonlySet<Currency>): Return => ({
  scheme_type: lock.scheme_type,
  period_key: lock.period_key,
  member_state_identification: lock.member_state_identification,
  return_currency: lock.return_currency,
  totals: lock.totals,
  warnings: lock.warnings,
  exchange_rates: lock.exchange_rates.filter(
    ({ period, currency }) => period !== lock.period_key || currencies.has(currency),
  ),
  total_source_event_count: lock.total_source_event_count,
  included_source_event_count: lock.included_source_event_count,
  excluded_source_event_count: lock.excluded_source_event_count,
  rows: lock.rows,
  corrections: lock.corrections,
  balances: lock.countries.map(({ taxable_minor, ...balance }) => ({
    ...balance,
    included_in_grand_total: balance.payable_vat_minor > 0,
  })),
  late_changes: lock.late_changes,
});

export const lockedEvent = (lock: Omit<LockedPeriod, "filed">) => ({
  type: "period.locked" as const,
  data: {
    scheme_type: lock.scheme_type,
    period_key: lock.period_key,
    registration_id: lock.registration_id,
    member_state_identification: lock.member_state_identification,
    return_currency: lock.return_currency,
    totals: lock.totals,
    filing_due_date: lock.filing_due_date,
    filing_status: lock.filing_status,
    submitted_on: lock.submitted_on ?? null,
    locked_at: lock.locked_at,
    sha256: lock.sha256,
  },
});

type FiledReturn = Pick<LockedPeriod, "scheme_type" | "period_key" | "registration_id">;

export const filedEvent = (
  { scheme_type, period_key, registration_id }: FiledReturn,
  {
    filed_at,
    filing_reference = null,
    recorded_at,
  }: Omit<Filing, "filing_reference"> & {
    readonly filing_reference?: string | null | undefined;
  },
) => ({
  type: "period.filed" as const,
  data: { scheme_type, period_key, registration_id, filed_at, filing_reference, recorded_at },
});

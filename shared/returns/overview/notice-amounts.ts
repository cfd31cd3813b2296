import { type IsoDate, type Period, periodNamed } from "../../core/calendar/dates.ts";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import type { LateAmounts, PayableAmount, ReturnNotice } from "../../notifications/notification.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { computeReturn } from "../compute/compute.ts";
import { loadDirectDeclarations } from "../load/load-direct-declarations.ts";
import { loadReturn } from "../load/load-return.ts";
import { type OpenReport, openReturnOf, ownReturn } from "../locks/declared-returns.ts";
import type { PeriodMarkers } from "../locks/locked-period.ts";
import type { LockState } from "./load-due-returns.ts";

/** The returns of a scheme that a notice may be about. */
type NoticeReturns = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
  readonly locks: readonly Pick<
    LockState,
    "period_key" | "registration_id" | "return_currency" | "totals"
  >[];
};

/** Maximum number of overdue periods whose returns a notice computes, the oldest first. */
const MOST_PERIODS = 6;

/** Maximum number of late changes that a notice lists. */
const MOST_LINES = 20;

/**
 * Adds to a new notice what its returns amount to now, so that its mail says it. Later changes of the figures do not change
 * a stored notice.
 */
export async function withAmounts(
  ledger: LedgerId,
  notice: ReturnNotice,
  returns: NoticeReturns,
  today: IsoDate,
): Promise<ReturnNotice> {
  if (notice.kind === "late_change.recorded") {
    const late = notice.directly
      ? await directAmounts(ledger, returns, today)
      : await lateAmounts(ledger, notice.period_key, returns, today);
    return late ? { ...notice, late } : notice;
  }
  if (notice.kind === "return.unpaid") return notice;
  const keys = notice.kind === "return.overdue" ? notice.period_keys : [notice.period_key];
  const amounts = await Promise.all(
    keys.slice(0, MOST_PERIODS).map((key) => payableIn(ledger, key, returns)),
  );
  return { ...notice, payable: amounts.flat() };
}

/** Returns what the returns of a period come to: as locked, or as computed now. One filed elsewhere is left out. */
async function payableIn(
  ledger: LedgerId,
  period_key: PeriodKey,
  { scheme, registrations, markers, locks }: NoticeReturns,
): Promise<PayableAmount[]> {
  // The keys of notices come from periods.
  const period = periodNamed(period_key) as Period;
  const own = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  const found = await Promise.all(
    own.map(async (registration): Promise<PayableAmount | undefined> => {
      const declared = ownReturn({ scheme, period, registrations }, registration, markers);
      if (declared?.filed_elsewhere) return undefined;
      const lock = locks.find(
        (row) => row.period_key === period_key && row.registration_id === declared?.registration_id,
      );
      const coverage = { status: "covered", registration } as const;
      const open = { scheme, period, registrations, coverage };
      const report = lock ?? (await computedReturn(ledger, markers, open));
      if (!report) return undefined;
      const { return_currency: currency, totals } = report;
      return { period_key, currency, minor: totals.payable_vat_minor, is_locked: Boolean(lock) };
    }),
  );
  return found.filter((amount) => amount !== undefined);
}

async function computedReturn(
  ledger: LedgerId,
  markers: PeriodMarkers,
  { scheme, period, registrations, coverage }: OpenReport,
) {
  const known = { registrations, coverage, markers };
  const computed = computeReturn((await loadReturn(ledger, { scheme, period }, known)).input);
  return computed.status === "covered" ? computed.report : undefined;
}

/** Returns all late changes that the open return which takes those of a period declares. */
async function lateAmounts(
  ledger: LedgerId,
  period_key: PeriodKey,
  { scheme, registrations, markers }: NoticeReturns,
  today: IsoDate,
): Promise<LateAmounts | undefined> {
  const { locks = [], openings = [] } = markers.get(returnPartition(scheme, period_key)) ?? {};
  const context = { scheme, registrations };
  for (const registration of registrations) {
    if (![...locks, ...openings].some((one) => one.registration_id === registration.id)) continue;
    const period = periodNamed(period_key) as Period;
    const declared = ownReturn({ ...context, period }, registration, markers);
    const open = declared && openReturnOf(declared, context, markers, today);
    if (!open || typeof open === "string") continue;
    const report = await computedReturn(ledger, markers, open);
    const changes = (report?.late_changes ?? []).filter((row) => row.vat_amount_minor !== 0);
    if (!report || changes.length === 0) continue;
    const lines = changes.map(lineOf(report.return_currency));
    return limited(report.period_key, lines);
  }
  return undefined;
}

/** Returns the changes that no return declares any more. */
async function directAmounts(
  ledger: LedgerId,
  { scheme, registrations }: NoticeReturns,
  today: IsoDate,
): Promise<LateAmounts | undefined> {
  const direct = await loadDirectDeclarations(ledger, [scheme], registrations, today);
  const lines = direct.map((row) => lineOf(row.return_currency)(row));
  return lines.length > 0 ? limited(undefined, lines) : undefined;
}

type Line = LateAmounts["lines"][number];

const lineOf =
  (currency: Line["currency"]) =>
  (row: {
    readonly original_period: PeriodKey;
    readonly member_state_of_consumption: string;
    readonly vat_amount_minor: number;
  }): Line => ({
    period_key: row.original_period,
    member_state: row.member_state_of_consumption,
    currency,
    minor: row.vat_amount_minor,
  });

const limited = (declared_in: PeriodKey | undefined, lines: readonly Line[]): LateAmounts => ({
  ...(declared_in === undefined ? {} : { declared_in }),
  lines: lines.slice(0, MOST_LINES),
  more: Math.max(0, lines.length - MOST_LINES),
});

import * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import {
  type Period,
  type PeriodKind,
  periodBefore,
  periodOn,
} from "../../core/calendar/period.ts";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import { type Registration, SchemeType } from "../../vat/seller/registration.ts";
import { type ComputedReturn, computeReturn } from "../compute/compute.ts";
import { FILING_STATUSES, filingStateOf } from "../compute/status.ts";
import { loadFindings } from "../load/load-findings.ts";
import { loadReturnUnder } from "../load/load-return.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { openingsIn } from "../locks/period-markers.ts";
import { loadLocks } from "../locks/store-locks.ts";
import { loadMarkers } from "../locks/store-markers.ts";
import { Count, Minor, State } from "../schema.ts";

export const DueReturn = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int(),
    member_state_identification: State,
    filing_due_date: Day,
    state: z
      .enum(["running", "open", "locked", "filed", "filed_elsewhere"])
      .describe("`running`: its period has not ended; `filed_elsewhere`: an opening is recorded"),
    overdue: z.boolean().describe("The due day is over, and no filing is recorded"),
    filing_status: z
      .enum(FILING_STATUSES)
      .nullable()
      .describe("Whether it can be filed as it stands; null unless it is open"),
    return_currency: z.string().nullable(),
    payable_vat_minor: Minor.nullable().describe(
      "As it was locked, else as it stands; null where it was filed elsewhere",
    ),
    waiting_event_count: Count.describe("Events that wait for a decision and are in no return"),
  })
  .meta({ id: "DueReturn" });
export type DueReturn = z.output<typeof DueReturn>;

/** A return of a period, with its lock, opening or computed return. */
export type ReturnContext = {
  readonly period: Period;
  readonly registration: Registration;
} & (
  | { readonly lock: LockedPeriod }
  | { readonly isFiledElsewhere: true }
  /** The computed return, with its over-corrections if the period has ended. */
  | { readonly drawn: ComputedReturn }
);

/** Returns the status of a return and its due day (Art. 369f, 369s VAT Directive). */
export function dueReturn(context: ReturnContext, today: IsoDate): DueReturn {
  const { period, registration } = context;
  const found = periodStatusOf(context, today);
  return {
    scheme_type: registration.scheme_type,
    period_key: period.key,
    registration_id: registration.id,
    member_state_identification: registration.member_state_identification,
    filing_due_date: period.filingDueDate,
    overdue: !found.state.startsWith("filed") && today > period.filingDueDate,
    ...found,
  };
}

type PeriodStatus = Pick<
  DueReturn,
  "state" | "filing_status" | "return_currency" | "payable_vat_minor" | "waiting_event_count"
>;

function periodStatusOf(context: ReturnContext, today: IsoDate): PeriodStatus {
  if ("lock" in context) return ofLock(context.lock);
  if (!("drawn" in context)) return FILED_ELSEWHERE;
  const { period, drawn } = context;
  const isOpen = today > period.lastDay;
  const report = drawn.status === "covered" ? drawn.report : undefined;
  return {
    state: isOpen ? "open" : "running",
    filing_status: isOpen ? filingStateOf(drawn).filing_status : null,
    return_currency: report?.return_currency ?? null,
    payable_vat_minor: report?.totals.payable_vat_minor ?? null,
    waiting_event_count: waitingIn(drawn.warnings),
  };
}

const ofLock = ({ filed, return_currency, totals, warnings }: LockedPeriod): PeriodStatus => ({
  state: filed ? "filed" : "locked",
  filing_status: null,
  return_currency,
  payable_vat_minor: totals.payable_vat_minor,
  waiting_event_count: waitingIn(warnings),
});

const FILED_ELSEWHERE: PeriodStatus = {
  state: "filed_elsewhere",
  filing_status: null,
  return_currency: null,
  payable_vat_minor: null,
  waiting_event_count: 0,
};

const waitingIn = (warnings: ComputedReturn["warnings"]): number =>
  warnings.find(({ code }) => code === "needs_review_excluded")?.count ?? 0;

/** Number of periods checked, including the running one: a year and a half, and four months. */
const RETURNS_CHECKED: Readonly<Record<PeriodKind, number>> = { quarter: 6, month: 4 };

/**
 * Loads the returns of the last periods of every scheme, under each registration that makes one, newest first in each
 * scheme. A locked return is not computed again.
 */
export async function loadDueReturns(
  account: string,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DueReturn[]> {
  const ofSchemes = await Promise.all(
    SCHEMES.map((scheme) => loadOfScheme(account, scheme, registrations, today)),
  );
  return ofSchemes.flat();
}

type Made = Pick<ReturnContext, "period" | "registration">;

async function loadOfScheme(
  account: string,
  scheme: Scheme,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DueReturn[]> {
  const made: Made[] = lastPeriods(scheme.period_kind, today).flatMap((period) =>
    inForce(registrations, scheme.id, period.firstDay, period.lastDay).map((registration) => ({
      period,
      registration,
    })),
  );
  if (made.length === 0) return [];
  const [locks, markers] = await Promise.all([
    loadLocks(account, scheme.id, made.length),
    loadMarkers(account, scheme.partitionPrefix),
  ]);
  const openings = openingsIn(markers);
  const grounds = made.map(async (one): Promise<ReturnContext> => {
    const isOfIt = (other: { readonly period_key: string; readonly registration_id: number }) =>
      other.period_key === one.period.key && other.registration_id === one.registration.id;
    const lock = locks.find(isOfIt);
    if (lock) return { ...one, lock };
    if (openings.some(isOfIt)) return { ...one, isFiledElsewhere: true };
    return { ...one, drawn: await computeAt(account, scheme, one, { registrations, today }) };
  });
  return (await Promise.all(grounds)).map((context) => dueReturn(context, today));
}

function lastPeriods(kind: PeriodKind, today: IsoDate): Period[] {
  const found = [periodOn(kind, today)];
  while (found.length < RETURNS_CHECKED[kind]) found.push(periodBefore(found.at(-1) as Period));
  return found;
}

type DueContext = { readonly registrations: readonly Registration[]; readonly today: IsoDate };

/** Computes a return. Loads over-corrections only if the period has ended, because only then can it be filed. */
async function computeAt(
  account: string,
  scheme: Scheme,
  { period, registration }: Made,
  { registrations, today }: DueContext,
) {
  const coverage = { status: "covered", registration } as const;
  const drawn = computeReturn(
    await loadReturnUnder(account, scheme, period, registrations, { coverage }),
  );
  return today > period.lastDay ? loadFindings(account, drawn, registrations) : drawn;
}

import * as z from "zod";
import { type IsoDate, monthsOf, type Period } from "../../core/calendar/dates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce, overlap } from "../../vat/seller/in-force.ts";
import type { ProfileHistory } from "../../vat/seller/profile.ts";
import {
  type Registration,
  RegistrationView,
  registrationView,
} from "../../vat/seller/registration.ts";
import { RegistrationHint, registrationHints } from "../../vat/seller/registration-rules.ts";
import type { ComputedReturn, Covered } from "../compute/compute.ts";
import { coverageOf } from "../compute/coverage.ts";
import { negativeRowCount } from "../compute/late-changes.ts";
import { questionFieldsOn } from "../compute/open-questions.ts";
import { countsIn, readinessOf, uncoveredDetail } from "../compute/status.ts";
import { assumptionIn } from "../compute/submission.ts";
import { type ComputedPeriod, lockOfPreview, wholeReturn } from "../locks/return-view.ts";
import type { ReturnRow } from "../schema.ts";
import type { WorkspaceSchemes } from "./load-workspaces.ts";
import { unresolvedOverlaps } from "./quarter-readiness.ts";
import type { ImportMonth, ImportRow } from "./schema.ts";

/** Returns the view of a monthly return in the workspaces, with its status, its gaps and its lock. */
export function monthReturn({ computed, compared }: ComputedPeriod, today: IsoDate): ImportMonth {
  const { period, warnings, checks } = computed;
  return {
    period_key: period.key,
    ...statusOf(computed, today),
    ...registrationOf(computed),
    period_ended: period.lastDay < today,
    filing_due_date: period.filingDueDate,
    ...(computed.status === "covered" ? declared(computed) : NO_RETURN),
    warnings,
    total_source_event_count: computed.total_source_event_count,
    included_source_event_count: computed.included_source_event_count,
    excluded_source_event_count: computed.excluded_source_event_count,
    checks,
    ...questionFieldsOn(computed, today),
    submission_assumption: compared ? null : assumptionIn(computed, today),
    lock: lockOfPreview(compared, wholeReturn),
  };
}

type MonthStatus = Pick<ImportMonth, "status" | "status_detail">;

/**
 * Returns the status of a month. A month without source events is a candidate for a nil return at any time (a nil
 * return is due as well, Art. 369s VAT Directive); `period_ended` says if it can be filed.
 */
function statusOf(computed: ComputedReturn, today: IsoDate): MonthStatus {
  const { scheme, period } = computed;
  if (computed.status !== "covered") {
    const detail = uncoveredDetail(computed.status, scheme, period);
    const missing = computed.status === "registration_required";
    return { status: missing ? "not_registered" : computed.status, status_detail: detail };
  }
  const { status, detail } = readinessOf(computed);
  if (status === "nil_return") return { status: "nil_return_candidate", status_detail: detail };
  if (period.lastDay >= today) {
    return { status: "open", status_detail: `${countsIn(computed)}; ${period.key} is not over.` };
  }
  return { status, status_detail: detail };
}

function registrationOf(computed: ComputedReturn) {
  if (computed.status !== "covered") return NO_REGISTRATION;
  const { registration, period } = computed;
  return {
    registration_id: registration.id,
    member_state_identification: registration.member_state_identification,
    ...coveredDays(registration, period),
  };
}

const NO_REGISTRATION = {
  registration_id: null,
  member_state_identification: null,
  covered_from: null,
  covered_to: null,
};

const coveredDays = (
  { effective_from, effective_to }: Registration,
  { firstDay, lastDay }: Period,
) => ({
  covered_from: effective_from > firstDay ? effective_from : firstDay,
  covered_to: effective_to !== undefined && effective_to < lastDay ? effective_to : lastDay,
});

const declared = ({ report, corrections_below_zero = [] }: Covered) => ({
  return_currency: report.return_currency,
  totals: report.totals,
  rows: report.rows.map(monthRow),
  corrections: report.corrections,
  balances: report.balances,
  exchange_rates: report.exchange_rates,
  late_changes: report.late_changes,
  negative_row_count: negativeRowCount(report.rows),
  corrections_below_zero: [...corrections_below_zero],
});

export const monthRow = ({
  section,
  supply_kind,
  from_member_state,
  ...row
}: ReturnRow): ImportRow => row;

const NO_RETURN = {
  return_currency: null,
  totals: null,
  rows: [],
  corrections: [],
  balances: [],
  exchange_rates: [],
  late_changes: [],
  negative_row_count: 0,
  corrections_below_zero: [],
};

const rows = {
  cleanup_required: z.boolean().describe("True if active registrations overlap: no coverage"),
  conflicting_registration_ids: z
    .array(z.int())
    .describe("Ids of registrations that overlap, or that make more than one return of the period"),
  registrations: z.array(RegistrationView).describe("Registrations in the quarter, not excluded"),
};

export const RegistrationSnapshot = z
  .strictObject({
    union_oss: z.strictObject({
      status: z.enum(["covered", "registration_required", "registration_conflict"]),
      ...rows,
    }),
    ioss: z.strictObject({
      status: z
        .enum(["covered", "partly_covered", "not_registered", "registration_conflict"])
        .describe("Coverage of the quarter; `partly_covered`: some months have no registration"),
      ...rows,
    }),
    cleanup_required: z.boolean(),
    hints: z
      .array(RegistrationHint)
      .describe(
        "Registrations in the quarter, of every scheme, that the law does not allow for the business of the profile; they stop nothing, because the profile may be wrong",
      ),
  })
  .meta({ id: "RegistrationSnapshot", description: "Coverage of a quarter by registrations" });
export type RegistrationSnapshot = z.output<typeof RegistrationSnapshot>;

/** Selects the registrations that apply to a quarter and its months. */
export function registrationSnapshot(
  registrations: readonly Registration[],
  quarter: Period,
  { quarterly, monthly }: WorkspaceSchemes,
  profile: ProfileHistory,
): RegistrationSnapshot {
  const ofQuarter = rowsOf(registrations, quarterly, [quarter]);
  const ofMonths = rowsOf(registrations, monthly, monthsOf(quarter));
  return {
    union_oss: {
      status: coverageOf(quarterly, registrations, quarter).status,
      ...ofQuarter,
    },
    ioss: { status: monthsStatus(registrations, monthly, monthsOf(quarter)), ...ofMonths },
    cleanup_required: ofQuarter.cleanup_required || ofMonths.cleanup_required,
    hints: registrationHints(registrations, profile, {
      from: quarter.firstDay,
      to: quarter.lastDay,
    }),
  };
}

function rowsOf(
  registrations: readonly Registration[],
  { id: scheme }: Scheme,
  periods: readonly Period[],
) {
  const overlapping = unresolvedOverlaps(registrations, scheme);
  const competing = periods
    .map(({ firstDay, lastDay }) => inForce(registrations, scheme, firstDay, lastDay))
    .filter((activeRegistrations) => activeRegistrations.length > 1)
    .flatMap((activeRegistrations) => activeRegistrations.map(({ id }) => id));
  return {
    cleanup_required: overlapping.length > 0,
    conflicting_registration_ids: [...new Set([...overlapping, ...competing])].sort(
      (a, b) => a - b,
    ),
    registrations: registrations
      .filter(
        (row) =>
          row.scheme_type === scheme &&
          row.status !== "excluded" &&
          periods.some((days) =>
            overlap(row, { effective_from: days.firstDay, effective_to: days.lastDay }),
          ),
      )
      .map(registrationView),
  };
}

function monthsStatus(
  registrations: readonly Registration[],
  scheme: Scheme,
  months: readonly Period[],
) {
  const statuses = months.map((month) => coverageOf(scheme, registrations, month).status);
  if (statuses.includes("registration_conflict")) return "registration_conflict" as const;
  if (!statuses.includes("covered")) return "not_registered" as const;
  return statuses.includes("registration_required")
    ? ("partly_covered" as const)
    : ("covered" as const);
}

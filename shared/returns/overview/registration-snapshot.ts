import * as z from "zod";
import { monthsOf, type Period } from "../../core/calendar/period.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce, overlap } from "../../vat/seller/in-force.ts";
import type { ProfileHistory } from "../../vat/seller/profile.ts";
import { Registration } from "../../vat/seller/registration.ts";
import { RegistrationHint, registrationHints } from "../../vat/seller/registration-hints.ts";
import { coverageOf } from "../compute/coverage.ts";
import { unresolvedOverlaps } from "./quarter-readiness.ts";
import type { WorkspaceSchemes } from "./workspace-schemes.ts";

const rows = {
  cleanup_required: z.boolean().describe("Active registrations overlap and are no coverage yet"),
  conflicting_registration_ids: z
    .array(z.int())
    .describe("Rows that overlap, or that make more than one return of the period"),
  registrations: z.array(Registration).describe("Rows in the quarter that are not excluded"),
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
        .describe("partly_covered: some months of the quarter have no registration"),
      ...rows,
    }),
    cleanup_required: z.boolean(),
    hints: z
      .array(RegistrationHint)
      .describe(
        "Registrations in the quarter, of every scheme, that the law does not allow for the business of the profile; they stop nothing, because the profile may be wrong",
      ),
  })
  .meta({ id: "RegistrationSnapshot", description: "How registrations cover a quarter" });
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
    .filter((making) => making.length > 1)
    .flatMap((making) => making.map(({ id }) => id));
  return {
    cleanup_required: overlapping.length > 0,
    conflicting_registration_ids: [...new Set([...overlapping, ...competing])].sort(
      (a, b) => a - b,
    ),
    registrations: registrations.filter(
      (row) =>
        row.scheme_type === scheme &&
        row.status !== "excluded" &&
        periods.some((days) =>
          overlap(row, { effective_from: days.firstDay, effective_to: days.lastDay }),
        ),
    ),
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

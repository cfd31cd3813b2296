import * as z from "zod";
import { type Month, monthsOf } from "../calendar/month.ts";
import type { Quarter } from "../calendar/quarter.ts";
import { inForce } from "../registrations/in-force.ts";
import { Registration, type SchemeType } from "../registrations/registration.ts";
import { overlap } from "../registrations/windows.ts";
import { importCoverage } from "../returns/import-coverage.ts";
import { unresolvedOverlaps } from "./scheme-coverage.ts";

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
  })
  .meta({ id: "RegistrationSnapshot", description: "How registrations cover a quarter" });
export type RegistrationSnapshot = z.output<typeof RegistrationSnapshot>;

/** Which of the account's registrations make the returns of a quarter and of its months. */
export function registrationSnapshot(
  registrations: readonly Registration[],
  quarter: Quarter,
): RegistrationSnapshot {
  const union = rowsOf(registrations, "union_oss", [quarter]);
  const imports = rowsOf(registrations, "ioss", monthsOf(quarter));
  const { firstDay, lastDay } = quarter;
  const making = inForce(registrations, "union_oss", firstDay, lastDay).length;
  return {
    union_oss: {
      status:
        making === 0 ? "registration_required" : making > 1 ? "registration_conflict" : "covered",
      ...union,
    },
    ioss: { status: importStatus(registrations, monthsOf(quarter)), ...imports },
    cleanup_required: union.cleanup_required || imports.cleanup_required,
  };
}

type Days = Pick<Month, "firstDay" | "lastDay">;

function rowsOf(
  registrations: readonly Registration[],
  scheme: SchemeType,
  periods: readonly Days[],
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

function importStatus(registrations: readonly Registration[], months: readonly Month[]) {
  const statuses = months.map((month) => importCoverage(registrations, month).status);
  if (statuses.includes("registration_conflict")) return "registration_conflict" as const;
  if (!statuses.includes("covered")) return "not_registered" as const;
  return statuses.includes("not_registered") ? ("partly_covered" as const) : ("covered" as const);
}

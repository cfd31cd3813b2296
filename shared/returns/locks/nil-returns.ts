import * as z from "zod";
import { type Period, periodNamed } from "../../core/calendar/period.ts";
import { PeriodKey } from "../../core/calendar/schema.ts";
import { DomainError, rejectFaulty } from "../../core/errors/errors.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { readinessOf } from "../compute/status.ts";
import { kindFaults } from "../path-schema.ts";

/** Maximum number of nil returns of one request: six years of quarters, two of months. */
const MOST_PERIODS = 24;

/** Body of POST /v1/returns/{scheme}/nil-returns. */
export const NilReturnsRequest = z
  .strictObject({
    period_keys: z
      .array(PeriodKey)
      .min(1)
      .max(MOST_PERIODS)
      .describe("The periods without supplies, in any order; at most 24"),
    registration_id: z
      .int()
      .positive()
      .optional()
      .describe("Needed where two registrations follow one another in a period"),
  })
  .meta({ id: "NilReturnsRequest" });
export type NilReturnsRequest = z.output<typeof NilReturnsRequest>;

const NilReturnResult = z
  .strictObject({
    period_key: PeriodKey,
    result: z
      .enum(["locked", "unchanged", "rejected"])
      .describe("`unchanged`: the period was locked before, whatever its return declares"),
    error: z
      .string()
      .nullable()
      .describe(
        "The error code of a rejected return; `return_not_ready` if it is not a nil return",
      ),
    message: z.string().nullable(),
    entry_sheet: z
      .string()
      .nullable()
      .describe("The path of the lines to type into the portal; null for a rejected return"),
  })
  .meta({ id: "NilReturnResult" });
export type NilReturnResult = z.output<typeof NilReturnResult>;

/** Response of POST /v1/returns/{scheme}/nil-returns. */
export const NilReturnResults = z
  .strictObject({ items: z.array(NilReturnResult).describe("Of each period, the oldest first") })
  .meta({ id: "NilReturnResults" });

/**
 * Returns the requested periods, the oldest first.
 * @throws DomainError `invalid_request` for a period that does not exist in the scheme, or is named twice
 */
export function requestedPeriods(scheme: Scheme, keys: readonly string[]): Period[] {
  const periods = keys.map((key) => periodNamed(key));
  rejectFaulty(
    periods.flatMap((period, n) => {
      const field = `period_keys.${n}`;
      if (!period) return [{ field, message: "must look like 2026-Q3 or 2026-09" }];
      if (keys.indexOf(period.key) < n) return [{ field, message: "is named twice" }];
      return kindFaults(scheme, period).map(({ message }) => ({ field, message }));
    }),
  );
  return periods
    .flatMap((period) => period ?? [])
    .sort((one, other) => (one.firstDay < other.firstDay ? -1 : 1));
}

/**
 * Rejects a return that is not a nil return.
 * @throws DomainError `return_not_ready`
 */
export function requireNilReturn(drawn: ComputedReturn): void {
  const { status, detail } = readinessOf(drawn);
  if (status === "nil_return") return;
  throw new DomainError("return_not_ready", `${drawn.period.key} is not a nil return: ${detail}`);
}

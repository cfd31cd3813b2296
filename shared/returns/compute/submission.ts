import * as z from "zod";
import type { IsoDate, Period } from "../../core/calendar/dates.ts";
import { jsonInteger } from "../../core/money/money.ts";
import { spellOf } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { Count } from "../schema.ts";
import { isDatedAfter, isFiledElsewhere } from "./assign-sums.ts";
import type { ComputedReturn } from "./compute.ts";

/**
 * The assumption that views make of a final return after its due day, while it is neither locked nor filed elsewhere.
 * Whether it was submitted decides where later corrections go (Art. 61a(1) CIR 282/2011), and no other return corrects
 * them.
 */
export const SubmissionAssumption = z
  .strictObject({
    assumes: z.literal("not_submitted").describe("State that the view takes the return to be in"),
    later_correction_count: Count.nullable().describe(
      "Number of corrections in the return that are dated after its due day; null where it is not computed",
    ),
    message: z.string().describe("The assumption in words, and how to say otherwise"),
  })
  .meta({ id: "SubmissionAssumption" });
export type SubmissionAssumption = z.output<typeof SubmissionAssumption>;

/** The field of views of a return that may have to assume its submission. */
export const submissionField = {
  submission_assumption: SubmissionAssumption.nullable().describe(
    "Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns",
  ),
};

type MadeReturn = { readonly period: Period; readonly registration: Registration };

/** True if the registrations that a return belongs to end in its period. */
const isFinal = (
  { period, registration }: MadeReturn,
  registrations: readonly Registration[],
): boolean => {
  const { effective_to } = spellOf(registrations, registration);
  return effective_to !== undefined && effective_to <= period.lastDay;
};

/** Returns the assumption about a return that is neither locked nor filed elsewhere; null if none is needed. */
export function assumptionOf(
  made: MadeReturn & { readonly registrations: readonly Registration[] },
  today: IsoDate,
  later_correction_count: number | null = null,
): SubmissionAssumption | null {
  const { key, filingDueDate } = made.period;
  if (today <= filingDueDate || !isFinal(made, made.registrations)) return null;
  const count = later_correction_count ?? 0;
  const declares = count > 0 ? `, and has corrections dated after that day in it: ${count}` : "";
  const message = `The return of ${key} is the last one of its registration. It was due on ${filingDueDate}, and neither a lock nor a day of submission is recorded: this view assumes that it is not submitted yet${declares}. If it was submitted, lock it with submitted_on: corrections dated later then go directly to the Member States of consumption (Art. 61a CIR 282/2011)`;
  return { assumes: "not_submitted", later_correction_count, message };
}

/** Returns the assumption about a computed return without a lock; null if none is needed. */
export function assumptionIn(
  computed: ComputedReturn,
  today: IsoDate,
): SubmissionAssumption | null {
  if (computed.status !== "covered" || isFiledElsewhere(computed.input)) return null;
  const { period, registration, sorted, input } = computed;
  const count = [...sorted.lines, ...sorted.corrections]
    .filter(({ key }) => isDatedAfter(key, period.filingDueDate))
    .reduce((sum, one) => sum + one.count, 0n);
  const made = { period, registration, registrations: input.registrations };
  return assumptionOf(made, today, jsonInteger(count));
}

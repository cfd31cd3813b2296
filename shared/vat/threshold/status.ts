import type * as z from "zod";
import { checkTurnover } from "./check.ts";
import type { ThresholdStatus } from "./schema.ts";
import type { ThresholdInput } from "./threshold-input.ts";

/** The threshold status of an account: the one check over the year to date, which `input` spans. */
export function thresholdStatus(input: ThresholdInput): z.output<typeof ThresholdStatus> {
  const check = checkTurnover(input);
  const { eur_only, converted_currencies, unconverted_currencies, disclaimer } = check;
  return {
    checks: [check],
    period: input.range,
    eur_only,
    converted_currencies,
    unconverted_currencies,
    disclaimer,
  };
}

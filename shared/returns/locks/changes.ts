import * as z from "zod";
import type { Return } from "../schema.ts";
import { CountryAmounts, type LockedPeriod } from "./locked-period.ts";
import { countryAmounts } from "./snapshot.ts";

/** A signed difference: the current amount minus the frozen amount. */
const Difference = z.int().describe("Today's amount less the locked one, in minor units");

const AMOUNTS = [
  "taxable_minor",
  "current_vat_minor",
  "correction_vat_minor",
  "payable_vat_minor",
] as const;

export const ChangedSinceLock = z
  .strictObject({
    changed: z.boolean().describe("True if today's preview would declare anything else"),
    source_event_count_difference: z.int(),
    totals: z.strictObject({
      taxable_minor: Difference,
      current_vat_minor: Difference,
      correction_vat_minor: Difference,
      payable_vat_minor: Difference,
    }),
    member_states: z
      .array(CountryAmounts)
      .describe("Differences of each Member State of consumption that has one"),
  })
  .meta({ id: "ChangedSinceLock", description: "Difference of today's preview and the lock" });
export type ChangedSinceLock = z.output<typeof ChangedSinceLock>;

/**
 * Returns the changes of the current return since the lock, which a later return has to correct. Null if the two cannot
 * be compared, because there is no current return or it is in another currency. `contentSha256` hashes the
 * frozenContent of a return: two returns with equal totals may still differ in a rate or a section.
 */
export function changesSince(
  lock: LockedPeriod,
  today: Return | undefined,
  contentSha256: (report: Return) => string,
): ChangedSinceLock | null {
  if (today?.return_currency !== lock.return_currency) return null;
  return {
    changed: contentSha256(today) !== lock.content_sha256,
    source_event_count_difference: today.total_source_event_count - lock.total_source_event_count,
    totals: difference(today.totals, lock.totals),
    member_states: countryDifferences(countryAmounts(today), lock.countries),
  };
}

type ChangeAmounts = Readonly<Record<(typeof AMOUNTS)[number], number>>;

const difference = (
  today: ChangeAmounts,
  frozen: ChangeAmounts,
): { -readonly [K in keyof ChangeAmounts]: number } => ({
  taxable_minor: today.taxable_minor - frozen.taxable_minor,
  current_vat_minor: today.current_vat_minor - frozen.current_vat_minor,
  correction_vat_minor: today.correction_vat_minor - frozen.correction_vat_minor,
  payable_vat_minor: today.payable_vat_minor - frozen.payable_vat_minor,
});

const NOTHING: ChangeAmounts = {
  taxable_minor: 0,
  current_vat_minor: 0,
  correction_vat_minor: 0,
  payable_vat_minor: 0,
};

function countryDifferences(
  today: readonly CountryAmounts[],
  frozen: readonly CountryAmounts[],
): CountryAmounts[] {
  const of = (countries: readonly CountryAmounts[], state: string): ChangeAmounts =>
    countries.find((country) => country.member_state_of_consumption === state) ?? NOTHING;
  const states = new Set([...today, ...frozen].map((part) => part.member_state_of_consumption));
  return [...states]
    .sort()
    .map((member_state_of_consumption) => ({
      member_state_of_consumption,
      ...difference(
        of(today, member_state_of_consumption),
        of(frozen, member_state_of_consumption),
      ),
    }))
    .filter((part) => AMOUNTS.some((amount) => part[amount] !== 0));
}

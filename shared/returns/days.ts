import type { IsoDate } from "../calendar/iso-date.ts";
import { periodNamed } from "../calendar/period.ts";
import { bookOf, countedAs, tallyEntries } from "../ledger/tally-entries.ts";
import type { Registration } from "../registrations/registration.ts";
import type { Scheme } from "../schemes/scheme.ts";
import type { LedgerEvent } from "../schemes/supply-event.ts";
import type { WarningCode } from "../schemes/warnings.ts";
import { mergeShards, type Tally } from "../tallies/tally.ts";
import { excludedKey, parseReturnKey } from "../tallies/tally-key.ts";
import { extentOf, isRegisteredOn } from "./coverage.ts";
import { exclusionIn, type ReturnRules } from "./sort-sums.ts";

/** What a registration's days decide on: the event's own day, and of a correction that of its sale. */
type Dated = {
  readonly supply_date: IsoDate;
  readonly link?:
    | { readonly status: string; readonly supply_date?: IsoDate | undefined }
    | undefined;
};

type DayRules = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
};

const OUTSIDE = excludedKey("outside_registration_window_excluded");

/**
 * The sum of its period that an event is in, once registrations are looked at. What lies outside
 * their days belongs elsewhere. A correction goes where its sale has gone: what was never declared
 * in the scheme needs no repair in it.
 */
export function keyWithin(
  counted_as: string,
  { supply_date, link }: Dated,
  { scheme, registrations }: DayRules,
): string {
  if (!scheme.binds_days || parseReturnKey(counted_as).family === "excluded") return counted_as;
  const days = link?.supply_date ? [supply_date, link.supply_date] : [supply_date];
  return days.every((day) => isRegisteredOn(scheme, registrations, day)) ? counted_as : OUTSIDE;
}

/** Why the period's return leaves an event out, looked at by itself; undefined where it is in. */
export const exclusionOfEvent = (
  event: Dated & { readonly counted_as: string },
  rules: ReturnRules,
): WarningCode | undefined =>
  exclusionIn(parseReturnKey(keyWithin(event.counted_as, event, rules)), rules);

/**
 * Whether the kept sums of a period do not tell which of its events lie in a registration: one that
 * begins or ends within the period, or within that of a sale that is corrected in it.
 */
export function needsEvents(
  tallies: readonly Tally[],
  rules: DayRules & Pick<ReturnRules, "period" | "coverage">,
): boolean {
  const { scheme, registrations, period, coverage } = rules;
  if (!scheme.binds_days || coverage.status !== "covered") return false;
  const corrected = tallies.flatMap(({ key }) => {
    const parsed = parseReturnKey(key);
    return parsed.family === "correction" ? [parsed.original_period] : [];
  });
  const periods = [period, ...[...new Set(corrected)].map(periodNamed)];
  return periods.some(
    (one) => one !== undefined && extentOf(scheme, registrations, one) === "part",
  );
}

/** The sums of a period's supplies, made from the events themselves. */
export function talliesWithin(events: readonly LedgerEvent[], rules: DayRules): Tally[] {
  const entries = events.filter(rules.scheme.takes).flatMap((event) => {
    const counted_as = countedAs(event);
    const own = bookOf(event);
    return tallyEntries(event)
      .filter(({ book }) => book === own)
      .map(({ key, amounts }) => ({
        key: key === counted_as ? keyWithin(key, event, rules) : key,
        amounts: exact(amounts),
      }));
  });
  return mergeShards(entries);
}

const exact = (amounts: Readonly<Record<string, number>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, BigInt(amount)]));

import type { IsoDate } from "../calendar/iso-date.ts";
import { monthOf } from "../calendar/month.ts";
import { countedAs, tallyEntries } from "../ledger/tally-entries.ts";
import type { Registration } from "../registrations/registration.ts";
import type { ImportWarningCode } from "../schemes/import-warnings.ts";
import { isImport, type LedgerEvent, periodOf } from "../schemes/supply-event.ts";
import { mergeShards, type Tally } from "../tallies/tally.ts";
import { excludedKey, parseImportKey } from "../tallies/tally-key.ts";
import { extentOf, importCoverage, isRegisteredOn } from "./import-coverage.ts";
import { exclusionIn, type ImportRules } from "./sort-month.ts";

/** What a registration's days decide on: the event's own day, and of a correction that of its sale. */
export type Dated = {
  readonly supply_date: IsoDate;
  readonly link?:
    | { readonly status: string; readonly supply_date?: IsoDate | undefined }
    | undefined;
};

const OUTSIDE = excludedKey("outside_registration_window_excluded");

/**
 * The sum of its month that an event is in, once registrations are looked at. What lies outside
 * their days is taxed at importation. A correction goes where its sale has gone: what was never
 * declared in the scheme needs no repair in it.
 */
export function keyWithin(
  counted_as: string,
  { supply_date, link }: Dated,
  registrations: readonly Registration[],
): string {
  if (parseImportKey(counted_as).family === "excluded") return counted_as;
  const days = link?.supply_date ? [supply_date, link.supply_date] : [supply_date];
  return days.every((day) => isRegisteredOn(registrations, day)) ? counted_as : OUTSIDE;
}

/** Why the month's return leaves an event out, looked at by itself; undefined where it is in. */
export const exclusionOfEvent = (
  event: Dated & { readonly counted_as: string },
  rules: ImportRules,
): ImportWarningCode | undefined =>
  exclusionIn(parseImportKey(keyWithin(event.counted_as, event, rules.registrations)), rules);

/**
 * Whether the kept sums of a month do not tell which of its events lie in a registration: one that
 * begins or ends within the month, or within the month of a sale that is corrected in it.
 */
export function needsEvents(
  tallies: readonly Tally[],
  { month, registrations }: Pick<ImportRules, "month" | "registrations">,
): boolean {
  if (importCoverage(registrations, month).status !== "covered") return false;
  const corrected = tallies.flatMap(({ key }) => {
    const parsed = parseImportKey(key);
    return parsed.family === "correction" ? [parsed.original_period] : [];
  });
  const months = [month, ...[...new Set(corrected)].map(monthOf)];
  return months.some((one) => one !== undefined && extentOf(registrations, one) === "part");
}

/** The sums of a month's imports, made from the events themselves. */
export function talliesWithin(
  events: readonly LedgerEvent[],
  registrations: readonly Registration[],
): Tally[] {
  const entries = events.filter(isImport).flatMap((event) => {
    const counted_as = countedAs(event);
    return tallyEntries(event)
      .filter(({ period }) => period === periodOf(event))
      .map(({ key, amounts }) => ({
        key: key === counted_as ? keyWithin(key, event, registrations) : key,
        amounts: exact(amounts),
      }));
  });
  return mergeShards(entries);
}

const exact = (amounts: Readonly<Record<string, number>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, BigInt(amount)]));

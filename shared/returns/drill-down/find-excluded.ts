import { monthsOf } from "../../core/calendar/month.ts";
import { type Period, periodNamed } from "../../core/calendar/period.ts";
import type { Filtered } from "../../ledger/events/listing.ts";
import { loadRegistrations } from "../../ledger/settings/registrations.ts";
import { parseReturnKey, returnBook } from "../../ledger/sums/sum-key.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { exclusionOfSum, isOfOtherRegistration } from "../compute/assign-sums.ts";
import { loadReturnRules } from "../load/load-return.ts";

type IsExcluded = (event: Filtered) => boolean;

/**
 * Tells the events that the returns of a period exclude as `code`, those included that only a return
 * can exclude: for a missing exchange rate, as a service taxed in the Member State of identification,
 * outside a registration. A quarter is of the quarterly schemes and of three months of the monthly
 * one, a month of the monthly one alone. Without a period nothing is excluded by a return.
 */
export async function findExcluded(
  account: string,
  key: string | undefined,
  code: string | undefined,
): Promise<IsExcluded> {
  const asked = periodNamed(key ?? "");
  const warning = WARNING_CODES.find((one) => one === code);
  if (!asked || !warning) return () => false;
  const { items } = await loadRegistrations(account);
  const parts = SCHEMES.filter((scheme) => scheme.found_by_returns.has(warning)).flatMap((scheme) =>
    periodsIn(asked, scheme).map((period) => ({ scheme, period })),
  );
  const rules = await Promise.all(
    parts.map(({ scheme, period }) => loadReturnRules(account, scheme, period, items)),
  );
  const byBook = new Map(rules.map((one) => [returnBook(one.scheme, one.period.key), one]));
  return ({ counted_in, counted_as }) => {
    const own = byBook.get(counted_in);
    const key = parseReturnKey(counted_as);
    return (
      own !== undefined &&
      key.family !== "check" &&
      !isOfOtherRegistration(key.segment, own) &&
      exclusionOfSum(key, own) === code
    );
  };
}

/** The periods of a scheme that the returns of `asked` are of. */
function periodsIn(asked: Period, { period_kind }: Scheme): readonly Period[] {
  if (asked.kind === period_kind) return [asked];
  return asked.kind === "quarter" ? monthsOf(asked) : [];
}

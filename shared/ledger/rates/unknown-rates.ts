import { accountPages } from "../../accounts/store-accounts.ts";
import { dayOf } from "../../core/calendar/iso-date.ts";
import { periodBefore, periodOn } from "../../core/calendar/period.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { loadCheckCount } from "../sums/store-sums.ts";
import { returnPartition } from "../sums/sum-key.ts";

/** Number of sales at unknown rates from which an account counts: fewer are slips of its own. */
const MANY_SALES = 20;

/** Number of such accounts from which the catalogue is in doubt, and not the accounts. */
const MANY_ACCOUNTS = 3;

/** An account with many sales at rates that the catalogue does not know. */
type UnknownRates = { readonly account: string; readonly sales: number };

/** Lists the accounts with many sales at unknown rates in the present period of a scheme and the one before. */
export async function* unknownRates(now: Date): AsyncGenerator<UnknownRates> {
  const partitions = SCHEMES.flatMap((scheme) => {
    const present = periodOn(scheme.period_kind, dayOf(now));
    return [present, periodBefore(present)].map(({ key }) => returnPartition(scheme, key));
  });
  for await (const accounts of accountPages()) {
    for (const account of accounts) {
      const counts = await Promise.all(
        partitions.map((one) => loadCheckCount(account, one, "rate_not_in_force")),
      );
      const sales = counts.reduce((sum, count) => sum + count, 0);
      if (sales >= MANY_SALES) yield { account, sales };
    }
  }
}

/** Counts these accounts; 0 while they are too few to doubt the catalogue. */
export async function countUnknownRates(now: Date): Promise<number> {
  let count = 0;
  for await (const _ of unknownRates(now)) count += 1;
  return count < MANY_ACCOUNTS ? 0 : count;
}

import type { Period } from "../calendar/period.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import type { Registrations } from "../registrations/registration.ts";
import { registrationsKey } from "../table/keys.ts";
import { getTogether } from "./batch-get.ts";
import { periodRatesIn, periodRatesKey } from "./exchange-rates.ts";
import { registrationsIn } from "./registrations.ts";

/** What the return of a period is drawn by, beside its sums. */
type ReturnGround = { readonly registrations: Registrations; readonly rates: PeriodRates };

/** Reads it strongly, in one call (docs/decisions/0214). */
export async function loadReturnGround(account: string, period: Period): Promise<ReturnGround> {
  const [ofAccount, ofPeriod] = [registrationsKey(account), periodRatesKey(period)];
  const found = await getTogether([ofAccount, ofPeriod]);
  return {
    registrations: registrationsIn(found(ofAccount)),
    rates: periodRatesIn(period, found(ofPeriod)),
  };
}

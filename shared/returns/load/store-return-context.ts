import type { Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { registrationsIn } from "../../ledger/settings/store-settings.ts";
import { getTogether } from "../../platform/dynamodb/client.ts";
import { registrationsKey } from "../../platform/table/keys.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import { periodRatesIn, periodRatesKey } from "../../vat/exchange-rates/store-exchange-rates.ts";
import type { Registrations } from "../../vat/seller/registration.ts";

/** The settings that the return of a period is computed from, apart from its sums. */
type ReturnContext = {
  readonly registrations: Registrations["items"];
  readonly rates: PeriodRates;
};

/** Reads the context strongly consistent, in one call (docs/decisions/0214). */
export async function loadReturnContext(ledger: LedgerId, period: Period): Promise<ReturnContext> {
  const [ofAccount, ofPeriod] = [registrationsKey(ledger), periodRatesKey(period)];
  const found = await getTogether([ofAccount, ofPeriod]);
  return {
    registrations: registrationsIn(found(ofAccount)).items,
    rates: periodRatesIn(period, found(ofPeriod)),
  };
}

import * as z from "zod";
import type { PeriodKey } from "../../core/ids.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { type Exact, exactString } from "../../core/money/money.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { signedAmounts } from "../../ledger/events/links.ts";
import { SupplyEventList } from "../../ledger/events/listing.ts";
import { SupplyEventResponse } from "../../ledger/events/schema.ts";
import { RecountPending } from "../../ledger/recount/recount-view.ts";
import { parseReturnKey } from "../../ledger/sums/sum.ts";
import { quoteFor } from "../../vat/exchange-rates/period-rates.ts";
import { isDatedAfter, type ReturnRules } from "../compute/assign-sums.ts";
import { exactAmounts, rateOf } from "../compute/conversion.ts";
import { returnCurrencyOf } from "../compute/coverage.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { UsedRate } from "../schema.ts";
import { placedIn } from "./drill-down.ts";
import { SourceFigure } from "./figure.ts";

export const Contribution = z
  .strictObject({
    taxable_amount: z.string().describe("Signed amount in major units, with four decimals"),
    vat_amount: z.string().describe("Signed VAT in major units, with four decimals"),
    currency: KnownCurrency.describe("Currency of the return"),
    exchange_rates: z
      .array(UsedRate)
      .describe("Rates of the conversion, of the period that is corrected; empty without one"),
  })
  .meta({
    id: "ContributionToReturn",
    description:
      "Contribution of an event to the return, in the return's currency and not rounded; with `late`, its change of the declared return",
  });
type Contribution = z.output<typeof Contribution>;

const SourceEvent = SupplyEventResponse.extend({
  in_return: Contribution.nullable().describe("Contribution to the return; null if left out"),
  after_lock: z
    .boolean()
    .describe(
      "True if the event came, or was reclassified, after the lock of this return, or corrects a last return after the stated submission",
    ),
}).meta({ id: "SourceEvent" });

export const SourceEventList = SupplyEventList.extend({
  items: z.array(SourceEvent),
  figure: SourceFigure.nullable().describe(
    "Count and sum of all events of the list; null on pages after the first",
  ),
  recount_pending: RecountPending.nullable().describe(
    "Recount that may still change the figure; null if none is running, and on pages after the first",
  ),
}).meta({ id: "SourceEventList" });

/** Returns what an event contributes to a return; null if the return leaves it out. */
export function contributionOf(event: EventRecord, rules: ReturnRules): Contribution | null {
  const [place] = event.entries;
  const counted = place && { counted_in: place.partition, counted_as: place.key };
  if (!counted || placedIn(counted, rules)?.part === undefined) return null;
  const key = parseReturnKey(counted.counted_as);
  const period = key.family === "correction" ? key.original_period : rules.period.key;
  return convertedAt(period, event, rules, 1n);
}

/** Converts the amounts of an event at the rates of a period; null without one of them. */
export function convertedAt(
  period: PeriodKey,
  event: EventRecord,
  rules: ReturnRules,
  sign: 1n | -1n,
): Contribution | null {
  const currency = returnCurrencyOf(rules);
  const rates = rules.rates.get(period);
  const converted = event.currency === currency ? [] : [event.currency, currency];
  if (!currency || !rates || converted.some((code) => !code || !quoteFor(rates, code))) return null;
  const { taxable, vat } = signedAmounts(event);
  const booked = {
    taxable: sign * BigInt(taxable),
    vat: sign * BigInt(vat),
    currency: event.currency,
  };
  const exact = exactAmounts([booked], rates, currency);
  const text = (amount: Exact) => exactString(amount, currency);
  return {
    taxable_amount: text(exact.taxable),
    vat_amount: text(exact.vat),
    currency,
    exchange_rates: converted.flatMap((code) => (code ? rateOf(period, code, rules.rates) : [])),
  };
}

/** True if an event was committed or reclassified after a lock, or corrects its return after the stated submission. */
export const isAfterLock = (
  { committed_at, moved_at = "", classification_history, entries }: EventRecord,
  { locked_at, submitted_on }: Pick<LockedPeriod, "locked_at" | "submitted_on">,
): boolean =>
  [committed_at, moved_at, ...classification_history.map(({ at }) => at)].some(
    (at) => at > locked_at,
  ) || entries.slice(0, 1).some(({ key }) => isDatedAfter(key, submitted_on));

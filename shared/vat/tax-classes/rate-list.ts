import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { NextCursor, pageOfAll, wholeListQuery } from "../../core/input/pagination.ts";
import { toIsoCode, toReportCode } from "../reference-data/member-states.ts";
import {
  Accepted,
  acceptedView,
  type RateCatalogue,
  RatesUsed,
  ratesUsed,
} from "../reference-data/vat-rates.ts";
import { TAX_CLASSES } from "./catalogue.ts";
import { RATED_STATES, windowsOf } from "./class-rates.ts";
import { apiRate } from "./rate-notes.ts";
import { At, ClassRate, RequestedCountry, RequestedForm } from "./schema.ts";

const LIST = "tax-rates";

export const RateQuery = wholeListQuery(LIST).extend({
  country: RequestedCountry.optional(),
  tax_class_id: z.string().optional().describe("A class of `GET /v1/tax-classes`"),
  from: At.optional().describe("First day of the requested range; today unless given"),
  to: At.optional().describe("Last day of the requested range; `from` unless given"),
  form: RequestedForm.optional(),
});
export type RateQuery = Readonly<z.output<typeof RateQuery>>;

const RateRow = ClassRate.extend({
  tax_class_id: z.string(),
  accepted: Accepted.nullable().describe(
    "The decision of an operator that the rate comes from; null for a rate that is built in",
  ),
}).meta({ id: "TaxRate" });

export const RateList = z
  .strictObject({ items: z.array(RateRow), next_cursor: NextCursor, ...RatesUsed.shape })
  .meta({ id: "TaxRateList" });
type RateList = z.output<typeof RateList>;

/** Lists the rates in force at some time within the requested days, by country, class and first day. */
export function listRates(
  { country, tax_class_id, from, to = from, form, ...paging }: Partial<RateQuery>,
  today: IsoDate,
  rates: RateCatalogue,
): RateList {
  const [first, last] = [from ?? today, to ?? today];
  const states =
    country === undefined
      ? RATED_STATES
      : RATED_STATES.filter((ratedState) => ratedState === toReportCode(country));
  const classes = TAX_CLASSES.filter(({ id }) => tax_class_id === undefined || id === tax_class_id);
  const byIso = states.toSorted((a, b) => (toIsoCode(a) < toIsoCode(b) ? -1 : 1));
  const items = byIso.flatMap((state) =>
    classes.flatMap(({ id }) =>
      windowsOf(id, state, rates, form)
        .filter(({ valid_from, valid_to }) => valid_from <= last && (valid_to ?? last) >= first)
        .map((window) => ({
          tax_class_id: id,
          ...apiRate(id, state, window),
          ...(country === undefined ? {} : { country }),
          accepted: acceptedView(window.accepted),
        }))
        .reverse(),
    ),
  );
  const page = pageOfAll(LIST, items, paging, {
    idOf: (row) => `${row.country} ${row.tax_class_id} ${row.valid_from}`,
    view: (row) => row,
  });
  return { ...page, ...ratesUsed(rates) };
}

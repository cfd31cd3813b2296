import * as z from "zod";
import { dayOf, type IsoDate } from "../core/calendar/dates.ts";
import { toIsoCode } from "../vat/reference-data/member-states.ts";
import type { Form, RateCatalogue } from "../vat/reference-data/vat-rates.ts";
import { TAX_CLASSES } from "../vat/tax-classes/catalogue.ts";
import { classRateOn, RATED_STATES } from "../vat/tax-classes/class-rates.ts";

/** A rate of a class that is another one than webhooks were last told of; null where there is none. */
const RateChange = z.object({
  country: z.string(),
  tax_class_id: z.string(),
  form: z.enum(["physical", "electronic"]),
  rate_bps: z.int().nullable(),
  former_rate_bps: z.int().nullable(),
});
type RateChange = Readonly<z.output<typeof RateChange>>;

/** The rates in force when the service last looked, and the changes whose telling has begun. */
export const RatesTold = z.object({
  version: z.int(),
  /** Basis points by state, class and form: `DE books physical`. */
  rates: z.record(z.string(), z.int()),
  telling: z
    .object({
      at: z.iso.datetime(),
      rates_version: z.string(),
      changes: z.array(RateChange).readonly(),
    })
    .optional(),
});
export type RatesTold = Readonly<z.output<typeof RatesTold>>;

export const NOTHING_TOLD: RatesTold = { version: 0, rates: {} };

const FORMS: readonly Form[] = ["physical", "electronic"];

function ratesInForceOn(day: IsoDate, catalogue: RateCatalogue): RatesTold["rates"] {
  const entries = [...RATED_STATES, "XI"].flatMap((state) =>
    TAX_CLASSES.flatMap(({ id }) =>
      FORMS.flatMap((form) => {
        const rate = classRateOn(id, state, day, catalogue, form);
        return rate ? [[`${state} ${id} ${form}`, rate.rate_bps] as const] : [];
      }),
    ),
  );
  return Object.fromEntries(entries);
}

/**
 * Returns what there is to tell now. A telling that was interrupted goes on. The first look has nothing to compare
 * with, and tells nothing.
 */
export function withChanges(seen: RatesTold, catalogue: RateCatalogue, now: Date): RatesTold {
  if (seen.telling) return seen;
  const rates = ratesInForceOn(dayOf(now), catalogue);
  const changes = seen.version === 0 ? [] : changesBetween(seen.rates, rates);
  if (changes.length === 0 && seen.version > 0) return seen;
  const telling = { at: now.toISOString(), rates_version: catalogue.version, changes };
  return { version: seen.version, rates, ...(changes.length > 0 && { telling }) };
}

function changesBetween(before: RatesTold["rates"], after: RatesTold["rates"]): RateChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => {
      const [state = "", tax_class_id = "", form] = key.split(" ");
      return {
        country: toIsoCode(state),
        tax_class_id,
        form: form as Form,
        rate_bps: after[key] ?? null,
        former_rate_bps: before[key] ?? null,
      };
    });
}

/** Ends the telling that began at an instant. */
export const withoutTelling = (
  { telling, ...told }: RatesTold,
  at: string,
): RatesTold | undefined => (telling?.at === at ? told : undefined);

/** Builds the event of changed rates. */
export const ratesChangedEvent = ({
  at,
  rates_version,
  changes,
}: NonNullable<RatesTold["telling"]>) => ({
  type: "rates.changed" as const,
  data: {
    day: dayOf(new Date(at)),
    rates_version,
    countries: [...new Set(changes.map(({ country }) => country))].sort(),
    tax_class_ids: [...new Set(changes.map(({ tax_class_id }) => tax_class_id))],
    changes,
  },
});

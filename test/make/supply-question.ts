import type { Profile } from "../../shared/accounts/profile.ts";
import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import { taxed } from "../../shared/money/amounts.ts";
import { placeOf } from "../../shared/place-of-supply/place.ts";
import type { Question } from "../../shared/place-of-supply/question.ts";
import { completed, isServiceKind, Supply } from "../../shared/place-of-supply/supply.ts";
import type { MemberStateCode } from "../../shared/reference-data/member-states.ts";
import type { Registration } from "../../shared/registrations/registration.ts";
import type { DaySum } from "../../shared/threshold/day-sums.ts";
import { yearToDate } from "../../shared/threshold/range.ts";

/** What a test says of a supply; a seller in Germany and a price of EUR 100.00 without VAT unless said otherwise. */
export type Asked = {
  readonly to: string;
  readonly postcode?: string;
  readonly supply?: Readonly<Record<string, unknown>>;
  readonly seller?: string | null;
  readonly fixed?: readonly string[];
  readonly day?: string;
  readonly currency?: string;
  readonly net?: bigint;
  readonly sold?: readonly (readonly [day: string, amount: bigint, currency?: string])[];
  readonly rates?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly registrations?: readonly Registration[];
};

/** A supply, and how it must be found to be treated, and where. */
export type PlaceCase = readonly [
  what: string,
  asked: Asked,
  treatment: string,
  taxed_in: string | null,
];

/** The question that `placeOfSupply` answers. */
export function makeQuestion(asked: Asked): Question {
  const day = (asked.day ?? "2025-08-01") as IsoDate;
  const { currency = "EUR", net = 10_000n, registrations = [] } = asked;
  const given = Supply.parse({
    supply_kind: "goods",
    ...(asked.postcode === undefined ? {} : { customer_postcode: asked.postcode }),
    ...asked.supply,
  });
  const supply = completed(given, profileOf(asked));
  const price = taxed(net, 0, false);
  return {
    supply,
    place: placeOf(asked.to, supply.customer_postcode, day, !isServiceKind(supply.supply_kind)),
    day,
    currency,
    priceIn: () => ({ goods: price, total: price }),
    seller: {
      profile: profileOf(asked),
      registrations,
      threshold: {
        range: yearToDate(day),
        sums: sumsOf(asked),
        rates: { today: day, days: new Map(Object.entries(asked.rates ?? {})) as never },
      },
    },
  };
}

const profileOf = ({ seller = "DE", fixed = [] }: Asked): Profile => ({
  ...(seller === null ? {} : { establishment_country: seller as MemberStateCode }),
  fixed_establishments: fixed.map((country) => ({ country })),
});

const sumsOf = ({ sold = [] }: Asked): DaySum[] =>
  sold.map(([day, taxable_amount_minor, currency = "EUR"]) => ({
    day: day as IsoDate,
    currency,
    taxable_amount_minor,
    countries: new Map(),
  }));

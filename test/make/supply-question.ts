import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { type Currency, taxed } from "../../shared/core/money/money.ts";
import { placeOf, type Question } from "../../shared/vat/place-of-supply/place.ts";
import { completed, isServiceKind, Supply } from "../../shared/vat/place-of-supply/supply.ts";
import type { MemberStateCode } from "../../shared/vat/reference-data/member-states.ts";
import type { EnteredTurnover, Profile } from "../../shared/vat/seller/profile.ts";
import type { Registration } from "../../shared/vat/seller/registration.ts";
import { yearToDate } from "../../shared/vat/threshold/turnover.ts";
import { makeThresholdInput, type Sold } from "./threshold-input.ts";

/** What a test says of a supply; a seller in Germany and a price of EUR 100.00 without VAT unless said otherwise. */
export type Asked = {
  readonly to: string;
  readonly postcode?: string;
  readonly supply?: Readonly<Record<string, unknown>>;
  readonly seller?: string | null;
  readonly fixed?: readonly string[];
  readonly day?: string;
  readonly currency?: Currency;
  readonly net?: bigint;
  readonly sold?: readonly Sold[];
  readonly unreviewed?: readonly Sold[];
  /** Turnover of years that is not in the ledger; none in 2024 unless said otherwise. */
  readonly entered?: readonly EnteredTurnover[];
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
        ...makeThresholdInput({
          today: day,
          sold: asked.sold ?? [],
          unreviewed: asked.unreviewed ?? [],
          rates: asked.rates ?? {},
          registrations,
          entered: asked.entered ?? [NOTHING_BEFORE],
        }),
        range: yearToDate(day),
      },
    },
  };
}

/** Relief must be certain: a year before without sales has to be known as one. */
const NOTHING_BEFORE = { year: 2024, amount_minor: 0, currency: "EUR" as const };

const profileOf = ({ seller = "DE", fixed = [] }: Asked): Profile => ({
  ...(seller === null ? {} : { establishment_country: seller as MemberStateCode }),
  fixed_establishments: fixed.map((country) => ({ country })),
});

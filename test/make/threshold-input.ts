import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { Currency } from "../../shared/core/money/money.ts";
import type { EnteredTurnover } from "../../shared/vat/seller/profile.ts";
import type { Registration } from "../../shared/vat/seller/registration.ts";
import type { DaySum } from "../../shared/vat/threshold/day-sums.ts";
import type { ThresholdInput } from "../../shared/vat/threshold/threshold-input.ts";

/** A day's sales: EUR unless said otherwise, to Germany. */
export type Sold = readonly [day: string, amount: number | bigint, currency?: string];

type Asked = {
  readonly from?: string;
  readonly to?: string;
  readonly sold?: readonly Sold[];
  readonly unreviewed?: readonly Sold[];
  readonly rates?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly today?: string;
  readonly seat?: string;
  readonly fixed?: readonly string[];
  readonly registrations?: readonly Registration[];
  readonly entered?: readonly EnteredTurnover[];
};

const sumOf = ([day, amount, currency = "EUR"]: Sold): DaySum => ({
  day: day as IsoDate,
  currency: currency as Currency,
  taxable_amount_minor: BigInt(amount),
  countries: new Map([["DE", BigInt(amount)]]),
});

/** What a threshold check is made of: 2025, of an account that says nothing of itself. */
export const makeThresholdInput = (asked: Asked = {}): ThresholdInput => ({
  range: {
    from: (asked.from ?? "2025-01-01") as IsoDate,
    to: (asked.to ?? "2025-12-31") as IsoDate,
  },
  sums: (asked.sold ?? []).map(sumOf),
  unreviewed: (asked.unreviewed ?? []).map(sumOf),
  rates: {
    today: (asked.today ?? "2026-02-01") as IsoDate,
    days: new Map(Object.entries(asked.rates ?? {})) as never,
  },
  seller: {
    profile: {
      rows: [
        {
          ...(asked.seat === undefined ? {} : { establishment_country: asked.seat }),
          fixed_establishments: (asked.fixed ?? []).map((country) => ({ country })),
        },
      ],
      entered_turnover: [...(asked.entered ?? [])],
    },
    registrations: asked.registrations ?? [],
  },
});

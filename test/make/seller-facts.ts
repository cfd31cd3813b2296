import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { SellerFacts } from "../../shared/imports/formats/home-sale.ts";
import type { Registration } from "../../shared/vat/seller/registration.ts";

type Registered = Pick<Registration, "effective_from"> &
  Partial<Pick<Registration, "effective_to" | "status" | "scheme_type">>;

/** A seller with a seat, fixed establishments, registrations, and entered turnover by year in euro cents. */
export function sellerFacts({
  seat,
  fixed = [],
  registered = [],
  entered = {},
}: {
  readonly seat?: string;
  readonly fixed?: readonly string[];
  readonly registered?: readonly Registered[];
  readonly entered?: Readonly<Record<string, number>>;
}): SellerFacts {
  const fixed_establishments = fixed.map((country) => ({ country }));
  const items = registered.map((row) => ({
    scheme_type: "union_oss" as const,
    status: "active" as const,
    member_state_identification: "DE",
    ...row,
  }));
  return {
    profile: {
      rows: [{ ...(seat && { establishment_country: seat }), fixed_establishments }],
      entered_turnover: Object.entries(entered).map(([year, amount_minor]) => ({
        year: Number(year),
        amount_minor,
        currency: "EUR",
      })),
    },
    // Only these fields decide.
    registrations: { items: items as unknown as Registration[] },
  };
}

export const from = (effective_from: string, effective_to?: string): Registered => ({
  effective_from: effective_from as IsoDate,
  ...(effective_to && { effective_to: effective_to as IsoDate, status: "ended" as const }),
});

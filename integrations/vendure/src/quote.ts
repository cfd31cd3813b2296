import type { Order } from "@vendure/core";
import type { EuVatSettings } from "./settings.js";

/** A price of one tax class, or at one rate, in a request of a quote. */
export type QuotedLine = { readonly line_id: string; readonly gross_amount_minor: number } & (
  | { readonly tax_class_id: string }
  | { readonly vat_rate_bps: number }
);

/** The part of the answer of POST /v1/vat/calculate that this package reads. */
export type Quote = {
  readonly treatment: string | null;
  readonly supply: {
    readonly treated_as: "b2c" | "b2b";
    readonly member_state_of_consumption: string | null;
  };
  readonly lines: readonly {
    readonly line_id: string;
    readonly vat_rate_bps: number;
    readonly rate_category: string | null;
  }[];
};

type Address = { readonly countryCode?: string | null; readonly postalCode?: string | null };

export type QuoteOf = {
  readonly order: Pick<Order, "currencyCode"> & { readonly shippingAddress?: Address };
  readonly vatNumber: string | undefined;
  readonly day: string;
  readonly includesVat: boolean;
  readonly lines: readonly QuotedLine[];
};

/** Returns the body of a calculation that is not stored; undefined before the country is known. */
export function quoteRequest(settings: EuVatSettings, asked: QuoteOf) {
  const { countryCode, postalCode } = asked.order.shippingAddress ?? {};
  if (!countryCode) return undefined;
  const { supplyKind: supply_kind = "goods", dispatchCountry: dispatch_country } = settings;
  return {
    country: countryCode,
    currency: asked.order.currencyCode,
    price_includes_vat: asked.includesVat,
    transaction_date: asked.day,
    lines: asked.lines,
    supply: {
      supply_kind,
      ...(dispatch_country && { dispatch_country }),
      ...(postalCode && { customer_postcode: postalCode.slice(0, 20) }),
      ...(asked.vatNumber && {
        customer_type: "b2b",
        customer_vat_number: asked.vatNumber,
      }),
    },
    store: false,
  };
}

/** Returns the calendar day of an instant in the time zone of the accounting. */
export const dayIn = (timeZone: string, instant: Date): string =>
  // The Swedish form of a day is that of ISO 8601.
  new Intl.DateTimeFormat("sv-SE", { timeZone }).format(instant);

import type { IsoDate } from "../../core/calendar/dates.ts";
import type { Exact } from "../../core/money/money.ts";
import type { SupplyKind } from "../../vat/schemes/supply-event.ts";

/** The part that a line plays in an order. Vouchers of a single purpose are taxed when sold (Art. 30b(1) VAT Directive). */
export const LINE_ROLES = [
  "article",
  "shipping",
  "fee",
  "tip",
  "gift_card",
  "voucher_single",
  "voucher_multi",
  "deposit",
  "duty",
  "rounding",
] as const;

type LineRole = (typeof LINE_ROLES)[number];

/** A tax of a line, as the shop states it. Its amount is in minor units, before rounding. */
export type StatedTax = {
  /** The name by which the shop's refunds know the tax. */
  readonly id?: string | undefined;
  /** Absent if the shop does not say it. */
  readonly rate_bps?: number | undefined;
  readonly amount: Exact;
  /** The country whose tax it is; absent where the shop's word is not reliable. */
  readonly country?: string | undefined;
  readonly isByMarketplace?: boolean;
  /** True if the shop says that the law of the customer's country has a rate of zero. */
  readonly isZeroByLaw?: boolean;
};

export type StatedLine = {
  /** The shop's own id of the line. */
  readonly id: string;
  /** The name by which a setting may say what the line is. */
  readonly name?: string | undefined;
  readonly role: LineRole;
  readonly supply_kind: SupplyKind;
  /** The price without VAT, after discounts; absent if the shop does not say it. */
  readonly net: Exact | undefined;
  readonly taxes: readonly StatedTax[];
  readonly hs_code?: string | undefined;
  /** The goods in `net`, where a line holds shipping as well; null if the shop does not say it. */
  readonly goods?: Exact | null;
  /** Number of roundings in each tax; 1 by default. */
  readonly roundings?: number;
};

/** An order or invoice as its shop states it. A format maps its records to it, and decides nothing. */
export type StatedOrder = {
  readonly id: string;
  readonly currency: string;
  readonly state?: "test" | "draft" | "voided" | "deleted" | undefined;
  readonly isCancelled?: boolean;
  /** The money that the shop says went back; absent if it says nothing. */
  readonly given_back?: "all" | "part" | undefined;
  readonly payment: "full" | "part" | "none" | "unknown";
  /** The unpaid rest of an order that is paid in part, as the shop writes it. */
  readonly outstanding?: string | undefined;
  readonly placed_on: IsoDate;
  /** The day of the order, where `placed_on` may be that of payment. */
  readonly ordered_on?: IsoDate | undefined;
  /** The day of payment, if the shop states it: the record needs it (Art. 63c(1)(h) CIR 282/2011). */
  readonly paid_on?: IsoDate | undefined;
  readonly isDelivered?: boolean;
  readonly delivered_on?: IsoDate | undefined;
  readonly channel: "web" | "till" | "pickup";
  readonly place: {
    readonly country: string;
    readonly postcode: string;
    /** The column of the country, for a question about it. */
    readonly column: string;
    /** The evidence of the place of digital services that the address is (Art. 24f CIR 282/2011). */
    readonly evidence?: "billing_address" | "delivery_address";
  };
  /** True if the shop says that the customer is a business, or is exempt from VAT. */
  readonly isBusiness: boolean;
  readonly lines: readonly StatedLine[];
  /** True if the shop sent only some of the lines. */
  readonly isCut?: boolean;
  /** The shop's own totals, as controls. */
  readonly totals: { readonly gross?: Exact | undefined; readonly vat?: Exact | undefined };
  /** The smallest unit to which the shop rounds, in minor units. */
  readonly step: number;
  /** True if a rate that the shop does not state is unusual. */
  readonly statesRates: boolean;
  /** The column of the taxes, for a question about them. */
  readonly taxColumn?: string;
  readonly invoice_number?: string;
};

/** A part of a refund, in decimal texts of the shop; positive amounts give money back. */
export type RefundedLine = {
  /** The id of the line of the order. */
  readonly line?: string | undefined;
  readonly net: string;
  readonly vat: string;
  /** The taxes that the shop names, where it names them. */
  readonly taxes?: readonly { readonly id: string; readonly amount: string }[];
  readonly isDuty?: boolean;
  /** True if `net` may have the VAT in it, which the shop does not say. */
  readonly mayBeGross?: boolean;
  /** True if the shop always states the VAT, so that other VAT than that of the rate is a question. */
  readonly isVatStated?: boolean;
  readonly roundings?: number;
};

/**
 * A refund or credit note as its shop states it. It may come without its order and wait for it, so it holds texts: its
 * currency is that of the order.
 */
export type StatedRefund = {
  readonly id: string;
  readonly order: string;
  readonly day: string;
  /** Only where the shop names it, or the order is known. */
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
  readonly lines: readonly RefundedLine[];
  /** The money that was given back, with VAT; absent if it is the sum of the lines. */
  readonly amount?: string | undefined;
  /** The money that was kept of the lines; negative for money beside them. Only without `amount`. */
  readonly kept?: string | undefined;
};

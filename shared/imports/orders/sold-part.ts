import type { IsoDate } from "../../core/calendar/dates.ts";
import { type Exact, ZERO } from "../../core/money/money.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { hasConsignment, isDutyOutside } from "../../vat/schemes/consignment-value.ts";
import type { SupplyKind } from "../../vat/schemes/supply-event.ts";
import type { SellerFacts } from "../formats/home-sale.ts";
import { homeOf, type Origin } from "../formats/settings.ts";
import { type AddressPlace, placeOfAddress } from "../formats/shop-rules.ts";
import { isZero, sumExact } from "./exact-amount.ts";
import { fittingRates, ratesAt } from "./rates-at-place.ts";
import type { LINE_ROLES, StatedLine, StatedOrder } from "./shop-order.ts";
import { type Piece, slackOf, splitLine } from "./split-line.ts";

/** The settings of a format that the judge needs. */
export type JudgeSettings = Origin & {
  readonly source_id: string;
  readonly rates: RateCatalogue;
  readonly seller?: SellerFacts | undefined;
  readonly customs_rates?: Readonly<Record<string, string>> | undefined;
  readonly rates_in_both?: "destination" | "dispatch" | undefined;
  readonly line_kinds?: Readonly<Record<string, (typeof LINE_ROLES)[number]>> | undefined;
};

/** The part of an order that is one kind of supply: its place follows from the kind. */
export type SoldPart = {
  readonly order: StatedOrder;
  readonly settings: JudgeSettings;
  readonly kind: SupplyKind;
  readonly day: IsoDate;
  /** The state of dispatch of goods, or of establishment for services; undefined for imports. */
  readonly from: string | undefined;
  readonly to: AddressPlace;
  /** The lines that are supplies. */
  readonly lines: readonly StatedLine[];
  /** Undefined where a line could not be split; `unsplit` is that line then. */
  readonly pieces: readonly Piece[];
  readonly unsplit: StatedLine | undefined;
  /** True if some line of the order has VAT. */
  readonly hasVat: boolean;
  readonly atDestination: ReadonlySet<number> | undefined;
  readonly atHome: ReadonlySet<number> | undefined;
  /** True if a rate was found by the VAT, and the shop states rates or another one fits as well. */
  readonly isRateDerived: boolean;
};

/** The lines of an order by what becomes of them. */
export type SortedLines = {
  readonly supplies: readonly StatedLine[];
  /** Customs duty that the import scheme does not tax. */
  readonly duties: readonly StatedLine[];
  /** Lines without VAT that are no supplies (Art. 30b(1), 73, 92 VAT Directive). */
  readonly no_supplies: readonly StatedLine[];
};

const NO_SUPPLIES: readonly string[] = ["tip", "gift_card", "voucher_multi", "deposit", "rounding"];

const isTaxed = ({ taxes }: StatedLine): boolean =>
  taxes.some(({ amount, isZeroByLaw }) => isZeroByLaw || !isZero(amount));

/**
 * Returns the day on which the VAT of an order became chargeable: of payment or delivery, whichever is first (Art. 63, 65).
 * Imports are taxed when the customer pays or commits to pay, such as by an order on account (Art. 369n; Art. 61b CIR
 * 282/2011): goods that were sent unpaid are of the day of the order.
 */
function chargeableDay(
  { payment, paid_on, placed_on, ordered_on = placed_on, delivered_on }: StatedOrder,
  isConsigned: boolean,
): IsoDate {
  const paid = payment === "none" ? undefined : (paid_on ?? placed_on);
  const isSentFirst = delivered_on !== undefined && (paid === undefined || delivered_on < paid);
  if (isConsigned) return paid === undefined || isSentFirst ? ordered_on : paid;
  return isSentFirst ? delivered_on : (paid ?? placed_on);
}

export function sortedLines(order: StatedOrder, { line_kinds = {} }: JudgeSettings): SortedLines {
  const lines = order.lines.map((line) => ({
    ...line,
    role: (line.name !== undefined && line_kinds[line.name]) || line.role,
  }));
  const isOutside = isDutyOutside(chargeableDay(order, true));
  const isDuty = ({ role, supply_kind, net }: StatedLine) =>
    role === "duty" && ((isOutside && hasConsignment(supply_kind)) || (net && isZero(net)));
  const isNoSupply = (line: StatedLine) => NO_SUPPLIES.includes(line.role) && !isTaxed(line);
  const duties = lines.filter(isDuty);
  const no_supplies = lines.filter((line) => !isDuty(line) && isNoSupply(line));
  const supplies = lines.filter((line) => !duties.includes(line) && !no_supplies.includes(line));
  return { supplies, duties, no_supplies };
}

/** Returns the parts of an order, one for each kind of supply. */
export function partsByKind(
  order: StatedOrder,
  supplies: readonly StatedLine[],
  settings: JudgeSettings,
): readonly SoldPart[] {
  // WooCommerce names the rate of a line of nothing as well, with a tax of zero.
  const isCharged = ({ net, taxes }: StatedLine) =>
    !(net && isZero(net)) || taxes.some(({ amount }) => !isZero(amount));
  const charged = supplies.filter(isCharged);
  const hasVat = charged.some(isTaxed);
  const byKind = [...Map.groupBy(charged, ({ supply_kind }) => supply_kind)];
  const none = [[order.lines[0]?.supply_kind ?? "goods", []] as const];
  return (byKind.length > 0 ? byKind : none).map(([kind, lines]) =>
    partOf(order, { kind, lines, hasVat }, settings),
  );
}

function partOf(
  order: StatedOrder,
  of: Pick<SoldPart, "kind" | "lines" | "hasVat">,
  settings: JudgeSettings,
): SoldPart {
  const day = chargeableDay(order, hasConsignment(of.kind));
  const from = homeOf(of.kind, settings);
  const to = placeOfAddress(order.place.country, order.place.postcode, day, of.kind);
  const split = of.lines.map((line) => splitLine(line, order.step));
  const found = split.indexOf(undefined);
  const atDestination = ratesAt({ ...to, day }, settings.rates);
  const atHome = ratesAt({ state: from, day }, settings.rates);
  const derived = withRates(
    split.flatMap((pieces) => pieces ?? []),
    order,
    atDestination,
    atHome,
  );
  return {
    ...of,
    ...derived,
    order,
    settings,
    day,
    from,
    to,
    unsplit: of.lines[found],
    atDestination,
    atHome,
  };
}

/**
 * Finds the rates that the shop does not state: of the rates in force at the destination, or else of those at home, the
 * one that gives the VAT. A rate that is not found stays undefined.
 */
function withRates(
  pieces: readonly Piece[],
  { step, statesRates }: StatedOrder,
  atDestination: ReadonlySet<number> | undefined,
  atHome: ReadonlySet<number> | undefined,
): Pick<SoldPart, "pieces" | "isRateDerived"> {
  const unknown = pieces.filter(({ rate_bps }) => rate_bps === undefined);
  const found = [...Map.groupBy(unknown, ({ tax }) => tax?.id).values()].map((same) => {
    const sum = sumOf(same, step);
    const [rate, ...others] = fittingRates(sum, atDestination);
    return { same, rate: rate ?? fittingRates(sum, atHome)[0], isUnsure: others.length > 0 };
  });
  const rateOf = (piece: Piece) =>
    piece.rate_bps ?? found.find(({ same }) => same.includes(piece))?.rate;
  return {
    pieces: pieces.map((piece) => ({ ...piece, rate_bps: rateOf(piece) })),
    isRateDerived: found.some(({ isUnsure }) => statesRates || isUnsure),
  };
}

const sumOf = (pieces: readonly Piece[], step: number) => ({
  net: sumExact(pieces.map(({ net }) => net)),
  vat: sumExact(pieces.map(({ vat }) => vat)),
  slack: slackOf(
    pieces.reduce((sum, { line }) => sum + (line.roundings ?? 1), 0),
    step,
  ),
});

/** Returns the goods in lines or pieces without shipping; vouchers lower them. Null if the shop does not say it. */
export function goodsIn(
  parts: readonly { readonly line: StatedLine; readonly net: Exact }[],
): Exact | null {
  const goods = parts.map(({ line, net }) => {
    if (line.goods !== undefined) return line.goods;
    return line.role === "article" || net.numerator < 0n ? net : ZERO;
  });
  return goods.includes(null) ? null : sumExact(goods.map((amount) => amount ?? ZERO));
}
